import type { Ctx } from '../core/context.ts';
import type { AppError } from '../core/errors.ts';
import type { RelyingParty } from '../core/people/relyingParty.ts';
import type { Spent } from './execution/cost.ts';
import type { LongTurn } from './execution/longTurn.ts';
import type { DocumentRefusal } from './execution/trustedDocuments.ts';
import type { DeferredValues } from './execution/writtenValues.ts';

/** The sign-in's view of the requesting browser or program. */
export type BrowserVisit = {
  /** The network address under which sign-in attempts are counted. */
  readonly address: string;
  readonly userAgent: string;
  /** Null without single sign-on. */
  readonly singleSignOn: { readonly label: string; readonly url: string } | null;
  /** The relying party of passkeys at the requested address; null where passkeys are not possible. */
  readonly relyingParty: RelyingParty | null;
  /** Sets the session cookie until the session ends. */
  setSessionCookie(secret: string, expiresAt: Date): void;
  clearSessionCookie(): void;
};

/** Every resolver's context; made once per request, before the document is parsed. */
export type GraphqlContext = {
  readonly app: Ctx;
  /** The address clients use, without a trailing slash. */
  readonly publicUrl: string;
  /** The request's cost so far, for headers and `extensions.cost`. */
  readonly spent: Spent;
  /** To be taken before an answer becomes long. */
  readonly turn: LongTurn;
  readonly visit: BrowserVisit;
  /** The parsed body; null if it isn't a JSON object or list. */
  readonly body: object | null;
  /** Why the document may not be executed; null if it may. */
  readonly refusal: DocumentRefusal | null;
  /** Large results, as JSON text that goes into the answer unparsed. */
  readonly written: DeferredValues;
  /** The header `Idempotency-Key`; null without one. */
  readonly idempotencyKey: string | null;
  /** True for a `GET`, which may change nothing, since any link on any page can send one. */
  readonly isReadOnly: boolean;
  /** Whether the answer is an event stream, which only subscriptions need. */
  readonly isStream: boolean;
  /** Breaks the connection of a subscription, so that its client subscribes again. */
  readonly breakOff: (reason: AppError) => void;
};
