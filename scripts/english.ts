/**
 * Counts the patterns of `docs/style.md` that make a native reader stop, by surface. Fails if a count rises above the
 * one in `scripts/english/counts.json`; `--record` lowers those counts. `--show SURFACE` lists each marked sentence
 * with its place. `--draw SURFACE [COUNT] [SEED]` prints random sentences.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PATTERNS, wordsIn } from './english/patterns.ts';
import { type Surface, sentencesOf, type Text, textsOf } from './english/texts.ts';

type Counts = Readonly<Record<string, number>>;

const COUNTS = 'scripts/english/counts.json';
const DRAWN = 90;
const SURFACES: readonly Surface[] = ['dashboard', 'docs', 'cli', 'graphql', 'openapi', 'messages', 'comments'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean' }, show: { type: 'string' }, draw: { type: 'string' } },
});

const surfaceNamed = (name: string): Surface => {
  const surface = SURFACES.find((each) => each === name);
  if (surface === undefined) throw new Error(`Unknown surface ${name}: use one of ${SURFACES.join(', ')}`);
  return surface;
};

const sentencesIn = (surface: Surface): readonly Text[] =>
  textsOf(surface)
    .flatMap(sentencesOf)
    .filter(({ text }) => wordsIn(text) > 1);

const namesOf = (sentence: string): readonly string[] =>
  PATTERNS.filter(({ test }) => test(sentence)).map(({ name }) => name);

function show(surface: Surface): void {
  for (const { place, text } of sentencesIn(surface)) {
    const names = namesOf(text);
    if (names.length > 0) console.log(`${place}\t${names.join('; ')}\t${text}`);
  }
}

/** The same seed draws the same sentences (mulberry32). */
function draw(surface: Surface, count: number, seed: number): void {
  const sentences = [...new Set(sentencesIn(surface).map(({ text }) => text))];
  let state = seed;
  for (let left = Math.min(count, sentences.length); left > 0; left -= 1) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const at = Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sentences.length);
    console.log(`- ${sentences.splice(at, 1)[0]}`);
  }
}

function countAll(): Counts {
  const counts: Record<string, number> = {};
  for (const surface of SURFACES) {
    const sentences = sentencesIn(surface);
    const patternNames = sentences.map(({ text }) => namesOf(text));
    const marked = patternNames.filter((names) => names.length > 0).length;
    const words = sentences.reduce((sum, { text }) => sum + wordsIn(text), 0);
    const perThousand = ((1000 * marked) / sentences.length).toFixed(0);
    const average = (words / sentences.length).toFixed(1);
    console.log(
      `${surface}: ${marked} of ${sentences.length} sentences (${perThousand} per 1,000), ${average} words each`,
    );
    for (const { name } of PATTERNS) {
      const count = patternNames.filter((names) => names.includes(name)).length;
      if (count > 0) console.log(`  ${String(count).padStart(5)}  ${name}`);
    }
    counts[surface] = marked;
  }
  return counts;
}

function compare(): void {
  const before: Counts = existsSync(COUNTS) ? JSON.parse(readFileSync(COUNTS, 'utf8')) : {};
  const now = countAll();
  const risen = Object.keys(now).filter(
    (surface) => (now[surface] ?? 0) > (before[surface] ?? Number.POSITIVE_INFINITY),
  );
  if (values.record === true) writeFileSync(COUNTS, `${JSON.stringify(now, null, 2)}\n`);
  else if (risen.length > 0) {
    console.error(`More sentences to read twice than before: ${risen.join(', ')}. List them with --show SURFACE.`);
    process.exitCode = 1;
  }
}

if (values.show !== undefined) show(surfaceNamed(values.show));
else if (values.draw !== undefined)
  draw(surfaceNamed(values.draw), Number(positionals[0] ?? DRAWN), Number(positionals[1] ?? 1));
else compare();
