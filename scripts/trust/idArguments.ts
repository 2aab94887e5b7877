import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { Things } from './things.ts';

/** One place of the GraphQL API that takes an id: an argument of a root field, or a field of its input. */
export type IdArgument = {
  readonly operation: 'query' | 'mutation' | 'subscription';
  readonly field: string;
  /** The path of the id, such as `input.stackId` or `input.enabledTools.0`. */
  readonly path: string;
  /** The kind of object that the id names; null for an id that its caller chooses. */
  readonly kind: string | null;
  /** A request with `id` in that place, and objects of the `own` account everywhere else. */
  request(own: Things, id: string): { readonly query: string; readonly variables: Readonly<Record<string, unknown>> };
};

/**
 * Ids that don't name existing objects: the caller chooses them, a rule uses them to match future names, or a token's
 * holder creates them.
 */
const CHOSEN = new Set([
  'createStack input.template',
  'duplicateServer input.id',
  'importServer input.id',
  'previewOperations input.id',
  'previewServer input.id',
  'createPolicyRule input.servers.0',
  'explainDecision rule.servers.0',
  'tryPolicyRule rule.servers.0',
  'updatePolicyRule input.servers.0',
  'stackPlan stackDocument.rules.0.servers.0',
  'applyStackDocument input.stackDocument.rules.0.servers.0',
  'revokeTokenAttenuation input.attenuationId',
  'invokeTool input.progressId',
  'toolProgress progressId',
]);
/** The kind of object that the argument of a root field names, if it's called just `id`. */
const NAMED_BY_FIELD: Readonly<Record<string, string>> = {
  enabledTools: 'tool',
  clientId: 'client',
  actorId: 'user',
  callers: 'endpoint',
  callerId: 'endpoint',
};

const SAMPLES: Readonly<Record<string, unknown>> = {
  credentials: { key: 'x' },
  toolInput: {},
  bucketSeconds: 3_600,
  since: new Date(Date.now() - 3_600_000).toISOString(),
  until: new Date().toISOString(),
  document: { id: 'mine', name: 'Mine', connector: { kind: 'http', baseUrl: 'https://example.com' } },
  response: {},
  scopes: [],
};

export const readSchema = (): GraphQLSchema => buildSchema(readFileSync('schema.graphql', 'utf8'));

/** Every place that takes an id, read from the committed schema, so that a new operation is included automatically. */
export function idArguments(schema: GraphQLSchema, kinds: readonly string[]): IdArgument[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return roots.flatMap(([operation, type]) =>
    Object.values(type?.getFields() ?? {}).flatMap((field) =>
      placesIn(field.args).flatMap((path) => {
        const request = requestWith(operation, field, path);
        return kindsOf(field.name, path, kinds).map((kind) => ({ operation, field: field.name, path, kind, request }));
      }),
    ),
  );
}

type Slot = GraphQLArgument | GraphQLInputField;

/** Paths of ids below arguments or input fields. */
function placesIn(slots: readonly Slot[], depth = 0): string[] {
  return slots.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    const prefix = isListType(isNonNullType(type) ? type.ofType : type) ? `${name}.0` : name;
    if (named.name === 'ID') return [prefix];
    if (!isInputObjectType(named) || depth > 3) return [];
    return placesIn(Object.values(named.getFields()), depth + 1).map((path) => `${prefix}.${path}`);
  });
}

function kindsOf(field: string, path: string, kinds: readonly string[]): (string | null)[] {
  if (CHOSEN.has(`${field} ${path}`)) return [null];
  if (field === 'node' || field === 'nodes') return [...kinds];
  const last = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  const kind = last === 'id' ? field : (NAMED_BY_FIELD[last] ?? last.replace(/Ids?$/, ''));
  const known: Readonly<Record<string, string>> = {
    stackToken: 'token',
    clientEndpoint: 'endpoint',
    auditEvent: 'event',
    credentialField: 'field',
    callRecord: 'call',
    policyRule: 'rule',
    serviceAccount: 'machine',
  };
  return [known[kind] ?? kind];
}

/** An argument's value when it isn't the one under test. */
function sample({ name, type }: Slot, own: Things): unknown {
  const named = getNamedType(type);
  const isList = isListType(isNonNullType(type) ? type.ofType : type);
  const wrap = (value: unknown) => (isList ? [value] : value);
  if (name in SAMPLES) return SAMPLES[name];
  if (named.name === 'ID') return wrap(own[kindsOf('', name, [])[0] ?? ''] ?? '');
  if (isEnumType(named)) return wrap(named.getValues()[0]?.name);
  if (isInputObjectType(named)) return wrap(sampleObject(named, own));
  const scalars: Readonly<Record<string, unknown>> = { Int: 1, Float: 1, Boolean: false, String: 'sample', JSON: {} };
  return wrap(scalars[named.name] ?? SAMPLES['since']);
}

function sampleObject(type: GraphQLNamedType, own: Things): Record<string, unknown> {
  if (!isInputObjectType(type)) return {};
  const fields = Object.values(type.getFields());
  const needed = type.isOneOf ? fields.slice(0, 1) : fields.filter((field) => isNonNullType(field.type));
  return Object.fromEntries(needed.map((field) => [field.name, sample(field, own)]));
}

/** Sets `id` at a path, creating missing parents. */
function put(value: unknown, [step, ...rest]: readonly string[], id: string): unknown {
  if (step === undefined) return id;
  if (/^\d+$/.test(step)) {
    const list = Array.isArray(value) ? [...value] : [];
    list[Number(step)] = put(list[Number(step)], rest, id);
    return list;
  }
  const record = typeof value === 'object' && value !== null ? { ...value } : {};
  return { ...record, [step]: put(Reflect.get(record, step), rest, id) };
}

function requestWith(operation: string, field: GraphQLField<unknown, unknown>, path: string): IdArgument['request'] {
  const [first = ''] = path.split('.');
  // Also give the end: otherwise it's the time of the request, which differs between two responses.
  const used = field.args.filter((arg) => isNonNullType(arg.type) || [first, 'until'].includes(arg.name));
  const declared = used.map((arg) => `$${arg.name}: ${typeText(arg.type)}`).join(', ');
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ');
  const query = `${operation} (${declared}) { ${field.name}(${passed})${selectionOf(getNamedType(field.type))} }`;
  return (own, id) => {
    const base = Object.fromEntries(used.map((arg) => [arg.name, sample(arg, own)]));
    const variables = put(base, path.split('.'), id);
    return { query, variables: typeof variables === 'object' && variables !== null ? { ...variables } : {} };
  };
}

const typeText = (type: GraphQLInputType): string => String(type);

/** All plain fields two levels down. For a union, the fields of its error and its payloads. */
export function selectionOf(type: GraphQLNamedType, depth = 0): string {
  if (!isCompositeType(type)) return '';
  if (isUnionType(type)) {
    const payloads = type.getTypes().filter((each) => !each.name.endsWith('Error'));
    const parts = payloads.map((each) => `... on ${each.name}${selectionOf(each, depth)}`);
    return ` { __typename ... on UserError { code message } ${parts.join(' ')} }`;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return ' { __typename }';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    if (field.args.some((arg) => isNonNullType(arg.type)) || field.args.length > 0) return [];
    if (!isCompositeType(named)) return [field.name];
    return depth < 1 || field.name === 'nodes' ? [`${field.name}${selectionOf(named, depth + 1)}`] : [];
  });
  return ` { __typename ${fields.join(' ')} }`;
}
