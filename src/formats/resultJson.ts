import type { Tenant } from '../core/lib/fairQueue.ts';
import { shortWork } from '../core/lib/workerPool.ts';
import { resultJson } from '../core/results/largeOutput.ts';
import type { ToolOutput } from '../core/results/outcome.ts';
import { type ResultFormat, toProviderResult } from './results.ts';

const WORKER = new URL('./resultWorker.ts', import.meta.url);

/** The JSON text of a result in the requested format, in UTF-8; built in a thread for a large output. */
export async function resultJsonIn(format: ResultFormat, output: ToolOutput, requester: Tenant): Promise<Uint8Array> {
  if (format === 'default') return resultJson(output, requester);
  if (output.type !== 'large') return Buffer.from(JSON.stringify(toProviderResult(output, format)));
  return shortWork.run<Uint8Array>(
    { module: WORKER, name: 'provided', input: { json: output.json, format } },
    requester,
  );
}
