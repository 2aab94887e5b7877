import { isRecord } from '../../core/lib/json.ts';

/** The cluster refused something, or did not answer (`status` null). */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;

  /** @param clusterMessage the cluster's message, for the operator only */
  constructor(status: number | null, clusterMessage: string, retryAfterSeconds: number | null = null) {
    super(clusterMessage);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const SAYS_MAX = 500;
/** The message of `ws` for an upgrade that was refused. */
const UPGRADE = /Unexpected server response: (\d{3})/;

/** An error response: its body is a Kubernetes `Status`, or a proxy's own text. */
export function refusedBy(
  status: number,
  text: string,
  retryAfter: string | readonly string[] | undefined,
): ClusterError {
  const seconds = Number(retryAfter);
  const clusterText = messageIn(text) ?? (text || `status ${status}`);
  return new ClusterError(status, clusterText.slice(0, SAYS_MAX), seconds > 0 ? seconds : null);
}

function messageIn(text: string): string | null {
  try {
    const status: unknown = JSON.parse(text);
    const message = isRecord(status) ? status['message'] : null;
    return typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
}

/** Any error of a request: no response, or a refused upgrade. */
export function toClusterError(error: unknown): ClusterError {
  if (error instanceof ClusterError) return error;
  const message = textOf(error);
  const refused = UPGRADE.exec(message);
  if (refused) return new ClusterError(Number(refused[1]), message);
  const { cause } = Object(error);
  return new ClusterError(null, (cause === undefined ? message : `${message}: ${textOf(cause)}`).slice(0, SAYS_MAX));
}

/** An `AggregateError` of several addresses has only a code. */
const textOf = (error: unknown): string => {
  const { message, code } = Object(error);
  return String(message || code || error);
};

const QUOTA = /exceeded quota/;

/** The reason that callers see. It only says how the cluster has to change. */
export function whyRefused({ status, message, retryAfterSeconds }: ClusterError): string {
  if (status === null) return 'the cluster does not answer';
  if (status === 403 && QUOTA.test(message))
    return 'the cluster has no room for it; try again when other programs have ended';
  if (status === 429) return `the cluster rate-limited the request; try again in ${retryAfterSeconds ?? 1} s`;
  if (status >= 500) return `the cluster failed (status ${status})`;
  return `the cluster refuses it (status ${status}); the log and toolyard doctor show the reason to the operator`;
}
