/**
 * Checks with `recheck` that every regular expression of the product takes linear time: `npm run lint:regex [FILE…]`.
 * Rewrite an expression that doesn't, or list it in `regex/exceptions.ts` with the bound on its text. Exits 1 for any
 * other, and for obsolete exceptions.
 */
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AttackPattern, check } from 'recheck';
import { COMPUTED, LONGER } from './regex/exceptions.ts';
import { type Pattern, patternsIn } from './regex/literals.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const all = globSync('{src,web/src}/**/*.{ts,tsx}', { exclude: ['src/generated/**', 'web/src/gql/**'] }).sort();
const files = positionals.length > 0 ? positionals : all;

const AT_ONCE = 4;
const CHECK_MS_MAX = 60_000;

type Verdict = { readonly pattern: Pattern; readonly problem: string | null };

async function judge(pattern: Pattern): Promise<Verdict> {
  const { source, flags } = pattern;
  const result = await check(source, flags, { timeout: CHECK_MS_MAX });
  if (result.status === 'safe') return { pattern, problem: null };
  if (result.status === 'unknown') return { pattern, problem: result.error.kind };
  const { isFuzz, summary } = result.complexity;
  return { pattern, problem: isFuzz && !isSlow(pattern, result.attack) ? null : summary };
}

const PUMPS = [20_000, 40_000, 80_000] as const;
const SLOW_MS = 20;
const GROWTH_MAX = 2.5;

/** Runs the attack in the engine at growing sizes, because the checker's fuzzer reports any text with many steps. */
function isSlow({ source, flags }: Pattern, { pumps, suffix }: AttackPattern): boolean {
  const [, half = 0, whole = 0] = PUMPS.map((count) => {
    const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(count)).join('') + suffix;
    return cpuMs(() => new RegExp(source, flags.replace('g', '')).test(text));
  });
  return whole > SLOW_MS && whole > GROWTH_MAX * half;
}

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const keyOf = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string => `/${source}/${flags}`;
const placeOf = ({ path, line }: Pattern): string => `${path}:${line}`;

async function judgeAll(patterns: readonly Pattern[]): Promise<readonly Verdict[]> {
  const queue = [...new Map(patterns.map((pattern) => [keyOf(pattern), pattern])).values()];
  const verdicts: Verdict[] = [];
  const worker = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) verdicts.push(await judge(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return verdicts;
}

const perFile = files.map(patternsIn);
const patterns = perFile.flatMap((file) => file.patterns);
const computed = perFile.flatMap((file) => file.computed);
const verdicts = await judgeAll(patterns);

const longer = new Map(verdicts.map(({ pattern, problem }) => [keyOf(pattern), problem]));
const problems = [
  ...patterns.flatMap((pattern) => {
    const problem = longer.get(keyOf(pattern)) ?? null;
    const isListed = LONGER.some(({ path, pattern: text }) => path === pattern.path && text === keyOf(pattern));
    return problem === null || isListed ? [] : [`${placeOf(pattern)}: ${problem}: ${keyOf(pattern)}`];
  }),
  ...computed
    .filter(({ path, text }) => !COMPUTED.some((known) => known.path === path && known.text === text))
    .map(({ path, line, text }) => `${path}:${line}: made at run time, and not listed with its bound: ${text}`),
  ...(positionals.length > 0 ? [] : unneeded()),
];

function unneeded(): readonly string[] {
  const gone = [
    ...LONGER.filter((known) => !patterns.some((each) => each.path === known.path && keyOf(each) === known.pattern)),
    ...COMPUTED.filter(({ path, text }) => !computed.some((each) => each.path === path && each.text === text)),
  ];
  return gone.map((known) => `${known.path}: needs no exception: ${'text' in known ? known.text : known.pattern}`);
}

for (const problem of problems) console.error(problem);
console.log(
  `${patterns.length} regular expressions, ${longer.size} of them different, in ${files.length} files: ` +
    `${LONGER.length} exceptions with a bound, ${COMPUTED.length} made at run time, ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);
