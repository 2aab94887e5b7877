/**
 * Compares the service's requests for published operations with other implementations: `npm run proof:requests --
 * [--operations 500] [--seed 1]`. Imports a seeded sample, calls each tool with an input made from its schema, and
 * compares the request with the specification, Swagger UI's client and ReadMe's. Prints the results by kind of
 * parameter, body and security, and the reason for each disagreement. Exits 1 for a wrong request or an unexplained
 * disagreement.
 */
import { parseArgs } from 'node:util';
import { createRandom } from '../trust/random.ts';
import { startRecorder } from './recorder.ts';
import { type Failed, report } from './report.ts';
import { drawSample, type SampledApi } from './sample.ts';
import { openService } from './service.ts';
import { toolFor } from './toolInput.ts';
import { type RequestResult, tryOperation } from './try.ts';

const { values } = parseArgs({
  options: { operations: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
});
const random = createRandom(Number(values.seed));
const recorder = await startRecorder();
const service = await openService(recorder);
const verdicts: RequestResult[] = [];
const failed: Failed[] = [];

async function tryApi(sampled: SampledApi, serverId: string): Promise<void> {
  const { api, operations } = sampled;
  const called = await service.importApi(sampled, serverId);
  for (const operation of operations) {
    const label = `${api.name} ${operation.method.toUpperCase()} ${operation.path}`;
    const tool = toolFor(called.imported, operation);
    if (tool === undefined) failed.push({ label, why: 'it became no tool' });
    else verdicts.push(await tryOperation({ ...called, service, recorder, random, serverId }, operation, tool, label));
  }
}

try {
  let at = 0;
  for (const sampled of drawSample(random, Number(values.operations))) {
    at += 1;
    await tryApi(sampled, `api-${at}`).catch((error: unknown) => {
      failed.push({ label: sampled.api.name, why: error instanceof Error ? error.message : String(error) });
    });
  }
} finally {
  await service.world.close();
  recorder.close();
}
process.exit(report(verdicts, failed) ? 0 : 1);
