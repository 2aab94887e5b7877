import { eventLoop } from './eventLoopScheduler.ts';
import type { Tenant } from './fairQueue.ts';
import { canonicalJson } from './json.ts';
import { charsIn } from './jsonSize.ts';
import { jsonInParts } from './longText.ts';
import { sha256 } from './sha256.ts';
import { shortWork } from './workerPool.ts';

/** Maximum characters of a value that is sorted on the event loop, which takes a few milliseconds. */
const INLINE_CHARS_MAX = 32_768;

const WORKER = new URL('./canonicalDigestWorker.ts', import.meta.url);

/**
 * The SHA-256 of a value's canonical JSON. A large value is sorted in a worker, because 75,000 members take more than
 * 100 milliseconds. @throws AppError rate_limited, unavailable as `FairQueue`
 */
export async function canonicalDigest(value: unknown, requester: Tenant): Promise<Uint8Array<ArrayBuffer>> {
  if (charsIn(value, INLINE_CHARS_MAX) <= INLINE_CHARS_MAX) return sha256(canonicalJson(value));
  const json = await jsonInParts(value, () => eventLoop.yieldIfBusy(requester.accountId ?? ''));
  return shortWork.run({ module: WORKER, name: 'digest', input: json, transferred: [json] }, requester);
}
