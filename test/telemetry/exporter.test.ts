import { afterEach, expect, it } from 'vitest';
import type { TracedCall } from '../../src/core/lib/spans.ts';
import { createExporter, type Exporter, type ExporterOptions } from '../../src/telemetry/exporter.ts';
import { eventually } from '../harness/eventually.ts';
import { silentLog } from '../harness/log.ts';

const NEVER = 3_600_000;
const CALL: TracedCall = {
  trace: null,
  startedAt: 1,
  latencyMs: 2,
  name: 'tools/call bank_pay',
  isFailed: false,
  facts: { 'gen_ai.tool.name': 'bank_pay' },
  upstream: null,
};

let exporter: Exporter;
afterEach(() => exporter.close());

/** An exporter whose receiver returns the result of `answer`; `sent` has the number of spans per request. */
function exportTo(answer: () => Promise<number>, spanDelayMs = NEVER, more: Partial<ExporterOptions> = {}) {
  const sent: number[] = [];
  exporter = createExporter({
    resource: {},
    spanDelayMs,
    metricIntervalMs: NEVER,
    families: async () => [],
    log: silentLog,
    async send(path, json) {
      if (path === '/v1/traces') sent.push(JSON.parse(json).resourceSpans[0].scopeSpans[0].spans.length);
      return answer();
    },
    ...more,
  });
  return sent;
}

it('queues what a receiver rejects for now, up to a bound, counts drops, and sends the rest later', async () => {
  const state = { isUp: false };
  const sent = exportTo(async () => {
    if (!state.isUp) throw new Error('ECONNREFUSED');
    return 200;
  }, 20);
  for (let at = 0; at < 5_000; at += 1) exporter.callEnded(CALL);
  expect(exporter.dropped()).toBe(5_000 - 4_096);
  await eventually('it tries again', async () => sent.length > 2);
  expect(exporter.dropped()).toBe(5_000 - 4_096);
  state.isUp = true;
  const failed = sent.length;
  await eventually('all are sent', async () => sent.slice(failed).reduce((sum, count) => sum + count, 0) >= 4_096 - 64);
  exporter.callEnded(CALL);
  expect(exporter.dropped()).toBe(5_000 - 4_096);
  expect(Math.max(...sent)).toBe(64);
});

it.each([
  [400, 10],
  [401, 10],
  [429, 0],
  [503, 0],
])('treats %i as permanent or temporary, as OTLP defines: %i calls are dropped', async (status, dropped) => {
  const sent = exportTo(async () => status, 20);
  for (let at = 0; at < 10; at += 1) exporter.callEnded(CALL);
  await eventually('it was refused', async () => sent.length > 0 && exporter.dropped() === dropped);
  expect(exporter.dropped()).toBe(dropped);
});

it('sends the queue at exit', async () => {
  const sent = exportTo(async () => 200);
  for (let at = 0; at < 100; at += 1) exporter.callEnded(CALL);
  expect(sent).toEqual([]);
  await exporter.close();
  expect(sent).toEqual([64, 36]);
});

it('continues when metrics cannot be read', async () => {
  const families = async () => Promise.reject(new Error('a gauge failed'));
  const sent = exportTo(async () => 200, 20, { families, metricIntervalMs: 20 });
  exporter.callEnded(CALL);
  await eventually('spans are sent all the same', async () => sent.length > 0);
  await expect(exporter.close()).resolves.toBeUndefined();
});
