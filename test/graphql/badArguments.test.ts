import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';
import { serverDocument } from './documents.ts';

/* A bad argument fails its own field, at its path, and leaves the others alone; a bad variable fails the request. */

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await startWorld();
  const { ctx } = world.account;
  await world.saveServer(serverDocument('shop', { tools: ['find', 'buy'] }));
  const { id } = await createStack(ctx, { name: 'ours' });
  await addServerToStack(ctx, id, { serverId: 'shop', enableAllTools: true });
  const { endpoint } = await createClientEndpoint(ctx, { stackId: id, name: 'agent' });
  Object.assign(ids, { stack: id, server: 'shop', tool: 'shop_find', clientEndpoint: endpoint.id });
});
afterAll(() => world.close());

const schema = graphqlSchema();
const cursor = (text: string) => Buffer.from(text).toString('base64');
/** By the argument’s type: values that the schema takes, and that mean nothing. */
const BAD: Readonly<Record<string, readonly unknown[]>> = {
  Int: [101, -1, 2_147_483_647],
  String: ['', 'x', '\u0000', 'x'.repeat(5_000), cursor('GPC:N:1'), cursor('GPC:S:\u0000'), cursor('GPC:T:["S:x"]')],
  ID: ['', 'x', '\u0000', '../..', 'x'.repeat(5_000)],
  DateTime: ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
};
/** Values that no type takes: given as variables, they fail the request before it is executed. */
const WRONG = [{ a: 1 }, [[{}]], 'no such value'] as const;

type Field = GraphQLField<unknown, unknown>;
type Place = { readonly open: string; readonly close: string; readonly path: readonly string[]; readonly field: Field };

const wish = ({ type }: Field): string => {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  return named.name.endsWith('Connection') ? '{ nodes { __typename } }' : '{ __typename }';
};

/** Every field with arguments, of objects that there are. */
function places(): Place[] {
  const found: Place[] = [];
  const seen = new Set<string>();
  const visit = (type: GraphQLObjectType, open: string, close: string, path: readonly string[]): void => {
    for (const field of Object.values(type.getFields())) {
      if (field.args.length > 0) found.push({ open, close, path, field });
    }
    for (const { name, args, type: of } of Object.values(type.getFields())) {
      const named = getNamedType(of);
      const isRow = named.name.endsWith('Connection');
      const node = isObjectType(named) && isRow ? getNamedType(named.getFields()['nodes']?.type ?? named) : named;
      const needsId = args.some(({ name: each }) => each === 'id');
      const id = path.length === 0 && needsId ? ids[name] : undefined;
      if (!isObjectType(node) || seen.has(node.name) || path.length > 6) continue;
      if (args.some(isRequiredArgument) ? id === undefined : needsId && id === undefined) continue;
      seen.add(node.name);
      const given = id === undefined ? '' : `(id: ${JSON.stringify(id)})`;
      const isList = isListType(getNullableType(of));
      const [down, up] = isRow ? [`${name}${given} { nodes {`, '} }'] : [`${name}${given} {`, '}'];
      visit(node, `${open} ${down}`, `${up} ${close}`, [
        ...path,
        name,
        ...(isRow ? ['nodes', '0'] : isList ? ['0'] : []),
      ]);
    }
  };
  const query = schema.getQueryType();
  if (query) visit(query, '', '', []);
  return found;
}

const badFor = (type: string): readonly unknown[] => BAD[type] ?? [];

it('a bad value of an argument fails its own field, and a wrong one the request', async () => {
  let [tried, failed, refused] = [0, 0, 0];
  const wrong: string[] = [];
  const all = places();
  const send = (query: string, variables: object) => ask(world.url, world.account.apiKey, query, variables);
  for (const { open, close, path, field } of all) {
    const others = field.args.filter(isRequiredArgument).map(({ name }) => name);
    for (const arg of field.args) {
      if (others.some((name) => name !== arg.name)) continue;
      const at = [...path.filter((each) => each !== '0' && each !== 'nodes'), field.name, arg.name].join('.');
      const text = `query ($value: ${arg.type}) { viewer { scopes } ${open} bad: ${field.name}(${arg.name}: $value) ${wish(field)} ${close} }`;
      for (const value of badFor(String(getNullableType(arg.type)))) {
        const { status, data, errors } = await send(text, { value });
        tried += 1;
        if (errors.length > 0) failed += 1;
        const stands = errors.every((error) => (error.path ?? []).map(String).join('.') === [...path, 'bad'].join('.'));
        const isAlone = data?.['viewer'] !== null && data?.['viewer'] !== undefined;
        if (!stands || !isAlone || status !== 200)
          wrong.push(`${at} = ${JSON.stringify(value).slice(0, 40)}: ${status}`);
      }
      for (const value of WRONG) {
        const takesAny = ['JSON', 'String', 'ID'].includes(getNamedType(arg.type).name) && typeof value === 'string';
        if (takesAny || getNamedType(arg.type).name === 'JSON') continue;
        const answer = await send(text, { value });
        tried += 1;
        refused += 1;
        if (answer.data !== undefined || answer.errors.some((error) => error.path !== undefined))
          wrong.push(`${at} = ${JSON.stringify(value)}: a request error with data`);
      }
    }
  }
  const enums = all.filter(({ field }) => field.args.some(({ type }) => isEnumType(getNamedType(type)))).length;
  process.stdout.write(
    `${all.length} fields with arguments (${enums} with enums), ${tried} values: ${failed} failed their field, ${refused} the request, ${wrong.length} something else\n`,
  );
  expect(wrong).toEqual([]);
  expect([all.length, failed]).toEqual([expect.toSatisfy((n) => n > 40), expect.toSatisfy((n) => n > 100)]);
});
