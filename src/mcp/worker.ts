/** What runs in the threads of `core/lib/workerPool.ts`. */
import { parseJson } from '../core/lib/exactNumber.ts';
import { textOf } from '../core/lib/json.ts';
import { type SmallOutcome, toCallToolResult, withServerInfo } from './result.ts';

/** A large outcome as `outcomeJson` wrote it. */
export type ResultToWrite = { readonly json: Uint8Array; readonly isModern: boolean };

/** The JSON text of an outcome's result in UTF-8. */
export function write({ json, isModern }: ResultToWrite): Uint8Array {
  // Boundary: the event loop gives what `outcomeJson` wrote.
  const result = toCallToolResult(parseJson(textOf(json)) as unknown as SmallOutcome);
  return Buffer.from(JSON.stringify(isModern ? withServerInfo(result) : result));
}
