import { describe, expect, it } from 'vitest';
import { toAccountId } from '../../../src/core/kernel/ids.ts';
import { textOf } from '../../../src/core/lib/json.ts';
import {
  jsonOutput,
  outcomePieces,
  readOutcome,
  resultJson,
  type SmallOutput,
  toLarge,
} from '../../../src/core/results/largeOutput.ts';
import type { ToolOutcome } from '../../../src/core/results/outcome.ts';
import { toResult } from '../../../src/core/results/result.ts';

const requester = { accountId: toAccountId('acct_1'), signal: new AbortController().signal };
const SECRET = 'a-secret-of-the-call';
const LONG = 'é"\\\u0000'.repeat(40_000);

const OUTPUTS: readonly SmallOutput[] = [
  { type: 'json', value: { text: LONG } },
  { type: 'json', value: {} },
  { type: 'json', value: [LONG] },
  { type: 'json', value: null },
  { type: 'text', text: LONG },
  { type: 'binary', base64: 'AAEC'.repeat(50_000), contentType: 'image/png' },
  { type: 'mcp', content: [{ type: 'text', text: '{"n":1}' }] },
  { type: 'mcp', content: [{ type: 'text', text: LONG }], structuredContent: { text: LONG } },
];

const summaryOf = (output: SmallOutput): string => JSON.stringify(output).slice(0, 60);

describe('a large output', () => {
  it.each(OUTPUTS.map((output) => [summaryOf(output), output] as const))('keeps its result: %s', async (_, output) => {
    const outcome = toLarge({ kind: 'ok', output }, []);
    if (outcome.kind !== 'ok' || outcome.output.type !== 'large') throw new Error('The output stayed small');
    const json = await resultJson(outcome.output, requester);
    expect(textOf(json)).toBe(JSON.stringify(toResult(output)));
  });

  it.each<ToolOutcome>([
    { kind: 'ok', output: { type: 'text', text: LONG } },
    { kind: 'tool_error', message: 'no', output: { type: 'json', value: { text: LONG } } },
    { kind: 'tool_error', message: 'no' },
    { kind: 'timed_out', message: 'late' },
  ])('is stored with its outcome, and can be read again', async (outcome) => {
    const large = toLarge(outcome, []);
    const bytes = Buffer.concat(outcomePieces(large));
    const text = textOf(bytes);
    expect(JSON.parse(textOf(bytes))).toStrictEqual(outcome);
    expect(textOf(Buffer.concat(outcomePieces(await readOutcome(bytes, requester))))).toBe(text);
  });

  it('contains no secret of its call', () => {
    const output: SmallOutput = { type: 'json', value: { echoed: [SECRET, Buffer.from(SECRET).toString('base64')] } };
    const outcomes: readonly ToolOutcome[] = [
      { kind: 'ok', output },
      { kind: 'tool_error', message: `refused ${SECRET}`, output },
    ];
    for (const outcome of outcomes) {
      const text = textOf(Buffer.concat(outcomePieces(toLarge(outcome, [SECRET]))));
      expect(text).toContain('[redacted]');
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(Buffer.from(SECRET).toString('base64'));
    }
  });

  it('starts at its size limit, and not below', () => {
    const written = (value: object) => Buffer.from(JSON.stringify(value));
    expect(jsonOutput(written({ n: 1 }))).toStrictEqual({ type: 'json', value: { n: 1 } });
    expect(jsonOutput(written({ text: LONG })).type).toBe('large');
  });
});
