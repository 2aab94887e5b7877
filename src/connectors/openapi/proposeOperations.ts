import type { OperationSummary } from './chooseOperations.ts';
import { singular, wordsIn } from './shortName.ts';

/** Maximum operations that an import proposes, because more tools overwhelm a model. */
const PROPOSED_MAX = 40;
/** How many operations that create something a proposal gets if it would otherwise have none. */
const CREATIONS = 6;

/** A word in this share of the operations or more, such as `accounts` in all paths, distinguishes none of them. */
const COMMON_SHARE = 0.9;

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words of operations that administer the service. */
const ADMINISTRATION = setOf(`
  admin administration administrator scim enterprise audit auditlog sso saml legal compliance discovery migration license
  provisioning quota billing billable subuser whitelabel secret role permission`);

/** Words of operations about signing in. A document may be about one of them, such as a key-value store. */
const SIGN_IN = setOf('credential password login logout oidc oauth apikey key token');

/** Nouns whose changes administer the service. */
const PEOPLE = setOf(`
  user account org organization organisation member team group teammate workspace tenant company membership usergroup`);

/** Words of secondary operations, such as settings and webhooks. */
const SIDE = setOf(`
  setting config configuration preference webhook hook auth subscription plan report analytic metric stat
  statistic usage health ping version meta test schema batch bulk option feature limit history log event domain
  certificate ip rule policy custom field metadata property validate operation change watch sandbox debug import export
  sync archive definition capability notification template scheme`);

const FINDING = setOf('search find query lookup');
const SELF = setOf('me myself');
const SENDING = setOf('send post reply comment message upload schedule invite');

type Proposable = OperationSummary & { readonly isReadOnly: boolean; readonly isDestructive: boolean };

type Named<T> = {
  readonly operation: T;
  readonly segments: readonly string[];
  /** The fixed parts of the path, each as its words in the singular. */
  readonly nouns: readonly (readonly string[])[];
  readonly tagWords: readonly string[];
};

const isParameter = (segment: string): boolean => segment.startsWith('{');

function namedOf<T extends Proposable>(operation: T): Named<T> {
  const segments = operation.path
    .replace(/\.json$/, '')
    .split('/')
    .filter((segment) => segment !== '' && !/^(?:v?\d[\w.-]*|api|rest)$/i.test(segment));
  const nouns = segments
    .filter((segment) => !isParameter(segment))
    .flatMap((segment) => segment.split(/[.:]/))
    .map((part) => wordsIn(part).map(singular))
    .filter((words) => words.length > 0);
  return { operation, segments, nouns, tagWords: operation.tags.flatMap(wordsIn).map(singular) };
}

type Weights = { isCommon(name: string): boolean; of(name: string): number };

/** How much of the document is about each name, between 0 and 1. */
function weightsOf(all: readonly Named<Proposable>[]): Weights {
  const counts = new Map<string, number>();
  for (const { nouns, tagWords } of all) {
    const names = nouns.map((words) => words.join(' '));
    for (const name of new Set([...names, ...nouns.flat(), ...tagWords])) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const isCommon = (name: string): boolean => (counts.get(name) ?? 0) >= COMMON_SHARE * all.length;
  const most = Math.max(1, ...[...counts].filter(([name]) => !isCommon(name)).map(([, count]) => count));
  return { isCommon, of: (name) => Math.log(1 + (counts.get(name) ?? 0)) / Math.log(1 + most) };
}

/**
 * How likely people pick the operation: reading and searching the document's main nouns first, then creating and
 * sending, and side matters last. Null for administration. Measured by `test/corpus/proposals.test.ts`.
 */
function scoreOf({ operation, segments, nouns, tagWords }: Named<Proposable>, weights: Weights): number | null {
  const own = nouns.filter((words) => !weights.isCommon(words.join(' ')));
  const words = own.flat();
  const last = own.at(-1) ?? [];
  if ([...words, ...tagWords].some((word) => ADMINISTRATION.has(word) && !weights.isCommon(word))) return null;
  if (words.some((word) => SIGN_IN.has(word) && weights.of(word) < 1)) return null;
  if (!operation.isReadOnly && PEOPLE.has(last.at(-1) ?? '')) return null;
  const [verb = ''] = wordsIn(operation.operationId);
  const has = (known: ReadonlySet<string>, words: readonly (string | undefined)[]): number =>
    words.some((word) => word !== undefined && known.has(word)) ? 1 : 0;
  const { length: parameters } = segments.filter(isParameter);
  return (
    1.2 * weights.of(last.join(' ')) +
    1.8 * weights.of((own[0] ?? []).join(' ')) -
    0.5 * own.length -
    0.2 * parameters +
    1.6 * has(FINDING, [last[0], verb, own[0]?.[0]]) +
    1.6 * has(SELF, [last.join(' ')]) +
    (operation.isReadOnly ? 0 : 1.2 * has(SENDING, [...last, verb])) -
    0.5 * Math.min(2, words.filter((word) => SIDE.has(word)).length) +
    shapeScore(operation, segments)
  );
}

/** Hints from the method and the end of the path. */
function shapeScore({ method, path }: Proposable, segments: readonly string[]): number {
  const [isItem, isPart] = [segments.at(-1), segments.at(-2)].map((segment) => isParameter(segment ?? ''));
  // `/cards/{id}/{field}` reads a part of `/cards/{id}`, and `#` marks a variant.
  const variant = (isItem && isPart) || path.includes('#') ? -1 : 0;
  if (method === 'GET') return 1.2 + variant;
  if (isItem) return 0.1 + variant;
  return (method === 'POST' ? 0.4 : -0.5) + variant;
}

const creates = ({ method, isReadOnly }: Proposable): boolean => method === 'POST' && !isReadOnly;

/** The best operations that create a resource the proposal reads: `POST /cards` for `GET /cards` or `/cards/{id}`. */
function creationsFor<T extends Proposable>(proposal: readonly T[], ranked: readonly T[]): readonly T[] {
  const reads = proposal.filter(({ method }) => method === 'GET').map(({ path }) => path);
  const paths = new Set([...reads, ...reads.map((path) => path.replace(/\/\{[^/]*\}$/, ''))]);
  return ranked.filter((operation) => creates(operation) && paths.has(operation.path)).slice(0, CREATIONS);
}

/**
 * The operations that an import selects at first: common actions on the document's main nouns. Never destructive,
 * administrative or deprecated ones, or those about sign-ins and keys.
 */
export function proposeOperations<T extends Proposable>(operations: readonly T[]): ReadonlySet<T> {
  const all = operations.filter(({ isDeprecated, isDestructive }) => !isDeprecated && !isDestructive).map(namedOf);
  const weights = weightsOf(all);
  const scored = all.flatMap((named) => {
    const score = scoreOf(named, weights);
    return score === null ? [] : [{ operation: named.operation, score }];
  });
  const ranked = scored.toSorted((one, other) => other.score - one.score).map(({ operation }) => operation);
  const best = ranked.slice(0, PROPOSED_MAX);
  // In large documents, forty reads can outrank the first operation that creates something.
  const added = best.some(creates) ? [] : creationsFor(best, ranked);
  return new Set([...new Set([...added, ...ranked])].slice(0, PROPOSED_MAX));
}
