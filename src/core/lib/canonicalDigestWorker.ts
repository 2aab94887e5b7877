/** The entry point of `canonicalDigest.ts` for the threads of `workerPool.ts`. */
import { canonicalJson, parseLongJson, textOf } from './json.ts';
import { sha256 } from './sha256.ts';

/** The SHA-256 of the canonical form of JSON in UTF-8. */
export const digest = (json: Uint8Array): Uint8Array<ArrayBuffer> => sha256(canonicalJson(parseLongJson(textOf(json))));
