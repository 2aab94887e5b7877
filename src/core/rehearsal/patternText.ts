const CHARS_MAX = 4_096;
const GROUPS_MAX = 64;

/** A read part of a pattern: appends a match to a text. `more` is how often a part without a maximum repeats. */
type Writer = (text: string, more: number) => string;

/** Where the reader is in a pattern. */
type Reader = { readonly pattern: string; at: number; groups: number };

/** A pattern that the reader doesn't know, or a text that is too long. */
class Unsupported extends Error {
  override readonly name = 'UnsupportedPattern';
}

/**
 * A text that a pattern of ECMA-262 may match, from the first of its alternatives; null for a pattern that isn't
 * supported. Back references and look-around are ignored, so the caller has to test the text.
 */
export function patternText(pattern: string, more: number): string | null {
  try {
    const reader = { pattern, at: 0, groups: 0 };
    const write = readAlternatives(reader);
    if (reader.at < pattern.length) return null;
    return write('', more);
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

function readAlternatives(reader: Reader): Writer {
  const first = readSequence(reader);
  while (reader.pattern[reader.at] === '|') {
    reader.at += 1;
    readSequence(reader);
  }
  return first;
}

function readSequence(reader: Reader): Writer {
  const parts: Writer[] = [];
  while (reader.at < reader.pattern.length && !/[|)]/.test(reader.pattern[reader.at] ?? '')) {
    parts.push(readQuantifier(reader, readAtom(reader)));
  }
  return (text, more) => parts.reduce((written, part) => part(written, more), text);
}

const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

function readQuantifier(reader: Reader, atom: Writer): Writer {
  const [whole, sign, min, comma, max] = matchAt(reader, QUANTIFIER) ?? [];
  if (whole === undefined) return atom;
  const least = sign === undefined ? Number(min) : Number(sign === '+');
  const isOpen = sign === '*' || sign === '+' || (comma !== undefined && max === '');
  const most = sign === '?' ? 1 : Number(max || least);
  return (text, more) => {
    let written = text;
    const times = Math.max(least, isOpen ? more : Math.min(most, more));
    for (let count = 0; count < times; count += 1) {
      written = atom(written, more);
      if (written.length > CHARS_MAX) throw new Unsupported();
    }
    return written;
  };
}

function matchAt(reader: Reader, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = reader.at;
  const match = expression.exec(reader.pattern);
  if (match) reader.at += match[0].length;
  return match;
}

const NOTHING: Writer = (text) => text;
const LOOK_AROUND = /\(\?<?[=!]/y;
const GROUP = /\((?:\?:|\?<[A-Za-z_]\w*>)?(?!\?)/y;
const CLASS = /\[(\^?)((?:\\.|[^\]\\])*)\]/y;
const ESCAPE = /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([pP]\{[^}]*\})|(.))/y;

function readAtom(reader: Reader): Writer {
  if (matchAt(reader, LOOK_AROUND)) {
    readGroup(reader);
    return NOTHING;
  }
  if (matchAt(reader, GROUP)) return readGroup(reader);
  const listed = matchAt(reader, CLASS);
  if (listed) return appending(charOf(listed[1] === '^', listed[2] ?? ''));
  const escaped = matchAt(reader, ESCAPE);
  if (escaped) return writeEscape(escaped);
  const char = String.fromCodePoint(reader.pattern.codePointAt(reader.at) ?? 0);
  reader.at += char.length;
  if (/[*+?(]/.test(char)) throw new Unsupported();
  if (char === '^' || char === '$') return NOTHING;
  return appending(char === '.' ? 'a' : char);
}

function readGroup(reader: Reader): Writer {
  reader.groups += 1;
  if (reader.groups > GROUPS_MAX) throw new Unsupported();
  const inner = readAlternatives(reader);
  if (reader.pattern[reader.at] !== ')') throw new Unsupported();
  reader.at += 1;
  return inner;
}

const appending =
  (char: string): Writer =>
  (text) =>
    text + char;

/** Characters of the classes that an escape can name. */
const OF_ESCAPES: Readonly<Record<string, string>> = {
  d: '1',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  v: '\v',
};

function writeEscape([, long, short, byte, property, char = '']: RegExpExecArray): Writer {
  const code = long ?? short ?? byte;
  if (code !== undefined) return appending(String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff)));
  if (property !== undefined) return appending(/^p\{(?:gc=)?(?:N|Nd)\b/.test(property) ? '1' : 'a');
  if (/[bB\dk]/.test(char) && char !== '0') return NOTHING;
  return appending(OF_ESCAPES[char] ?? char);
}

/** Characters that a class may contain, common ones first. */
const COMMON = [
  ...'a1A0-_ .:/@#xyz',
  ...Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at)),
  'é',
  '中',
];

/** A character of a class. @throws Unsupported for a class that none of the common characters match */
function charOf(isNegated: boolean, members: string): string {
  try {
    const test = new RegExp(`^[${isNegated ? '^' : ''}${members}]$`, 'u');
    const char = COMMON.find((each) => test.test(each));
    if (char !== undefined) return char;
  } catch {
    // A class that only patterns without the flag `u` may contain.
  }
  throw new Unsupported();
}
