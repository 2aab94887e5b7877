/** Runs in the threads of `core/lib/workerPool.ts`. */

import { parseJson, textOf } from '../core/lib/json.ts';
import { transfer } from '../core/lib/transfer.ts';
import { type SmallOutcome, toCallToolResult, withServerInfo } from './result.ts';

/** A large outcome as `outcomePieces` wrote it. */
export type ResultToWrite = { readonly pieces: readonly Uint8Array[]; readonly isModern: boolean };

/** The JSON text of an outcome's result in UTF-8. */
export function write({ pieces, isModern }: ResultToWrite): Uint8Array {
  // Boundary: the event loop sends the output of `outcomePieces`.
  const result = toCallToolResult(parseJson(textOf(Buffer.concat(pieces))) as unknown as SmallOutcome, isModern);
  const json = Buffer.from(JSON.stringify(isModern ? withServerInfo(result) : result));
  return transfer<Uint8Array>(json, json);
}
