/** Classes of requests, each with its own counter. */
export type LimitClass =
  | 'default'
  | 'stacks'
  | 'invoke'
  | 'list_tools'
  | 'call_tool'
  | 'failed_auth'
  | 'sign_in'
  | 'sign_in_hourly'
  | 'dashboard'
  | 'dashboard_calls';

/** Window length of most classes. */
export const LIMIT_WINDOW_SECONDS = 60;
/** Length of the longest window. */
export const LIMIT_WINDOW_SECONDS_MAX = 3_600;

/** Window length of a class in seconds, if it isn't LIMIT_WINDOW_SECONDS. */
export const WINDOW_SECONDS: Readonly<Partial<Record<LimitClass, number>>> = {
  sign_in_hourly: LIMIT_WINDOW_SECONDS_MAX,
};

/**
 * Points per window. `sign_in` counts attempts per network, and per network and e-mail. `sign_in_hourly` counts
 * attempts per e-mail from all networks. It is higher than the limit of one network, so that no single network can lock
 * a person out. `dashboard` counts a signed-in person's requests, except tool calls. `dashboard_calls` counts the tool
 * calls of all people of an account, and defaults to `invoke`.
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
  dashboard_calls: 20,
};

/** Classes that the operator can set for one account. */
export const ADJUSTABLE_CLASSES = [
  'default',
  'stacks',
  'invoke',
  'list_tools',
  'call_tool',
  'dashboard_calls',
] as const satisfies readonly LimitClass[];
