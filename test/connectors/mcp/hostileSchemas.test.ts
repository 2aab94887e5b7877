import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import { longestWait } from '../../harness/longestWait.ts';
import { openMcpHttp } from './mcpHttpKit.ts';
import type { SeenRequest } from './mcpUpstream.ts';

/*
 * An upstream chooses both a tool's output schema and the output. The SDK validates the output on the event loop once
 * it has listed the tools for a call's headers, and a schema can take any amount of time.
 */

const HEADER_MISMATCH = -32_020;
/** Each character doubles a pattern's time: this many take seconds if evaluated. */
const TEXT = `${'a'.repeat(29)}!`;
const BUSY_MS_MAX = 1_000;
const WORK_WITHOUT_END: readonly JsonObject[] = [
  { pattern: '^(a+)+$' },
  { pattern: '^(a|a)*$' },
  { anyOf: [{ pattern: '^(a|aa)+$' }, { pattern: '^(a+)+$' }] },
];

const kit = openMcpHttp();
afterAll(() => kit.close());
let upstream: Awaited<ReturnType<typeof kit.start>>;
beforeAll(async () => {
  upstream = await kit.start('modern');
});
afterAll(() => kit.closeUpstreams());

const answer = ({ body }: SeenRequest, more: JsonObject, status = 200): Response =>
  Response.json({ jsonrpc: '2.0', id: JSON.parse(body).id, ...more }, { status });

it(`no schema of an upstream blocks the event loop: ${WORK_WITHOUT_END.length}`, async () => {
  for (const text of WORK_WITHOUT_END) {
    let isListed = false;
    upstream.upstream.intercept = (seen) => {
      if (seen.rpc === 'tools/list') {
        isListed = true;
        const outputSchema = { type: 'object', properties: { text } };
        const tools = [{ name: 'echo', inputSchema: { type: 'object' }, outputSchema }];
        return answer(seen, { result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools } });
      }
      if (seen.rpc !== 'tools/call') return null;
      if (!isListed) return answer(seen, { error: { code: HEADER_MISMATCH, message: 'headers' } }, 400);
      const structuredContent = { text: TEXT };
      return answer(seen, { result: { resultType: 'complete', content: [], structuredContent } });
    };
    const { result: outcome, busyMs } = await longestWait(() => upstream.call('echo'));
    expect(isListed).toBe(true);
    expect(outcome).toMatchObject({ kind: 'ok' });
    expect(busyMs, JSON.stringify(text)).toBeLessThan(BUSY_MS_MAX);
  }
});
