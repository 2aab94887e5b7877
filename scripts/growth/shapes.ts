/** A hostile text, list or object of about this many characters, as JSON. */
export type Shape = { readonly name: string; readonly kind: 'text' | 'value'; of(chars: number): unknown };

const text = (name: string, unit: string, end = '', start = ''): Shape => ({
  name,
  kind: 'text',
  of: (chars) => `${start}${unit.repeat(Math.max(1, Math.floor(chars / jsonChars(unit))))}${end}`,
});

const jsonChars = (unit: string): number => Buffer.byteLength(JSON.stringify(unit)) - 2;

const value = (name: string, of: (chars: number) => unknown): Shape => ({ name, kind: 'value', of });

const times = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: Math.max(1, count) }, (_, at) => of(at));

const nested = (levels: number): unknown => {
  let made: unknown = 0;
  for (let level = 0; level < levels; level += 1) made = [made];
  return made;
};

/** Inputs that once took quadratic time in one of our parsers or in another product, and similar ones. */
export const SHAPES: readonly Shape[] = [
  text('letters', 'a'),
  text('underscores in letters', '_', 'b.', 'a'),
  text('hyphens', '-', '!', 'a'),
  text('spaces', ' ', 'x'),
  text('quotes', '"'),
  text('escaped quotes', '\\"', ' :1.0,', '{"a":"'),
  text('backslashes', '\\'),
  text('opening brackets', '['),
  text('opening braces', '{'),
  text('slots', '{v}'),
  text('slashes', '/', 'x'),
  text('dots', '.'),
  text('digits', '0', 'x', '1.'),
  text('versions', '1_', '!'),
  text('percent signs', '%25'),
  text('at signs', '@', '!', 'a'),
  text('angle brackets', '<'),
  text('elements', '<script></script>'),
  text('line ends', '\n', 'x'),
  text('joiners', '\u0915\u200d', '\u0915'),
  text('joined emoji', '👩🏽‍🚀'),
  text('base64 of itself', 'YWFh'),
  value('zeros', (chars) => times(chars / 2, () => 0)),
  value('texts', (chars) => times(chars / 5, () => 'ab')),
  value('empty objects', (chars) => times(chars / 3, () => ({}))),
  value('objects', (chars) => times(chars / 12, (at) => ({ id: at }))),
  value('many keys', (chars) => Object.fromEntries(times(chars / 12, (at) => [`k${at}`, 0]))),
  value('one long key', (chars) => ({ ['_'.repeat(chars)]: 'x.' })),
  value('deep lists', (chars) => nested(Math.min(100, chars / 2))),
];
