import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
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

/* A bad argument fails only its own field, at its path. A bad variable fails the whole request. */

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
/** By the argument’s type: values that are valid in the schema but mean nothing. */
const BAD: Readonly<Record<string, readonly unknown[]>> = {
  Int: [101, -1, 2_147_483_647],
  String: ['', 'x', '\u0000', 'x'.repeat(5_000), cursor('GPC:N:1'), cursor('GPC:S:\u0000'), cursor('GPC:T:["S:x"]')],
  ID: ['', 'x', '\u0000', '../..', 'x'.repeat(5_000)],
  DateTime: ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
};
/** Values that no type allows: as variables, they fail the request before it runs. */
const WRONG = [{ a: 1 }, [[{}]], 'no such value'] as const;

type Field = GraphQLField<unknown, unknown>;
type Value = GraphQLArgument | GraphQLInputField;
type Place = { readonly open: string; readonly close: string; readonly path: readonly string[]; readonly field: Field };

const selectionOf = ({ type }: Field): string => {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  return named.name.endsWith('Connection') ? '{ nodes { __typename } }' : '{ __typename }';
};

type Visit = Omit<Place, 'field'> & { readonly type: GraphQLObjectType };

/** Fields of existing objects to test: objects of every type that the account has. */
function below({ open, close, path }: Visit, { name, args, type: of }: Field): Visit | null {
  const named = getNamedType(of);
  const isPage = named.name.endsWith('Connection');
  const type = isObjectType(named) && isPage ? getNamedType(named.getFields()['nodes']?.type ?? named) : named;
  const id = path.length === 0 ? ids[name] : undefined;
  const needsId = args.some((arg) => arg.name === 'id' || isRequiredArgument(arg));
  if (!isObjectType(type) || path.length > 6 || (needsId && id === undefined)) return null;
  const isById = args.some((arg) => arg.name === 'id');
  const text = JSON.stringify(id);
  const argument = needsId ? (isById ? `(id: ${text})` : `(by: { id: ${text} })`) : '';
  const [down, up] = isPage ? [`${name}${argument} { nodes {`, '} }'] : [`${name}${argument} {`, '}'];
  const index = isListType(getNullableType(of)) ? ['0'] : [];
  const next = [...path, name, ...(isPage ? ['nodes', '0'] : index)];
  return { type, open: `${open} ${down}`, close: `${up} ${close}`, path: next };
}

/** Every field with arguments, on objects that exist. */
function places(): Place[] {
  const type = schema.getQueryType();
  const waiting: Visit[] = type ? [{ type, open: '', close: '', path: [] }] : [];
  const seen = new Set<GraphQLObjectType>();
  const all: Place[] = [];
  for (let visit = waiting.shift(); visit; visit = waiting.shift()) {
    if (seen.has(visit.type)) continue;
    seen.add(visit.type);
    const here = visit;
    const fields = Object.values(visit.type.getFields());
    all.push(...fields.filter(({ args }) => args.length > 0).map((field) => ({ ...here, field })));
    waiting.push(...fields.flatMap((field) => below(here, field) ?? []));
  }
  return all;
}

type Case = {
  readonly label: string;
  readonly query: string;
  readonly path: string;
  readonly argument: Value;
};

/** An argument, and each field of a filter. */
const valuesOf = (argument: GraphQLArgument): { readonly argument: Value; readonly text: string }[] => {
  const { name, type } = argument;
  const whole = { argument, text: `${name}: $value` };
  if (name !== 'filter' || !isInputObjectType(type)) return [whole];
  const members = Object.values(type.getFields());
  return [whole, ...members.map((member) => ({ argument: member, text: `filter: { ${member.name}: $value }` }))];
};

/** Cases that test each argument separately, together with a valid field. */
const casesOf = ({ open, close, path, field }: Place): Case[] =>
  field.args
    .filter(({ name }) => field.args.every((other) => other.name === name || !isRequiredArgument(other)))
    .flatMap(valuesOf)
    .map(({ argument, text }) => ({
      label: `${path.join('.')} ${field.name}(${text})`,
      query: `query ($value: ${argument.type}) { viewer { scopes } ${open} bad: ${field.name}(${text}) ${selectionOf(field)} ${close} }`,
      path: [...path, 'bad'].join('.'),
      argument,
    }));

const badFor = ({ type }: Value): readonly unknown[] => BAD[String(getNullableType(type))] ?? [];

function wrongFor({ type }: Value): readonly unknown[] {
  const { name } = getNamedType(type);
  if (name === 'JSON') return [];
  return WRONG.filter((value) => typeof value !== 'string' || !['String', 'ID'].includes(name));
}

const send = (query: string, value: unknown) => ask(world.url, world.account.apiKey, query, { value });

it('a bad argument fails its own field, and an invalid variable fails the request', async () => {
  const all = places();
  const cases = all.flatMap(casesOf);
  let [tried, failed] = [0, 0];
  const wrong: string[] = [];
  const check = (isRight: boolean, label: string, value: unknown): void => {
    tried += 1;
    if (!isRight) wrong.push(`${label} = ${JSON.stringify(value).slice(0, 40)}`);
  };
  for (const { label, query, path, argument } of cases) {
    for (const value of badFor(argument)) {
      const { status, data, errors } = await send(query, value);
      if (errors.length > 0) failed += 1;
      // Every row of a list fails its own field.
      const isOwn = errors.every(
        (error) => error.path?.map((part) => (Number.isInteger(part) ? 0 : part)).join('.') === path,
      );
      check(isOwn && status === 200 && Boolean(data?.['viewer']), label, value);
    }
    for (const value of wrongFor(argument)) {
      const { data, errors } = await send(query, value);
      check(data === undefined && errors.length > 0 && errors.every((error) => !error.path), label, value);
    }
  }
  expect(
    all.filter(({ field: { type } }) => isNonNullType(type)).map(({ path, field }) => [...path, field.name]),
  ).toEqual([]);
  process.stdout.write(
    `${all.length} fields with arguments, ${cases.length} arguments, ${tried} values: ${failed} fail their field, ${wrong.length} are answered wrong\n`,
  );
  expect(wrong).toEqual([]);
  expect([all.length > 40, failed > 100]).toEqual([true, true]);
});
