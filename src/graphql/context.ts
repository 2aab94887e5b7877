import type { Ctx } from '../core/context.ts';
import type { LimitState } from '../core/limits/limiter.ts';
import type { RelyingParty } from '../core/people/relyingParty.ts';

/** The browser, or program, that a request comes from, as far as signing in concerns it. */
export type BrowserVisit = {
  /** The network address that tries are counted for. */
  readonly address: string;
  readonly userAgent: string;
  /** Null: this installation has no single sign-on. */
  readonly singleSignOn: { readonly label: string; readonly url: string } | null;
  /** Whom passkeys are for at the address that was asked; null where there are none. */
  readonly relyingParty: RelyingParty | null;
  /** Lets the browser keep a session's secret until the session ends. */
  keepSession(secret: string, expiresAt: Date): void;
  forgetSession(): void;
};

/** What every resolver gets. Made once per request, before the document is parsed. */
export type GraphqlContext = {
  readonly app: Ctx;
  /** The address clients use, without a trailing slash. */
  readonly publicUrl: string;
  /** The counters this request was charged to so far, for the response's headers. */
  readonly charged: LimitState[];
  readonly visit: BrowserVisit;
  /** Whether the answer is a stream of events, which only a subscription needs. */
  readonly isStream: boolean;
};
