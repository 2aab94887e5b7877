import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from './databases.ts';
import { filesBelow, findHits, type Hit, type Piece } from './scan.ts';
import { type Canary, type Needle, needlesOf } from './secrets.ts';

export const PLACES = ['responses', 'log', 'command line', 'dump', 'data directory'] as const;
export type Place = (typeof PLACES)[number];

/** Places whose contents remain after a response is sent. */
const STORED_PLACES = ['log', 'dump', 'data directory'] as const;

/** Secrets, and the places where they must not appear. */
export type Forbidden = { readonly canaries: readonly Canary[]; readonly places: readonly Place[] };

export type Findings = {
  readonly hits: readonly Hit[];
  /**
   * Where the scan found the canary that was planted on purpose. It must find all places; otherwise the scan is blind.
   */
  readonly planted: readonly Hit[];
  readonly bytes: ReadonlyMap<Place, number>;
};

export type Search = {
  search(place: Place, pieces: Iterable<Piece>): void;
  findings(): Findings;
};

export function createSearch(forbidden: readonly Forbidden[], planted: Canary): Search {
  const hits: Hit[] = [];
  const plantedHits: Hit[] = [];
  const bytes = new Map<Place, number>();
  const plantedNeedles = needlesOf([planted]);
  const needlesAt = (place: Place): readonly Needle[] =>
    forbidden.flatMap(({ canaries, places }) => (places.includes(place) ? needlesOf(canaries) : []));
  return {
    search(place, pieces) {
      const needles = needlesAt(place);
      for (const each of pieces) {
        bytes.set(place, (bytes.get(place) ?? 0) + each.bytes.length);
        hits.push(...findHits(place, [each], needles));
        plantedHits.push(...findHits(place, [each], plantedNeedles));
      }
    },
    findings: () => ({ hits, planted: plantedHits, bytes }),
  };
}

/**
 * Credentials may appear nowhere. Keys and tokens, which their owner sees once, may not appear in anything that
 * remains.
 */
export function forbiddenThings(
  store: Store,
  credentials: readonly Canary[],
  keys: readonly Canary[],
): readonly Forbidden[] {
  const masterKey = [{ name: 'master key', value: masterKeyOf(store) }];
  return [
    { canaries: credentials.filter(({ isOpen }) => !isOpen), places: PLACES },
    { canaries: credentials.filter(({ isOpen }) => isOpen), places: STORED_PLACES },
    { canaries: keys, places: STORED_PLACES },
    { canaries: masterKey, places: ['responses', 'log', 'command line', 'dump'] },
  ];
}

const masterKeyOf = ({ env }: Store): string =>
  env['TOOLYARD_MASTER_KEY'] ?? readFileSync(join(env['TOOLYARD_DATA_DIR'] ?? '', 'master.key'), 'utf8').trim();

export function* filesOf({ directories }: Store): Generator<Piece> {
  for (const directory of directories) yield* filesBelow(directory);
}
