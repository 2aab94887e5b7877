import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { censored, WALLS } from '../../src/log.ts';

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
