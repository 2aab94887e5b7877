import type { Ctx } from '../core/kernel/context.ts';
import type { AppError } from '../core/lib/errors.ts';
import type { RelyingParty } from '../core/people/relyingParty.ts';
import type { Spent } from './execution/cost.ts';
import type { LongTurn } from './execution/longTurn.ts';
import type { DocumentRefusal } from './execution/trustedDocuments.ts';
import type { DeferredValues } from './execution/writtenValues.ts';

/** Information about the requesting browser or program, for sign-in. */
export type BrowserVisit = {
  /** The network address under which sign-in attempts are counted. */
  readonly address: string;
  readonly userAgent: string;
  /** Null without single sign-on. */
  readonly singleSignOn: { readonly label: string; readonly url: string } | null;
  /** The relying party of passkeys at the requested address; null if passkeys are not possible there. */
  readonly relyingParty: RelyingParty | null;
  setSessionCookie(secret: string, expiresAt: Date): void;
  clearSessionCookie(): void;
};

/** Every resolver's context; created once per request, before the document is parsed. */
export type GraphqlContext = {
  readonly app: Ctx;
  /** The address clients use, without a trailing slash. */
  readonly publicUrl: string;
  /** The request's cost so far, for headers and `extensions.cost`. */
  readonly spent: Spent;
  /** The turn to take before a response becomes long. */
  readonly turn: LongTurn;
  readonly visit: BrowserVisit;
  /** The parsed body; null if it isn't a JSON object or list. */
  readonly body: object | null;
  /** Why the document may not be executed; null if it may. */
  readonly refusal: DocumentRefusal | null;
  /** Large results as JSON text, which is inserted into the response unparsed. */
  readonly written: DeferredValues;
  /** The header `Idempotency-Key`; null without one. */
  readonly idempotencyKey: string | null;
  /** True for a `GET`, which must not change anything, because any link on any page can send one. */
  readonly isReadOnly: boolean;
  /** Whether the response is an event stream, which only subscriptions need. */
  readonly isStream: boolean;
  /** Breaks a subscription's connection, so that its client subscribes again. */
  readonly breakOff: (reason: AppError) => void;
};
