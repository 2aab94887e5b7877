/** The classes of requests that are counted apart. */
export type LimitClass =
  | 'default'
  | 'stacks'
  | 'invoke'
  | 'list_tools'
  | 'call_tool'
  | 'failed_auth'
  | 'sign_in'
  | 'sign_in_hourly'
  | 'dashboard';

export const LIMIT_WINDOW_SECONDS = 60;
export const LIMIT_WINDOW_SECONDS_MAX = 3_600;

/** How long one window of a class is. */
export const windowSecondsOf = (limitClass: LimitClass): number =>
  limitClass === 'sign_in_hourly' ? LIMIT_WINDOW_SECONDS_MAX : LIMIT_WINDOW_SECONDS;

/**
 * Requests per window, as the interface documents them (section 8). `sign_in` is tries per network, and per network and
 * e-mail; `sign_in_hourly` is tries per e-mail from all networks, more than one network has, so that none can keep a
 * person out. `dashboard` is what one person who is signed in asks, apart from tool calls.
 */
export const DOCUMENTED_LIMITS: Readonly<Record<LimitClass, number>> = {
  default: 60,
  stacks: 30,
  invoke: 20,
  list_tools: 60,
  call_tool: 60,
  failed_auth: 60,
  sign_in: 10,
  sign_in_hourly: 1_000,
  dashboard: 600,
};
