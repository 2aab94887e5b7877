import { describe, expect, it } from 'vitest';
import { readError } from '../../../src/connectors/http/errorBody.ts';
import { ERROR_FORMATS, type ErrorFormat } from './errorFormats.ts';

const SECRET = 'sk-live-0123456789';
const scrub = (text: string) => text.replaceAll(SECRET, '[redacted]');

const read = ({ status, type, body }: Pick<ErrorFormat, 'status' | 'type' | 'body'>) =>
  readError({ status, headers: { 'content-type': type }, body: Buffer.from(body) }, scrub);

describe(`messages of ${ERROR_FORMATS.length} error formats`, () => {
  it.each(ERROR_FORMATS)('$label', (format) => {
    const { sentence, upstream } = read(format);
    for (const word of format.words) expect(sentence).toContain(word);
    expect(upstream.status).toBe(format.status);
    if (format.code !== undefined) expect(upstream.code).toBe(format.code);
    if (format.fields) expect(upstream.problems?.map(({ field }) => field ?? '')).toEqual(format.fields);
    if (format.words.length === 0) expect(upstream.body).toBeUndefined();
    else expect(JSON.stringify(upstream.body)).toContain(JSON.stringify(format.words[0] ?? '').slice(1, 5));
  });

  it('keep JSON as JSON and text as text', () => {
    const bodies = ERROR_FORMATS.filter(({ words }) => words.length > 0).map(
      (format) => [format, read(format)] as const,
    );
    for (const [{ body, label }, { upstream }] of bodies) {
      const isJson = /^[[{"]/.test(body) && label !== 'JSON that is cut';
      if (isJson) expect(upstream.body, label).toEqual(JSON.parse(body));
      else if (label !== 'a form') expect(upstream.body, label).toBeTypeOf('string');
    }
  });
});

it('processes a page of many scripts in linear CPU time', () => {
  const body = '<script></script>'.repeat(4_000);
  const costs = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    read({ status: 500, type: 'text/html', body });
    return process.threadCpuUsage(before).user / 1_000;
  });
  expect(Math.min(...costs)).toBeLessThan(25);
});

it.each([
  ['text/plain', 1],
  ['text/html', 2],
])('%s is scrubbed as received, and again after decoding', (type, times) => {
  const scrubbed: string[] = [];
  const body = `${SECRET} is wrong`.repeat(100);
  const answer = { status: 500, headers: { 'content-type': type }, body: Buffer.from(body) };
  const { upstream } = readError(answer, (text) => {
    scrubbed.push(text);
    return scrub(text);
  });
  expect(JSON.stringify(upstream)).not.toContain(SECRET);
  expect(scrubbed.length).toBe(times);
});

describe('the body', () => {
  it('is at most 4 KiB, and says if it is truncated', () => {
    const { upstream } = read({
      status: 400,
      type: 'application/json',
      body: JSON.stringify({ m: 'é'.repeat(9_000) }),
    });
    expect(upstream.isTruncated).toBe(true);
    expect(Buffer.byteLength(String(upstream.body))).toBeLessThanOrEqual(4_096);
    expect(String(upstream.body)).not.toContain('\uFFFD');
  });

  it.each(ERROR_FORMATS.filter(({ words }) => words.length > 0))('of $label contains no secret', (format) => {
    const [word = ''] = format.words;
    const echoing = { ...format, body: format.body.replaceAll(word, `${word} ${SECRET}`) };
    expect(JSON.stringify(read(echoing))).not.toContain(SECRET);
  });

  it('contains no script or tag of HTML', () => {
    const html = ERROR_FORMATS.find(({ label }) => label === 'HTML');
    const { upstream } = read(html ?? { status: 500, type: '', body: '' });
    expect(upstream.body).toBe('502 Bad Gateway\nBad Gateway\nnginx & co');
  });

  it.each([
    ['open tags', 'text/html', '<a'.repeat(2_000_000)],
    ['open comments', 'text/html', '<!--'.repeat(1_000_000)],
    ['scripts without an end', 'text/html', '<script>'.repeat(500_000)],
    ['open elements', 'application/xml', '<Message '.repeat(400_000)],
    ['deep JSON', 'application/json', `${'{"errors":'.repeat(150)}1${'}'.repeat(150)}`],
    [
      'many problems',
      'application/json',
      JSON.stringify({ errors: Array.from({ length: 9_000 }, (_, i) => ({ message: `m${i}` })) }),
    ],
  ])('of %s is limited in size', (_name, type, body) => {
    const { sentence, upstream } = read({ status: 500, type, body });
    expect(sentence.length).toBeLessThanOrEqual(1_000);
    expect(upstream.problems?.length ?? 0).toBeLessThanOrEqual(20);
    expect(Buffer.byteLength(JSON.stringify(upstream.body ?? ''))).toBeLessThanOrEqual(8_192);
  });
});
