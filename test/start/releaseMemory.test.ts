import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { START_FLAGS } from '../harness/service.ts';

const run = promisify(execFile);
const MODULE = pathToFileURL('src/start/releaseMemory.ts').href;
const KEPT_BYTES = 64 * 1_048_576;

/** Leaves garbage, and ends as soon as less than half of its memory is left. */
const PROGRAM = `
  import { releaseMemoryOnceIdle } from ${JSON.stringify(MODULE)};
  let garbage = Array.from({ length: ${KEPT_BYTES / 64} }, (_, at) => ({ at, next: { at } }));
  globalThis.gc();
  const { heapTotal } = process.memoryUsage();
  garbage = garbage.length;
  releaseMemoryOnceIdle();
  const check = setInterval(() => {
    if (process.memoryUsage().heapTotal > heapTotal / 2) return;
    clearInterval(check);
    process.stdout.write(String(heapTotal));
  }, 50);
`;

it('returns the garbage of the start to the system once the process is idle', async () => {
  const { stdout } = await run(process.execPath, [...START_FLAGS, '--input-type=module', '--eval', PROGRAM]);
  expect(Number(stdout)).toBeGreaterThan(KEPT_BYTES);
});
