import { isRecord } from '../../src/core/lib/json.ts';
import type { Random } from '../trust/random.ts';
import { type DescribedApi, describedApis, readApi } from './documents.ts';
import { type Node, type Operation, operationsOf, strataOf } from './operations.ts';

/** A description, and its operations that are tried. */
export type SampledApi = {
  readonly api: DescribedApi;
  readonly document: Node;
  readonly operations: readonly Operation[];
};

/** A feature counts as rare until the sample has this many operations with it. */
const OF_ONE_STRATUM = 6;
const OF_ONE_API = 4;

// A star in a path would also match other paths.
const isUsable = ({ path, parameters }: Operation): boolean =>
  !path.includes('*') && !/\?.*\{/.test(path) && parameters.every(({ name }) => typeof name === 'string');

function pick(document: Node, counts: Map<string, number>, random: Random): Operation[] {
  const left = operationsOf(document).filter(isUsable);
  const picked: Operation[] = [];
  const isRare = (stratum: string): boolean => (counts.get(stratum) ?? 0) < OF_ONE_STRATUM;
  while (picked.length < OF_ONE_API && left.length > 0) {
    const [operation] = left.splice(random.int(left.length), 1);
    if (operation === undefined) break;
    const strata = strataOf(operation);
    if (!strata.some(isRare) && picked.length > 0) continue;
    for (const stratum of strata) counts.set(stratum, (counts.get(stratum) ?? 0) + 1);
    picked.push(operation);
  }
  return picked;
}

/** Draws operations from many descriptions. From each one, takes operations with rare features, and at least one. */
export function* drawSample(random: Random, atLeast: number): Generator<SampledApi> {
  const counts = new Map<string, number>();
  let drawn = 0;
  for (const api of describedApis(random)) {
    if (drawn >= atLeast) return;
    const document = readApi(api);
    if (!isRecord(document)) continue;
    const operations = pick({ ...document }, counts, random);
    if (operations.length === 0) continue;
    drawn += operations.length;
    yield { api, document, operations };
  }
}

/** The sampled operations, in the form of an import's selection. */
export const operationPathsOf = ({ operations }: SampledApi): string[] =>
  operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
