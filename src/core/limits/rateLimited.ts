import type { Actor } from '../kernel/actor.ts';
import { ownLimit } from '../kernel/bounds.ts';
import {
  ADJUSTABLE_CLASSES,
  LIMIT_WINDOW_SECONDS_MAX,
  type LimitClass,
  WINDOW_SECONDS,
} from '../kernel/limitClasses.ts';
import { AppError } from '../lib/errors.ts';
import type { LimitState } from './limiter.ts';

/** The rate limit message of interfaces whose texts are fixed. */
const DOCUMENTED_TEXT = 'Too many requests';

/** The unit that each class counts, and its owner. For some classes, the owner depends on the caller. */
const COUNTED: Readonly<Record<LimitClass, (owner: string) => string>> = {
  default: (owner) => `requests of ${owner}`,
  stacks: (owner) => `stack changes of ${owner}`,
  invoke: (owner) => `tool calls of ${owner}`,
  list_tools: (owner) => `tool lists of ${owner}`,
  call_tool: (owner) => `tool calls of ${owner}`,
  failed_auth: () => 'requests without a valid credential from this network',
  sign_in: () => 'sign-in attempts from this network',
  sign_in_hourly: () => 'sign-in attempts with this e-mail from all networks',
  dashboard: () => 'requests of your dashboard pages',
  dashboard_calls: () => 'dashboard tool calls of all users of this account',
};

function ownerOf(actor: Actor | null): string {
  switch (actor?.kind) {
    case 'agent':
      return 'this endpoint';
    case 'visitor':
      return 'this network';
    default:
      return 'this account';
  }
}

/** How the operator changes the limit of a class: for all accounts, only for the caller's, or both. */
export function howToRaise(limitClass: LimitClass, actor: Actor | null): string {
  const forAll = `TOOLYARD_RATE_LIMITS=${limitClass}=N`;
  if (!ADJUSTABLE_CLASSES.some((each) => each === limitClass)) return forAll;
  // The holder of a stack token must not learn which account owns it.
  const account = actor?.kind === 'apiKey' || actor?.kind === 'user' ? actor.accountId : 'ID';
  const forOne = `\`toolyard account limits --account ${account} --set ${limitClass}=N\``;
  const isOwn = actor !== null && ownLimit(actor, limitClass) !== undefined;
  return isOwn ? forOne : `${forAll}, or only for this account with ${forOne}`;
}

/**
 * The error for a rate-limited request. It says when to retry, which limit applies to which owner, and how the operator
 * can raise it. ASCII only, as headers and OAuth errors require. Tested by `test/core/limits/rateLimited.test.ts`.
 */
export function rateLimited(state: LimitState, now: Date, actor: Actor | null): AppError {
  const { limitClass, limit } = state;
  const which = `The limit ${limitClass} (${COUNTED[limitClass](ownerOf(actor))}) is ${limit} ${WINDOW_SECONDS[limitClass] === undefined ? 'a minute' : 'an hour'}`;
  const raise = `the operator can raise it with ${howToRaise(limitClass, actor)} (docs/limits.md)`;
  return refusedPoint(state, now, `${which}; ${raise}`);
}

/** As `rateLimited`, for a limit that is not configurable. */
export const rateLimitedAnyway = (state: LimitState, now: Date): AppError =>
  refusedPoint(state, now, 'This limit is the same for everyone');

function refusedPoint({ limitClass: name, limit, remaining, resetAt }: LimitState, now: Date, why: string): AppError {
  const untilReset = Math.ceil(resetAt - now.getTime() / 1_000);
  const retryAfterSeconds = Math.min(LIMIT_WINDOW_SECONDS_MAX, Math.max(1, untilReset));
  return new AppError('rate_limited', `${DOCUMENTED_TEXT}: try again in ${retryAfterSeconds} s. ${why}`, {
    retryAfterSeconds,
    documentedText: DOCUMENTED_TEXT,
    reached: { name, limit, remaining, resetAt },
  });
}
