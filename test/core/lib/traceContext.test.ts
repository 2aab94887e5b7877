import { expect, it } from 'vitest';
import { storable } from '../../../src/core/lib/text.ts';
import { readTraceparent, traceIdOf } from '../../../src/core/lib/traceContext.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const VALID = `00-${TRACE}-${SPAN}-01`;

// W3C Trace Context, section 3.2.
it.each([
  ['one of version 00', VALID, VALID],
  ['flags that are not known', `00-${TRACE}-${SPAN}-ff`, `00-${TRACE}-${SPAN}-ff`],
  ['one of a later version', `cc-${TRACE}-${SPAN}-01`, VALID],
  ['one of a later version with more', `cc-${TRACE}-${SPAN}-01-what-is-new`, VALID],
  ['version 00 with more', `${VALID}-more`, null],
  ['a later version with something behind it', `cc-${TRACE}-${SPAN}-01x`, null],
  ['version ff', `ff-${TRACE}-${SPAN}-01`, null],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`, null],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`, null],
  ['upper case', VALID.toUpperCase(), null],
  ['one that is too short', VALID.slice(0, -1), null],
  ['one that is too long', `cc-${TRACE}-${SPAN}-01-${'x'.repeat(300)}`, null],
  ['two of them', `${VALID}, ${VALID}`, null],
  ['line ends', `${VALID}\n`, null],
  ['nothing', '', null],
  ['no header', undefined, null],
  ['a number', 1, null],
  ['a list', [VALID], null],
])('%s', (_name, header, read) => {
  expect(readTraceparent(header)).toBe(read);
});

it('a trace is identified by its id', () => {
  expect(traceIdOf(VALID)).toBe(TRACE);
});

it.each([
  ['short', 'short'],
  ['ab\0c', 'ab\uFFFDc'],
  ['\uD83D\uDE00\uD83D', '\uD83D\uDE00\uFFFD'],
  ['1234567890', '12345678…'],
  // Cut inside a surrogate pair.
  ['1234567\uD83D\uDE00', '1234567\uFFFD…'],
])('%j is stored as %j', (text, stored) => {
  expect(storable(text, 8)).toBe(stored);
});
