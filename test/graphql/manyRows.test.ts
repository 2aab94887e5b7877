import {
  type GraphQLArgument,
  type GraphQLNamedType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXACT_CALLS_MAX } from '../../src/core/callRecords/statistics.ts';
import { BOUNDS } from '../../src/core/kernel/bounds.ts';
import { leastBusyMs } from '../harness/longestWait.ts';
import { rowsRead } from '../harness/rowsRead.ts';
import { startWorld } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { answerTo, everyOperation } from './everyOperation.ts';
import { idOf, MANY, seedMany } from './manyRows.ts';

/* A query's reads depend on its output, not on the account's size. */

const world = await startWorld();
afterAll(() => world.close());
const { id, apiKey } = world.account;
beforeAll(() => seedMany(world, id));

/** The limit for the CPU time of one turn. With one row per stack and change, it would take ten times as long. */
const BUSY_MS_MAX = 60;

it('the stacks of many changes delay nobody', async () => {
  const changes = (first: number) =>
    ask(world.url, apiKey, `{ toolChanges(first: ${first}) { nodes { isRefused stackIds } } }`);
  await dataOf(changes(1));
  const { result, reads } = await rowsRead(() => changes(100));
  const stackIds = Array.from({ length: 100 }, (_, at) => idOf('stack', at + 1));
  const nodes = Array.from({ length: MANY.definitions }, () => ({ isRefused: false, stackIds }));
  expect(result.data).toEqual({ toolChanges: { nodes } });
  expect(reads[0]?.rows).toBe(MANY.definitions);
  expect(await leastBusyMs(() => changes(100))).toBeLessThan(BUSY_MS_MAX);
});

/** Requests two rows of a list. */
const pageArguments = (args: readonly GraphQLArgument[]): string =>
  args.some(({ name }) => name === 'first') ? '(first: 2)' : '';

/** Fields to omit: duplicates of `nodes`, and documents, each of which costs as much as a page. */
const LEFT_OUT: ReadonlySet<string> = new Set(['edges', 'pageInfo', 'document']);

/** All fields to this depth, with pages of two rows. */
function pagesOf(type: GraphQLNamedType, depth: number): string {
  if (isUnionType(type)) {
    const of = type.getTypes().map((each) => `... on ${each.name} { ${pagesOf(each, depth)} }`);
    return ['__typename', ...of].join(' ');
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return '';
  const isPage = type.name.endsWith('Connection');
  const parts = Object.values(type.getFields()).map(({ name, args, type: of }) => {
    const named = getNamedType(of);
    if (args.some(isRequiredArgument) || LEFT_OUT.has(name)) return '';
    if (isLeafType(named)) return name;
    if (depth === 0 && !isPage) return '';
    return `${name}${pageArguments(args)} { ${pagesOf(named, isPage ? depth : depth - 1)} }`;
  });
  return ['__typename', ...parts].join(' ');
}

const EXAMPLES: Readonly<Record<string, unknown>> = {
  ...{ first: 2, stackId: idOf('stack', 1), callerId: idOf('token', 1), toolId: 'many1_tool1' },
  ...{ 'stack.id': idOf('stack', 1), 'node.id': idOf('stack', 1), 'clientEndpoint.id': idOf('endpoint', 1) },
  ...{ 'server.id': 'many1', 'tool.id': 'many1_tool1', 'stackToken.id': idOf('token', 1), serverId: 'many1' },
  ...{ since: new Date(Date.now() - 3_600_000).toISOString(), bucketSeconds: 60, days: 1, effect: 'DENY' },
  ...{ name: 'io.github.user/weather', stackDocument: { name: 'many 1', servers: [] } },
};

/** Pages of two rows read far fewer. But a stack's enabled tools are read 250 at a time, into a shared cache. */
const ROWS_MAX = 250;
/** Operations that read more, and their limits. */
const MORE: Readonly<Record<string, number>> = {
  // Looks for an agent's call among the newest thousand.
  firstSteps: 1_000,
  // A document has all enabled tools.
  stackDocument: 10_000,
  stackPlan: 10_000,
  users: BOUNDS.max_users.max,
  // Groups the calls by tool, up to this many groups.
  tryPolicyRule: 1_000,
  // Groups up to this many calls by tool and outcome, so it may return one row for each call.
  toolStatistics: EXACT_CALLS_MAX,
};

/** Operations that only a signed-in person may use. */
const BY_PEOPLE: ReadonlySet<string> = new Set(['passkeys', 'sessions']);

const QUERIES = everyOperation(
  (name) => EXAMPLES[name],
  (type) => pagesOf(type, 3),
).filter(({ kind }) => kind === 'query');

it.each(QUERIES)('$name reads only what it shows', async (operation) => {
  const authorization = `Bearer ${apiKey}`;
  const { reads, result } = await rowsRead(() => answerTo(world.url, operation, { authorization }));
  expect(result.slice(0, 3)).toBe(BY_PEOPLE.has(operation.name) ? '403' : '200');
  expect(reads.filter(({ rows }) => rows > (MORE[operation.name] ?? ROWS_MAX))).toEqual([]);
});
