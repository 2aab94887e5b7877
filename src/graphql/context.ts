import type { Ctx } from '../core/context.ts';
import type { RelyingParty } from '../core/people/relyingParty.ts';
import type { Spent } from './execution/cost.ts';
import type { DocumentRefusal } from './execution/trustedDocuments.ts';
import type { WrittenValues } from './execution/writtenValues.ts';

/** The browser or program that sends a request, as far as sign-ins need it. */
export type BrowserVisit = {
  /** The network address that tries are counted for. */
  readonly address: string;
  readonly userAgent: string;
  /** Null without single sign-on. */
  readonly singleSignOn: { readonly label: string; readonly url: string } | null;
  /** The relying party of passkeys at the requested address; null where passkeys are not possible. */
  readonly relyingParty: RelyingParty | null;
  /** Sets the session cookie until the session ends. */
  keepSession(secret: string, expiresAt: Date): void;
  forgetSession(): void;
};

/** What every resolver gets; made once per request, before the document is parsed. */
export type GraphqlContext = {
  readonly app: Ctx;
  /** The address clients use, without a trailing slash. */
  readonly publicUrl: string;
  /** What this request has spent so far, for the answer's headers and `extensions.cost`. */
  readonly spent: Spent;
  readonly visit: BrowserVisit;
  /** The body, parsed; null where it is no JSON object or list. */
  readonly body: object | null;
  /** Why the document is not executed; null where it is. */
  readonly refusal: DocumentRefusal | null;
  /** Large results, which are written into the answer as they are. */
  readonly written: WrittenValues;
  /** The header `Idempotency-Key`; null without one. */
  readonly idempotencyKey: string | null;
  /** Whether the request may change nothing, as a `GET`: any link leads to one. */
  readonly isReadOnly: boolean;
  /** Whether the answer is an event stream, which only subscriptions need. */
  readonly isStream: boolean;
};
