import { isRecord } from '../../core/lib/json.ts';
import { type UpstreamFailure, unreachable } from '../failure.ts';

/** The cluster refused something, or did not answer (`status` null). */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;

  /** @param says what the cluster said, for the operator alone */
  constructor(status: number | null, says: string, retryAfterSeconds: number | null = null) {
    super(says);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const SAYS_MAX = 500;
/** What `ws` says of an upgrade that was refused. */
const UPGRADE = /Unexpected server response: (\d{3})/;
const STATUS_MIN = 100;

/** What the client threw. */
export function toClusterError(error: unknown): ClusterError {
  if (error instanceof ClusterError) return error;
  const message = String(memberOf(error, 'message') ?? error);
  const code = memberOf(error, 'code');
  // Exceptions of the platform have small codes.
  if (typeof code === 'number' && code >= STATUS_MIN) {
    const seconds = Number(memberOf(memberOf(error, 'headers'), 'retry-after'));
    return new ClusterError(code, saidIn(memberOf(error, 'body')) ?? message, seconds > 0 ? seconds : null);
  }
  const refused = UPGRADE.exec(message);
  if (refused) return new ClusterError(Number(refused[1]), message);
  const cause = memberOf(memberOf(error, 'cause'), 'message');
  return new ClusterError(null, (cause === undefined ? message : `${message}: ${String(cause)}`).slice(0, SAYS_MAX));
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The message of a `Status`, which the client may have left as text. */
function saidIn(body: unknown): string | null {
  const status = typeof body === 'string' ? parsed(body) : body;
  const message = isRecord(status) ? status['message'] : null;
  return typeof message === 'string' ? message.slice(0, SAYS_MAX) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const QUOTA = /exceeded quota/;

/** What a caller hears: nothing of the cluster but what has to change. */
export function clusterFailure(error: ClusterError): UpstreamFailure {
  return unreachable(`the program was not started: ${whyOf(error)}`, error);
}

function whyOf({ status, message, retryAfterSeconds }: ClusterError): string {
  if (status === null) return 'the cluster does not answer';
  if (status === 403 && QUOTA.test(message))
    return 'the cluster has no room for it; try again when other programs have ended';
  if (status === 429) return `the cluster is asked too often; try again in ${retryAfterSeconds ?? 1} s`;
  if (status >= 500) return `the cluster failed (status ${status})`;
  return `the cluster refuses it (status ${status}); the operator sees why in the log and with toolyard doctor`;
}
