import type { Random } from './random.ts';

/** Texts that often break services. */
export const TEXTS = [
  '',
  ' ',
  'x',
  '0',
  '-1',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '../..',
  '%00',
  '\u0000',
  '\ufeff',
  '𝕊🙈',
  'a'.repeat(101),
  'a'.repeat(20_000),
  "' OR 1=1 --",
  '{{7*7}}',
  '${' + 'x}',
  '\r\nX-Injected: 1',
  '<script>',
  'result_x',
  'stack_',
  '2026-13-45',
  '1e309',
  '\\u0000',
  '"',
  "'",
  '\\',
  '‮',
  'ﬃ',
];

const NUMBERS = [0, -0, 1, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER + 2, 2 ** 31, -(2 ** 63)];

/** Any JSON, up to a depth. */
function anyJson(random: Random, depth = 3): unknown {
  const kind = random.int(depth > 0 ? 7 : 5);
  if (kind === 0) return random.pick(TEXTS);
  if (kind === 1) return random.pick(NUMBERS);
  if (kind < 5) return random.pick([null, true, false, [], {}]);
  const parts = Array.from({ length: random.int(4) }, () => anyJson(random, depth - 1));
  if (kind === 5) return parts;
  return Object.fromEntries(parts.map((part) => [random.pick(TEXTS), part]));
}

/** A valid value in which one part is replaced, omitted or added. */
function bend(random: Random, value: unknown): unknown {
  if (random.chance(0.25)) return anyJson(random);
  if (Array.isArray(value)) return value.map((item) => (random.chance(0.5) ? bend(random, item) : item));
  if (typeof value !== 'object' || value === null) return random.chance(0.5) ? value : anyJson(random, 1);
  const remaining = Object.entries(value).filter(() => random.chance(0.85));
  const bent = remaining.map(([name, part]) => [name, random.chance(0.5) ? bend(random, part) : part] as const);
  const extra = random.chance(0.2) ? [[random.pick(TEXTS), anyJson(random, 1)] as const] : [];
  return Object.fromEntries([...bent, ...extra]);
}

/** The text of a body: mostly JSON, sometimes syntactically broken. */
export function bodyText(random: Random, valid: unknown): string {
  const text = JSON.stringify(random.chance(0.1) ? valid : bend(random, valid)) ?? 'null';
  if (random.chance(0.85)) return text;
  return random.pick([
    text.slice(0, random.int(text.length + 1)),
    `${text}${text}`,
    `${'['.repeat(6_000)}${']'.repeat(6_000)}`,
    `${'{"a":'.repeat(6_000)}1${'}'.repeat(6_000)}`,
    `\ufeff${text}`,
    '{"a":1,"a":2}',
    '{"stack_name": 1e999}',
    text.replaceAll('"', "'"),
  ]);
}
