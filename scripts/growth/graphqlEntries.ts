import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { isRecord } from '../../src/core/lib/json.ts';
import type { Entry } from './entries.ts';
import type { Scene } from './scene.ts';

const GRAPHQL_CHARS = 220_000;
const DEPTH_MAX = 7;
/** In a path: the only item of a list. */
const ITEM = '[]';

/** Arguments that name an object of the account or have a format, so that a request gets past its checks. */
const SAMPLES: Readonly<Record<string, string>> = {
  ...{ stackId: '{stack_id}', serverId: '{server_id}', toolId: '{tool_id}', endpointId: '{endpoint_id}' },
  ...{ since: '2026-01-01T00:00:00Z', until: '2026-01-31T00:00:00Z', mediaType: 'text/plain', callerId: 'growth' },
  ...{ url: 'https://example.com/growth', issuer: 'https://example.com', jwksUrl: 'https://example.com/keys' },
  ...{ audience: 'https://example.com/growth', email: 'growth@example.com', password: 'growth of a long password' },
};
const SCALARS: Readonly<Record<string, unknown>> = {
  ...{ Int: 1, Float: 1, SafeInt: 1, Boolean: true, JSON: {}, DateTime: '2030-01-01T00:00:00Z' },
};
/** Operations that would remove or change the objects that their arguments name. */
const REMOVES = /^(delete|remove|revoke|updateServer|updateStackTool|updateClientEndpoint|updateApplication)/;

/** A valid value of a type, so that everything around the hostile value is valid. */
function sample(type: GraphQLInputType, name: string, depth = 0): unknown {
  if (isNonNullType(type)) return sample(type.ofType, name, depth);
  if (isListType(type)) return depth > DEPTH_MAX ? [] : [sample(type.ofType, name.replace(/s$/, ''), depth + 1)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return SAMPLES[name] ?? SCALARS[type.name] ?? 'x';
  return sampleObject(type, depth);
}

/** With its required fields; of a type that takes exactly one field, with the first. */
function sampleObject(type: GraphQLInputObjectType, depth: number): Record<string, unknown> {
  const fields = Object.values(type.getFields());
  const chosen = type.isOneOf ? fields.slice(0, 1) : fields.filter(isRequiredInputField);
  const entries = chosen.map((field) => [
    field.name,
    depth > DEPTH_MAX ? null : sample(field.type, field.name, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

type Leaf = {
  readonly path: readonly string[];
  /** Of a list of objects or enum values: a valid item. */
  readonly item?: unknown;
  /** The valid object of each step of the path, or null. */
  readonly around: readonly (Record<string, unknown> | null)[];
};

const isFixed = (type: GraphQLInputType): boolean =>
  isEnumType(type) || ['Int', 'Float', 'SafeInt', 'Boolean'].includes(getNamedType(type).name);

/** The places of texts, lists and JSON in a type, also in items of lists, up to five steps deep. */
function leavesOf(type: GraphQLInputType, { path, around }: Leaf): readonly Leaf[] {
  if (isNonNullType(type)) return leavesOf(type.ofType, { path, around });
  if (isListType(type)) {
    const named = getNamedType(type);
    const isText = !isInputObjectType(named) && !isEnumType(named);
    const list = { path, around, ...(!isText && { item: sample(named, path.at(-1) ?? '') }) };
    if (!isInputObjectType(named)) return [list];
    return [list, ...leavesOf(named, { path: [...path, ITEM], around: [...around, null] })];
  }
  if (!isInputObjectType(type)) return isFixed(type) ? [] : [{ path, around }];
  if (path.length > 4) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const object = type.isOneOf ? {} : sampleObject(type, 1);
    return leavesOf(field.type, { path: [...path, field.name], around: [...around, object] });
  });
}

/** Returns `inputs` with `value` at the path. Missing objects on the way have their required fields. */
function placed(inputs: unknown, { path, around }: Leaf, value: unknown): unknown {
  const [key, ...rest] = path;
  const [object, ...inner] = around;
  if (key === undefined) return value;
  const next = { path: rest, around: inner };
  if (key === ITEM) return [placed(undefined, next, value)];
  const known = object && Object.keys(object).length === 0 ? {} : { ...object, ...(isRecord(inputs) ? inputs : {}) };
  return { ...known, [key]: placed(known[key], next, value) };
}

/** A list of invalid items is refused at the first one, so it becomes one of valid items, as long as JSON. */
function suited({ item }: Leaf, value: unknown): unknown {
  if (item === undefined || !Array.isArray(value)) return value;
  const count = JSON.stringify(value).length / (JSON.stringify(item).length + 1);
  return Array.from({ length: Math.ceil(count) }, () => item);
}

/** Each argument of each field of Query and Mutation. */
export function graphqlEntries(): readonly Entry[] {
  const schema: GraphQLSchema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const roots = [schema.getQueryType(), schema.getMutationType()] as const;
  return roots.flatMap((root, at) =>
    Object.values(root?.getFields() ?? {}).flatMap((field) => fieldEntries(at === 0 ? 'query' : 'mutation', field)),
  );
}

function fieldEntries(kind: string, field: GraphQLField<unknown, unknown>): readonly Entry[] {
  const args = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const argsText = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isComposite(field) ? ' { __typename }' : '';
  const query = `${kind} (${args}) { ${field.name}(${argsText})${selection} }`;
  const required = field.args.filter(({ type }) => isNonNullType(type));
  const inputs = Object.fromEntries(required.map(({ name, type }) => [name, sample(type, name)]));
  const leaves = field.args.flatMap(({ name, type }) => leavesOf(type, { path: [name], around: [inputs] }));
  return leaves.map((leaf) => ({
    name: `${kind} ${field.name}(${leaf.path.join('.')})`,
    charsMax: GRAPHQL_CHARS,
    send: ({ client, fill }: Scene, value: unknown) => {
      const mayFill = !REMOVES.test(field.name);
      const unfilled = placed(inputs, leaf, null);
      const around = mayFill ? JSON.parse(fill(JSON.stringify(unfilled))) : unfilled;
      return client.send('POST', '/graphql', { query, variables: placed(around, leaf, suited(leaf, value)) });
    },
  }));
}

const isComposite = ({ type }: GraphQLField<unknown, unknown>): boolean =>
  !/^\[?(String|ID|Int|Float|Boolean|JSON|DateTime|[A-Z]\w*State)!?\]?!?$/.test(String(type));
