import { type Answer, ApiError, toApiError } from './operation.ts';

/** How much of a document is on the server, in bytes. */
export type UploadProgress = { readonly bytes: number; readonly ofBytes: number };

const ENDPOINT = '/graphql/uploads';
const TRIES = 4;
const RETRY_MS = 2_000;
const SECOND_MS = 1_000;

/**
 * Sends a document that is too long for an operation, and resolves to the id that names it there. What was begun is
 * removed when `signal` aborts or a part cannot be sent. @throws ApiError
 */
export async function uploadDocument(
  document: Blob,
  signal: AbortSignal,
  onSent: (sent: UploadProgress) => void,
): Promise<string> {
  const ofBytes = document.size;
  const { id, partBytesMax } = await ask<StartedUpload>('POST', `?bytes=${ofBytes}`, { signal });
  try {
    for (let at = 0; at < ofBytes; at += partBytesMax) {
      const body = document.slice(at, at + partBytesMax);
      await withRetries(signal, () =>
        ask('PUT', `/${id}/${at}`, { body, signal, onSent: (bytes) => onSent({ bytes: at + bytes, ofBytes }) }),
      );
    }
    return id;
  } catch (error) {
    // Nobody waits for the removal; an upload that it misses expires by itself.
    ask('DELETE', `/${id}`, {}).catch(() => undefined);
    throw error;
  }
}

type StartedUpload = { readonly id: string; readonly partBytesMax: number };

type Request = {
  readonly body?: Blob;
  readonly signal?: AbortSignal;
  readonly onSent?: (bytes: number) => void;
};

/** XMLHttpRequest, because `fetch` does not report how much has been sent. */
function ask<T>(method: string, path: string, { body, signal, onSent }: Request): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, `${ENDPOINT}${path}`);
    request.responseType = 'json';
    if (body) request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => onSent?.(loaded);
    request.onload = () => {
      // Boundary: our own server's answer has the shape that its documentation says, or is an error of GraphQL.
      if (request.status < 300) resolve(request.response as T);
      else reject(toApiError((request.response as Answer<never> | null)?.errors?.[0]));
    };
    request.onerror = () => reject(new ApiError('NETWORK', 'Toolyard cannot be reached.'));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) reject(signal.reason);
    else request.send(body ?? null);
  });
}

const PASSING: readonly string[] = ['NETWORK', 'RATE_LIMITED', 'UNAVAILABLE'];
const canPass = (error: unknown): error is ApiError => error instanceof ApiError && PASSING.includes(error.code);

/** Sends a part again after a failure that is likely to pass. Sending one that has arrived already does no harm. */
async function withRetries<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  for (let tries = TRIES; ; tries -= 1) {
    try {
      return await send();
    } catch (error) {
      if (!canPass(error) || tries === 1) throw error;
      await wait(error.retryAfterSeconds === null ? RETRY_MS : error.retryAfterSeconds * SECOND_MS, signal);
    }
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const give = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
  });
}
