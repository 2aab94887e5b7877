import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolOutcome } from '../../../src/core/results/outcome.ts';
import { createScrubber, SECRET_CHARS_MIN } from '../../../src/core/results/scrub.ts';

const SECRET = 'se/cr"et+tö ken&<1>';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('createScrubber', () => {
  it.each([
    { label: 'as it is', text: SECRET },
    { label: 'in JSON', text: JSON.stringify(SECRET).slice(1, -1) },
    { label: 'in JSON inside JSON', text: JSON.stringify(JSON.stringify(SECRET).slice(1, -1)).slice(1, -1) },
    { label: 'in ASCII-only JSON with escaped slashes', text: 'se\\/cr\\"et+t\\u00f6 ken&<1>' },
    { label: 'in HTML-safe JSON', text: 'se/cr\\"et+tö ken\\u0026\\u003c1\\u003e' },
    { label: 'in a URL', text: encodeURIComponent(SECRET) },
    {
      label: 'in a URL with lower-case escapes',
      text: encodeURIComponent(SECRET)
        .replaceAll('%2F', '%2f')
        .replaceAll('%2B', '%2b')
        .replaceAll('%C3%B6', '%c3%b6')
        .replaceAll('%3C', '%3c')
        .replaceAll('%3E', '%3e'),
    },
    { label: 'in a form', text: new URLSearchParams({ '': SECRET }).toString().slice(1) },
  ])('finds a secret $label', ({ text }) => {
    expect(createScrubber([SECRET]).text(`before ${text} after`)).toBe('before [redacted] after');
  });

  it.each(['', 'a', 'ab', 'user:', 'abcd'])('finds a secret in base64 after "%s"', (before) => {
    const std = base64(`${before}${SECRET}:after`);
    const url = Buffer.from(`${before}${SECRET}:after`).toString('base64url');
    const { text } = createScrubber([SECRET]);
    for (const encoded of [std, url]) {
      expect(text(encoded)).toContain('[redacted]');
      expect(Buffer.from(text(encoded).split('[redacted]').join(''), 'base64').toString()).not.toContain('cr"et');
    }
  });

  it('finds a header value without its white space', () => {
    expect(createScrubber([' secret-token\n']).text('got <secret-token>')).toBe('got <[redacted]>');
  });

  it('removes all of the longer of two secrets with a common prefix', () => {
    expect(createScrubber(['secret', 'secret-longer']).text('secret-longer secret')).toBe('[redacted] [redacted]');
  });

  it('does not scrub its own marker', () => {
    expect(createScrubber(['redacted', 'token-1']).text('token-1 redacted')).toBe('[redacted] [redacted]');
  });

  it(`keeps values under ${SECRET_CHARS_MIN} characters`, () => {
    expect(createScrubber(['', 'a', 'abcd']).text('a and abcd')).toBe('a and abcd');
  });

  it('scrubs keys, nested values and numbers of JSON, and keeps the rest', () => {
    const value = { 'k-secret': [{ a: 'x secret y' }, 123456, 1234567, true, null], __proto__x: 'ok' };
    expect(createScrubber(['secret', '123456']).json(value)).toStrictEqual({
      'k-[redacted]': [{ a: 'x [redacted] y' }, '[redacted]', 1234567, true, null],
      __proto__x: 'ok',
    });
  });

  it('withholds content that is nested too deep to scan', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}"secret"${']'.repeat(5_000)}`);
    expect(JSON.stringify(createScrubber(['secret']).json(deep))).not.toContain('secret');
  });

  const outcomes: ToolOutcome[] = [
    { kind: 'ok', output: { type: 'json', value: ['my-secret'] } },
    { kind: 'ok', output: { type: 'text', text: 'my-secret' } },
    { kind: 'ok', output: { type: 'binary', base64: base64('xmy-secret'), contentType: 'image/png' } },
    {
      kind: 'ok',
      output: {
        type: 'mcp',
        content: [{ type: 'text', text: 'my-secret' }],
        structuredContent: { a: 'my-secret' },
        meta: { b: 'my-secret' },
      },
    },
    { kind: 'tool_error', message: 'my-secret', output: { type: 'text', text: 'my-secret' } },
    { kind: 'missing_credentials', message: 'my-secret', fieldIds: ['a'] },
    { kind: 'upstream_refused', message: 'my-secret', status: 401 },
    { kind: 'upstream_rate_limited', message: 'my-secret', retryAfterSeconds: 1 },
    { kind: 'upstream_error', message: 'my-secret', status: 500 },
    { kind: 'timed_out', message: 'my-secret' },
    { kind: 'unreachable', message: 'my-secret' },
    { kind: 'address_refused', message: 'my-secret' },
    { kind: 'bad_answer', message: 'my-secret' },
    { kind: 'cancelled', message: 'my-secret' },
  ];
  it.each(outcomes)('scrubs every part of the outcome $kind', async (outcome) => {
    const scrubbed = await createScrubber(['my-secret']).outcome(outcome);
    expect(scrubbed.kind).toBe(outcome.kind);
    expect(JSON.stringify(scrubbed)).toContain('[redacted]');
    expect(JSON.stringify(scrubbed)).not.toMatch(/my-secret|bXktc2VjcmV0/);
  });

  it('hides any secret in any text, and keeps everything else', () => {
    const secret = fc.string({ unit: 'grapheme', minLength: 12, maxLength: 60 });
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        const { text } = createScrubber([value]);
        const encodings = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
        expect(text(`${before}${value}${after}`)).not.toContain(value);
        // A neighbouring character may form an escape with the edge of an encoding: `%` before `00`.
        for (const encoded of encodings) expect(text(`${before} ${encoded} ${after}`)).not.toContain(encoded);
      }),
    );
  });

  it('changes nothing without a secret', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(createScrubber(['\u{1f511} never generated \u{1f511}']).json(plain)).toStrictEqual(plain);
      }),
    );
  });
});
