import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { rowsRead, selectsOf } from '../harness/rowsRead.ts';
import { startWorld } from '../harness/world.ts';
import { ask } from './ask.ts';
import { idOf, seedMany } from './manyRows.ts';

/* For every list of the schema, the number of SQL statements doesn't depend on the number of rows. */

const world = await startWorld();
afterAll(() => world.close());
const { id, apiKey } = world.account;
beforeAll(() => seedMany(world, id));

type Field = GraphQLField<unknown, unknown>;

const isPage = (field: Field): boolean => getNamedType(field.type).name.endsWith('Connection');

function isPlainList({ type, args }: Field): boolean {
  return isListType(getNullableType(type)) && !isLeafType(getNamedType(type)) && !args.some(isRequiredArgument);
}

const LISTS = Object.values(graphqlSchema().getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !/^__|Connection$|Payload$|Error$/.test(name))
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
  .filter(({ field }) => isPage(field) || isPlainList(field));

const LEFT_OUT: ReadonlySet<string> = new Set([
  // Whole documents, and rows again in another form.
  ...['document', 'edges', 'pageInfo'],
  // Read a few tools at a time, because they block the event loop.
  ...['inputSchema', 'outputSchema'],
  // Reads all servers of a stack, of which this account has many; `stackLists.test.ts` counts its statements.
  'attention',
]);

/** Every field of a row, the fields of its objects, and the first row of its lists. */
function fieldsOf(type: unknown, depth: number): string {
  if (!isObjectType(type) && !isInterfaceType(type)) return '__typename';
  const fields = Object.values(type.getFields()).filter(
    ({ name, args }) => !LEFT_OUT.has(name) && !args.some(isRequiredArgument),
  );
  const parts = fields.map((field) => {
    const named = getNamedType(field.type);
    if (isLeafType(named)) return field.name;
    if (depth === 0) return '';
    return isPage(field)
      ? `${field.name}(first: 1) { nodes { ${fieldsOf(rowOf(named), 0)} } }`
      : `${field.name} { ${fieldsOf(named, 0)} }`;
  });
  return ['__typename', ...parts].join(' ');
}

const rowOf = (page: unknown): unknown => getNamedType((page as GraphQLObjectType).getFields()['nodes']?.type);

/** The way from the root to an object that has many rows in its lists. */
const WAYS: Readonly<Record<string, (list: string) => string>> = {
  Query: (list) => list,
  Stack: (list) => `stack(by: { id: "${idOf('stack', 1)}" }) { ${list} }`,
  ClientEndpoint: (list) => `clientEndpoint(by: { id: "${idOf('endpoint', 1)}" }) { ${list} }`,
  Server: (list) => `server(by: { slug: "many50" }) { ${list} }`,
  StackServer: (list) => `stack(by: { id: "${idOf('stack', 1)}" }) { servers(first: 1) { nodes { ${list} } } }`,
};

type Counted = { readonly rows: number; readonly statements: readonly string[] };

async function countsOf(query: string): Promise<Counted> {
  const { result, reads } = await rowsRead(() => ask(world.url, apiKey, query));
  expect(result.errors, query).toEqual([]);
  const rows = JSON.stringify(result.data).split('"row":').length - 1;
  return { rows, statements: selectsOf(reads) };
}

/** The lower count of two tries, because the service sometimes does other work. */
async function fewestOf(query: string): Promise<Counted> {
  const [one, other] = [await countsOf(query), await countsOf(query)];
  return one.statements.length <= other.statements.length ? one : other;
}

/** Definitions of tools are read a few rows at a time, because parsing them blocks the event loop. */
const isPart = (sql: string): boolean => sql.includes('"tool"."input_schema"');
/** Rows of one place may join two reads, if the first one has begun. */
const BATCHES_MAX = 2;

/** Statements that run more often than a read of all rows does. */
function repeated({ statements }: Counted): readonly string[] {
  const times = new Map<string, number>();
  // Statements that differ only in the number of values count as the same.
  for (const sql of statements) {
    const text = sql.replace(/\$\d+(?:,\$\d+)*/g, '$');
    if (!isPart(sql)) times.set(text, (times.get(text) ?? 0) + 1);
  }
  return [...times].filter(([, count]) => count > BATCHES_MAX).map(([text, count]) => `${count} times ${text}`);
}

const PAGED = LISTS.filter(({ type, field }) => isPage(field) && WAYS[type.name]);
const named = (lists: typeof LISTS) => lists.map((list) => ({ at: `${list.type.name}.${list.field.name}`, ...list }));

it.each(named(PAGED))('$at reads 20 rows with the statements of 2', async ({ at, type, field }) => {
  const fields = fieldsOf(rowOf(getNamedType(field.type)), 1);
  const queryOf = (first: number) =>
    `{ ${WAYS[type.name]?.(`${field.name}(first: ${first}) { nodes { row: __typename ${fields} } }`)} }`;
  await countsOf(queryOf(1));
  const [few, many] = [await fewestOf(queryOf(2)), await fewestOf(queryOf(20))];
  process.stdout.write(`${at}: ${many.rows} rows, ${many.statements.length} statements\n`);
  const wholeReads = ({ statements }: Counted) => statements.filter((sql) => !isPart(sql)).length;
  expect(wholeReads(many) - wholeReads(few), many.statements.join('\n')).toBeLessThan(BATCHES_MAX);
  expect(repeated(many).filter((each) => !repeated(few).includes(each))).toEqual([]);
});

/** Root fields that return a whole list, without pages. */
const SHORT = LISTS.filter(({ type, field }) => type.name === 'Query' && !isPage(field));
/** Lists that only a signed-in person may read. */
const OF_PEOPLE: ReadonlySet<string> = new Set(['passkeys', 'sessions']);

it.each(named(SHORT).filter(({ field }) => !OF_PEOPLE.has(field.name)))(
  '$at reads all rows at once',
  async ({ at, field }) => {
    const query = `{ ${field.name} { row: __typename ${fieldsOf(getNamedType(field.type), 1)} } }`;
    await countsOf(query);
    const all = await fewestOf(query);
    process.stdout.write(`${at}: ${all.rows} rows, ${all.statements.length} statements\n`);
    expect(repeated(all)).toEqual([]);
  },
);

it('tries every list with pages', () => {
  const pages = LISTS.filter(({ field }) => isPage(field));
  process.stdout.write(`${PAGED.length} of ${pages.length} lists with pages, ${SHORT.length} short ones at the root\n`);
  expect(pages.filter((list) => !PAGED.includes(list)).map(({ type, field }) => `${type.name}.${field.name}`)).toEqual(
    [],
  );
});
