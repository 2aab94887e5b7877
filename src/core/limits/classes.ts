/** The classes of requests that are counted apart. */
export type LimitClass =
  | 'default'
  | 'stacks'
  | 'invoke'
  | 'list_tools'
  | 'call_tool'
  | 'failed_auth'
  | 'sign_in'
  | 'dashboard';

export const LIMIT_WINDOW_SECONDS = 60;

/**
 * Requests per window, as the interface documents them (section 8). `sign_in` is tries per address and per e-mail;
 * `dashboard` is what one person who is signed in asks, apart from tool calls.
 */
export const DOCUMENTED_LIMITS: Readonly<Record<LimitClass, number>> = {
  default: 60,
  stacks: 30,
  invoke: 20,
  list_tools: 60,
  call_tool: 60,
  failed_auth: 60,
  sign_in: 10,
  dashboard: 600,
};
