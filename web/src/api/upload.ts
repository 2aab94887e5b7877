import { type Answer, ApiError, toApiError } from './operation.ts';

/** Bytes of the document already uploaded. */
export type UploadProgress = { readonly bytes: number; readonly ofBytes: number };

const ENDPOINT = '/graphql/uploads';
const TRIES = 4;
const RETRY_MS = 2_000;
const SECOND_MS = 1_000;

/**
 * Uploads a document that is too long for an operation; resolves to its ID. An incomplete upload is removed on abort
 * or failure. @throws ApiError
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
    // Not awaited; a remaining upload expires on its own.
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

const ask = <T>(method: string, path: string, request: Request): Promise<T> =>
  send(method, `${ENDPOINT}${path}`, request, 'application/octet-stream');

/**
 * Sends the content of a stored file to its one-time address, which is on this origin.
 * @throws ApiError
 */
export async function sendFile(
  address: string,
  file: Blob,
  type: string,
  request: Required<Pick<Request, 'signal' | 'onSent'>>,
): Promise<void> {
  await send('PUT', new URL(address).pathname, { ...request, body: file }, type);
}

/** Sends a request by XMLHttpRequest, because `fetch` doesn't report upload progress. */
function send<T>(method: string, url: string, { body, signal, onSent }: Request, type: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    request.responseType = 'json';
    if (body) request.setRequestHeader('content-type', type);
    request.upload.onprogress = ({ loaded }) => onSent?.(loaded);
    request.onload = () => {
      // Boundary: our server's response has the documented shape or is a GraphQL error.
      if (request.status < 300) resolve(request.response as T);
      else reject(errorIn(request.response as Failure | null));
    };
    request.onerror = () => reject(new ApiError('NETWORK', 'Toolyard can’t be reached.'));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) reject(signal.reason);
    else request.send(body ?? null);
  });
}

/** A GraphQL error, or the error of a one-time address. */
type Failure = Answer<never> & { readonly error?: string };

const errorIn = (failure: Failure | null): ApiError =>
  failure?.error === undefined ? toApiError(failure?.errors?.[0]) : new ApiError('INTERNAL_ERROR', failure.error);

const PASSING: readonly string[] = ['NETWORK', 'RATE_LIMITED', 'UNAVAILABLE'];
const canPass = (error: unknown): error is ApiError => error instanceof ApiError && PASSING.includes(error.code);

/** Retries a part after a transient failure. Sending a part twice is harmless. */
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
