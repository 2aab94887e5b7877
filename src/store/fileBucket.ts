import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { FileStore } from '../core/files/fileStore.ts';
import type { FileId } from '../core/kernel/ids.ts';
import { AppError } from '../core/lib/errors.ts';

/** A bucket of an S3-compatible store. */
export type BucketSettings = {
  /** The address of the bucket with the prefix of objects, without a trailing slash. */
  readonly base: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** A signed request. */
export type BucketRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal;
};

export type BucketAnswer = { readonly status: number; readonly body: Buffer };

/** A failed request. `message` may be logged, and has no more than the host and the error's code. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  /** Whether the same request may succeed a moment later. */
  readonly isTransient: boolean;

  constructor(message: string, { isTransient }: { readonly isTransient: boolean }) {
    super(message);
    this.isTransient = isTransient;
  }
}

type BucketOptions = BucketSettings & {
  /** @throws when there is no answer, with a loggable message */
  send(request: BucketRequest): Promise<BucketAnswer>;
  readonly retryMs?: number;
  /** Called after each operation, with null if it succeeded. */
  noted?(failure: BucketError | null): void;
};

const ATTEMPTS = 4;
const RETRY_MS = 200;
const ATTEMPT_MS_MAX = 30_000;
/** Objects deleted at a time. */
const DELETED_AT_ONCE = 8;
const RETRY_AFTER_SECONDS = 5;
const NOT_FOUND = 404;
/** The code in an error's XML (S3 API, "Error responses"). */
const CODE = /<Code>(\w{1,64})<\/Code>/;

/** Explanations of errors for the operator, by code. */
const MEANINGS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist',
  InvalidAccessKeyId: 'the access key is unknown',
  SignatureDoesNotMatch: 'the secret of the access key is wrong',
  AccessDenied: 'the access key lacks rights on the bucket',
  PermanentRedirect: 'the bucket is in another region',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
};

/**
 * Stores each segment as one object, which S3 replaces and reads atomically, so an interrupted request leaves nothing
 * incomplete. Requests are signed with AWS Signature Version 4, with the digest of their bodies. Repeats failed
 * requests for about two seconds. Tested by `test/storage`.
 */
export function createFileBucket(options: BucketOptions): FileStore & { check(): Promise<void> } {
  const { base, retryMs = RETRY_MS, noted } = options;
  const attempt = createAttempt(options);

  /** The object's content for a GET; null if it does not exist. @throws BucketError */
  const request = async (method: string, path: string, body: Uint8Array | null = null): Promise<Buffer | null> => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        const content = await attempt(method, `${base}/${path}`, body);
        noted?.(null);
        return content;
      } catch (error) {
        if (!(error instanceof BucketError)) throw error;
        if (!error.isTransient || attempts === ATTEMPTS) {
          noted?.(error);
          throw error;
        }
        await delay(retryMs * 2 ** (attempts - 1), undefined, { ref: false });
      }
    }
  };
  const orUnavailable = (error: unknown): never => {
    throw error instanceof BucketError
      ? new AppError(
          'unavailable',
          'The file store does not answer: try again',
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
          error,
        )
      : error;
  };
  const pathOf = (id: FileId, segment: number): string => `${id}/${segment}`;

  return {
    async write(id, segment, sealed) {
      await request('PUT', pathOf(id, segment), Buffer.concat(sealed)).catch(orUnavailable);
    },
    read: (id, segment) => request('GET', pathOf(id, segment)).catch(orUnavailable),
    async remove(id, segments) {
      const left = Array.from({ length: segments }, (_each, segment) => segment);
      const removeNext = async (): Promise<void> => {
        for (let segment = left.pop(); segment !== undefined; segment = left.pop())
          await request('DELETE', pathOf(id, segment));
      };
      await Promise.all(Array.from({ length: DELETED_AT_ONCE }, removeNext)).catch(orUnavailable);
    },
    /** Writes, reads and deletes an object. @throws BucketError */
    async check() {
      const path = `check/${crypto.randomUUID()}`;
      const content = Buffer.from('toolyard');
      await request('PUT', path, content);
      const stored = await request('GET', path);
      if (!stored?.equals(content)) {
        throw new BucketError('the store does not return the bytes that it stored', { isTransient: false });
      }
      await request('DELETE', path);
    },
  };
}

/** Returns a function that sends a request once. */
function createAttempt({ base, send, ...keys }: BucketOptions) {
  const { host } = new URL(base);
  return async (method: string, url: string, body: Uint8Array | null): Promise<Buffer | null> => {
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const { region, accessKeyId, secretAccessKey } = keys;
    const headers = { 'x-amz-content-sha256': digest };
    const signer = new AwsV4Signer({ method, url, headers, region, accessKeyId, secretAccessKey, service: 's3' });
    const signed = await signer.sign();
    const signal = AbortSignal.timeout(ATTEMPT_MS_MAX);
    const outgoing = { url: signed.url.href, method, headers: Object.fromEntries(signed.headers), body, signal };
    const { status, body: answer } = await send(outgoing).catch((error: unknown) => {
      throw new BucketError(error instanceof Error ? error.message : `${host} does not answer`, { isTransient: true });
    });
    if (status >= 200 && status <= 299) return answer;
    const code = CODE.exec(answer.subarray(0, 4_096).toString('utf8'))?.[1] ?? String(status);
    // Only the object is absent. Without the code, an absent bucket would look the same.
    if (status === NOT_FOUND && (code === 'NoSuchKey' || method === 'DELETE') && code !== 'NoSuchBucket') return null;
    const isTransient = status >= 500 || status === 429 || code === 'SlowDown' || code === 'RequestTimeout';
    throw new BucketError(`${host}: ${MEANINGS[code] ?? 'the store rejected the request'} (${code})`, { isTransient });
  };
}
