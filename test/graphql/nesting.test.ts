import { describe, expect, it } from 'vitest';
import { isTooDeep } from '../../src/core/lib/json.ts';
import { documentNesting } from '../../src/graphql/execution/nesting.ts';
import { computedMs } from '../harness/longestWait.ts';

// As many quotes as a body of 256 KiB can hold. In quadratic time, each of these texts would take seconds.
const QUOTES = 130_000;
const MS_MAX = 1_000;

/** How many levels `isTooDeep` counts, up to three; -1 if more. */
const jsonNesting = (text: string): number =>
  [0, 1, 2, 3].find((levels) => !isTooDeep(Buffer.from(text), levels)) ?? -1;

describe('counts brackets in linear time', () => {
  it.each([
    ['JSON whose string never ends', jsonNesting, `"${'\\"'.repeat(QUOTES)}`, 0],
    ['JSON whose string ends in a backslash', jsonNesting, `["${'\\"'.repeat(QUOTES)}\\`, 1],
    ['JSON with brackets in its strings', jsonNesting, `{"[{\\"[":["${'[\\\\"'.repeat(1)},{}]}`, 3],
    ['a document whose string never ends', documentNesting, `"${'\\"'.repeat(QUOTES)}`, 0],
    ['a document whose block string never ends', documentNesting, `"""${'\\"""'.repeat(QUOTES / 2)}`, 0],
    ['a document of half strings, one a line', documentNesting, `{${'"\n'.repeat(QUOTES)}`, 1],
  ])('%s', (_name, nestingOf, text, depth) => {
    expect(computedMs(() => expect(nestingOf(text)).toBe(depth))).toBeLessThan(MS_MAX);
  });
});
