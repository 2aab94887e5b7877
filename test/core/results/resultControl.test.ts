import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkOf } from '../../../src/core/results/part.ts';
import { compileSelection, select } from '../../../src/core/results/select.ts';
import { computedMs } from '../../harness/longestWait.ts';

const whole = (bytes: Buffer) => ({ bytes, from: 0, totalBytes: bytes.length });

describe('a part of a text', () => {
  it('consists of whole characters, fits, and rejoins to the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 4, max: 64 }), (string, bytesMax) => {
        const text = string.toWellFormed();
        const bytes = Buffer.from(text);
        const parts: string[] = [];
        for (let offset: number | null = 0; offset !== null; ) {
          const chunk = chunkOf({ window: whole(bytes), offset, bytesMax });
          expect(Buffer.byteLength(chunk.text)).toBeLessThanOrEqual(bytesMax);
          expect(chunk.totalBytes).toBe(bytes.length);
          parts.push(chunk.text);
          offset = chunk.nextOffset;
        }
        expect(parts.join('')).toBe(text);
      }),
    );
  });

  it('starts at a character boundary for any offset', () => {
    expect(chunkOf({ window: whole(Buffer.from('aé€b')), offset: 2, bytesMax: 10 })).toEqual({
      text: '€b',
      offset: 3,
      nextOffset: null,
      totalBytes: 7,
    });
  });
});

const run = (expression: string, result: object) => {
  const compiled = compileSelection(expression);
  // Boundary: the tests' results are plain JSON.
  return 'node' in compiled ? select(compiled, result as never) : compiled;
};

describe('a selection', () => {
  it.each([
    ['a.b', { a: { b: 1 } }, 1],
    [
      'items[?n>`1`].{id: id}',
      {
        items: [
          { id: 'x', n: 1 },
          { id: 'y', n: 2 },
        ],
      },
      [{ id: 'y' }],
    ],
    [
      'sort_by(items, &n)[0].id',
      {
        items: [
          { id: 'x', n: 2 },
          { id: 'y', n: 1 },
        ],
      },
      'y',
    ],
    ['absent', { a: 1 }, null],
    ['constructor', {}, null],
    ['__proto__', {}, null],
    ['{a: a}', { a: 1 }, { a: 1 }],
  ])('%s', (expression, result, value) => {
    expect(run(expression, result)).toEqual({ value });
  });

  it.each(['', 'a[', 'nope(a)', 'to_string(a)', "replace(a, 'x', 'y')", "a['x'", 'a'.repeat(1_001)])(
    'is not %j',
    (expression) => {
      expect(run(expression, { a: 1 })).toEqual({ problem: expect.any(String) });
    },
  );

  // Without limits, each of these would run out of memory or never end.
  it.each([
    ['doubles what it shares', Array(90).fill('[@,@]').join('|')],
    ['doubles a list', Array(90).fill('[@,@][]').join('|')],
    ['doubles an object', Array(60).fill('{a:@,b:@}').join('|')],
  ])('ends soon when it %s', (_name, expression) => {
    const refuse = () => expect(run(expression, { a: 'x'.repeat(1_000) })).toEqual({ problem: expect.any(String) });
    expect(computedMs(refuse)).toBeLessThan(10_000);
  });

  it('is measured before it is written', () => {
    const shared = run(Array(40).fill('[@,@]').join('|'), { a: 'x'.repeat(100_000) });
    expect(shared).toEqual({ problem: 'the selection is too large' });
  });

  it('never throws for any input', () => {
    const part = fc.constantFrom(
      'a',
      '[',
      ']',
      '{',
      '}',
      '@',
      '|',
      '.',
      '*',
      '?',
      '`1`',
      '&',
      '(',
      ')',
      ':',
      ',',
      '$',
      '!',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.object(), (parts, result) => {
        run(parts.join(''), JSON.parse(JSON.stringify(result)));
      }),
    );
  });
});
