import type { AccountId } from '../kernel/ids.ts';

/** One outgoing message. */
type WebhookRequest = {
  readonly url: string;
  /** The webhook's account, whose servers have the same egress policy. */
  readonly accountId: AccountId;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
};

/** Outcome: the receiver's HTTP status, or the reason for its absence, without the path of its address. */
export type WebhookAnswer =
  | { readonly status: number; readonly error: null }
  | { readonly status: null; readonly error: string };

/** Sends messages to receivers. Never follows redirects. */
export type WebhookSender = { send(request: WebhookRequest): Promise<WebhookAnswer> };
