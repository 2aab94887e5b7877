import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import { eventually } from '../../harness/eventually.ts';
import { openMcpStdio } from './mcpStdioKit.ts';
import { ownServer, toolCall } from './stdioKit.ts';

/** The largest input of a caller. */
const INPUT_BYTES = 1_000_000;
const CALLS = 48;
const AT_ONCE = 8;
const CALL_MS = 250;
/** The memory of far fewer inputs than the test sends. */
const RETAINED_BYTES_MAX = 8 * INPUT_BYTES;

const host = openMcpStdio();
afterAll(() => host.close());

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const memoryBytes = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

it(`keeps no data of ${CALLS} ended calls for a program that stopped reading`, async () => {
  const deaf = ownServer('faultyServer');
  expect(await host.text(toolCall(deaf, 'deafen'))).toBe('deaf');
  const call = (input: JsonObject) =>
    host.stdio.call(toolCall(deaf, 'never', { signal: AbortSignal.timeout(CALL_MS), input }));
  const before = memoryBytes();
  for (let at = 0; at < CALLS; at += AT_ONCE) {
    const calls = Array.from({ length: AT_ONCE }, (_, offset) =>
      call({ text: String(at + offset).padEnd(INPUT_BYTES, 'x') }),
    );
    for (const { kind } of await Promise.all(calls)) expect(kind).toBe('cancelled');
  }
  await eventually('it is given back', () => memoryBytes() - before < RETAINED_BYTES_MAX);
});

it('waiting messages are written in order, and withdrawn ones never', async () => {
  const slow = ownServer('faultyServer', [], { other: 'program' });
  const [gone, come] = [AbortSignal.timeout(0), AbortSignal.timeout(20_000)];
  const many = Array.from({ length: 40 }, (_, at) =>
    host.text(toolCall(slow, 'pid', { signal: at % 2 ? gone : come, input: { text: 'x'.repeat(100_000) } })),
  );
  const answers = await Promise.all(many);
  expect(new Set(answers.filter((_, at) => at % 2 === 0)).size).toBe(1);
  expect(answers.filter((_, at) => at % 2)).toEqual(Array(20).fill(expect.objectContaining({ kind: 'cancelled' })));
});
