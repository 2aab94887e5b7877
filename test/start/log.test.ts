import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { censored, inBatches, WALLS } from '../../src/log.ts';

const secret = 's3cr3t-value';

function lineOf(fields: object): string {
  const lines: string[] = [];
  pino({ base: null, timestamp: false, ...WALLS }, { write: (line: string) => void lines.push(line) }).info(
    fields,
    'm',
  );
  return lines.join('');
}

describe('a log line', () => {
  it.each([
    ['a field', { token: secret }],
    ['a field of a field', { upstream: { apiKey: secret, host: 'a' } }],
    ['a header of a request', { req: { headers: { cookie: secret, accept: '*/*' } } }],
    ['a field of an error', { err: Object.assign(new Error('no'), { credentials: { key: secret } }) }],
    ['an input', { tool_input: { text: secret } }],
  ])('does not show %s that nobody may read', (_what, fields) => {
    const line = lineOf(fields);
    expect(line).toContain('"[redacted]"');
    expect(line).not.toContain(secret);
  });

  it('leaves everything else as it is, without copying it', () => {
    const fields = { method: 'POST', path: '/s/a', status: 200, nested: { a: 1 } };
    expect(censored(fields)).toBe(fields);
    expect(JSON.parse(lineOf(fields))).toEqual({ level: 30, msg: 'm', ...fields });
  });

  it('shows an error with its stack', () => {
    expect(JSON.parse(lineOf({ err: new TypeError('no') })).err).toMatchObject({ type: 'TypeError', message: 'no' });
  });
});

describe('batches of lines', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are written together, a tenth of a second after their first line', () => {
    const written: string[] = [];
    const lines = inBatches((batch) => written.push(batch));
    lines.write('a\n');
    vi.advanceTimersByTime(60);
    lines.write('b\n');
    expect(written).toEqual([]);
    vi.advanceTimersByTime(40);
    expect(written).toEqual(['a\nb\n']);
    vi.advanceTimersByTime(1_000);
    expect(written).toHaveLength(1);
  });

  it('are written at once when they are large, and when somebody asks', () => {
    const written: string[] = [];
    const lines = inBatches((batch) => written.push(batch));
    const long = `${'x'.repeat(8_192)}\n`;
    lines.write(long);
    lines.write('c\n');
    lines.flushSync();
    lines.flushSync();
    expect(written).toEqual([long, 'c\n']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
