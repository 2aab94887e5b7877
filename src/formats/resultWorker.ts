/** Runs in the threads of `core/lib/workerPool.ts`: converts large outputs to a provider's format. */

import { parseJson, textOf } from '../core/lib/json.ts';
import { transfer } from '../core/lib/transfer.ts';
import type { SmallOutput } from '../core/results/largeOutput.ts';
import { type ProviderFormat, toProviderResult } from './results.ts';

/** Boundary: the event loop sends the output of `toLarge`. */
const parse = (json: Uint8Array): SmallOutput => parseJson(textOf(json)) as unknown as SmallOutput;

/** The JSON text of an output in a provider's format. */
export function provided(task: { readonly json: Uint8Array; readonly format: ProviderFormat }): Uint8Array {
  const json = Buffer.from(JSON.stringify(toProviderResult(parse(task.json), task.format)));
  return transfer<Uint8Array>(json, json);
}
