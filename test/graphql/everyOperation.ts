import { request } from 'node:http';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
} from 'graphql';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { needOf } from '../../src/graphql/types/needs.ts';

const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  SafeInt: 1,
  Boolean: true,
  DateTime: '2026-01-15T10:30:00Z',
};

/** The value of an argument or input field, by name and type. If undefined, an optional one is omitted. */
export type ArgumentValue = (name: string, type: string) => unknown;

/** A value that passes the schema and refers only to the given ids. */
function anyValue(type: GraphQLInputType, argumentValue: ArgumentValue, name = ''): unknown {
  if (isNonNullType(type)) return anyValue(type.ofType, argumentValue, name);
  const own = argumentValue(name, String(type));
  if (own !== undefined) return own;
  if (isListType(type)) return [anyValue(type.ofType, argumentValue, name)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return SCALARS[type.name] ?? (type.name === 'JSON' ? {} : 'x');
  const all = Object.values(type.getFields());
  const isUsed = (field: (typeof all)[number]) =>
    isRequiredInputField(field) || argumentValue(field.name, String(field.type).replace(/!$/, '')) !== undefined;
  const fields = type.isOneOf ? all.slice(0, 1) : all.filter(isUsed);
  return Object.fromEntries(fields.map((field) => [field.name, anyValue(field.type, argumentValue, field.name)]));
}

export type Operation = {
  readonly name: string;
  readonly kind: string;
  readonly query: string;
  readonly variables: object;
};

function selectionOf(type: GraphQLNamedType): string {
  if (isUnionType(type)) return '__typename ... on UserError { message }';
  // A page's content is only read on request.
  return type.name.endsWith('Connection') ? 'nodes { __typename }' : '__typename';
}

/** Every field of a type without required arguments, and its children's fields, to this depth. */
export function fieldsOf(type: GraphQLNamedType, depth: number): string {
  if (isUnionType(type))
    return type
      .getTypes()
      .map((each) => `... on ${each.name} { ${fieldsOf(each, depth)} }`)
      .join(' ');
  if (!isObjectType(type) && !isInterfaceType(type)) return '';
  const parts = Object.values(type.getFields()).map(({ name, args, type: of }) => {
    const named = getNamedType(of);
    if (args.some(isRequiredArgument)) return '';
    if (isLeafType(named)) return name;
    // Small pages keep the cost of all fields below the limit of one operation.
    const page = args.some((arg) => arg.name === 'first') ? '(first: 10)' : '';
    return depth === 0 ? '' : `${name}${page} { ${fieldsOf(named, depth - 1)} }`;
  });
  return ['__typename', ...parts].join(' ');
}

type Selector = (type: GraphQLNamedType) => string;

/** Lookup arguments other than the id. */
const OTHER_NAMES = ['by'];

function operationOf(
  kind: string,
  { name, args, type }: GraphQLField<unknown, unknown>,
  argumentValue: ArgumentValue,
  select: Selector,
): Operation {
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  // If an id's name alone is ambiguous, the name includes the operation.
  const own: ArgumentValue = (field, of) => argumentValue(field === 'id' ? `${name}.id` : field, of);
  // A lookup takes one of several names.
  const isId = (arg: GraphQLArgument) => arg.name === 'id';
  const isOther = (arg: GraphQLArgument) => args.some(isId) && OTHER_NAMES.includes(arg.name);
  const isUsed = (arg: GraphQLArgument) =>
    isNonNullType(arg.type) || isId(arg) || own(arg.name, String(arg.type).replace(/!$/, '')) !== undefined;
  const isFilter = ({ name: of, type: filter }: GraphQLArgument) =>
    of === 'filter' &&
    isInputObjectType(filter) &&
    Object.values(filter.getFields()).some((field) => own(field.name, String(field.type)) !== undefined);
  const used = args.filter((arg) => (isUsed(arg) || isFilter(arg)) && !isOther(arg));
  const variables = Object.fromEntries(used.map((arg) => [arg.name, anyValue(arg.type, own, arg.name)]));
  const fields = isLeafType(getNamedType(type)) ? '' : `{ ${select(getNamedType(type))} }`;
  const call = args.length > 0 ? `${name}(${passed})` : name;
  return { name, kind, variables, query: `${kind}${declared && `(${declared})`} { ${call} ${fields} }` };
}

const schema = graphqlSchema();
const ROOTS = {
  query: schema.getQueryType(),
  mutation: schema.getMutationType(),
  subscription: schema.getSubscriptionType(),
};

/** Every operation of the schema, with the rights its description and the table require. */
export const everyOperation = (argumentValue: ArgumentValue = () => undefined, select: Selector = selectionOf) =>
  Object.entries(ROOTS).flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({
      ...operationOf(kind, field, argumentValue, select),
      need:
        /Needs (?:the right `(\w+)`|a signed-in (person))\.$/
          .exec(field.description ?? '')
          ?.slice(1)
          .find(Boolean) ?? 'anyone',
      declared: needOf(type?.name ?? '', field.name),
    })),
  );

/** An operation's complete response, or the start of an event stream, on a separate connection. */
export function answerTo(
  url: string,
  { query, variables, kind }: Operation,
  credential: Record<string, string>,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const accept = kind === 'subscription' ? 'text/event-stream' : 'application/json';
  const headers = { 'content-type': 'application/json', accept, ...credential };
  const clientRequest = request(`${url}/graphql`, { method: 'POST', headers, agent: false }, (response) => {
    let text = `${response.statusCode} `;
    const end = () => {
      resolve(text);
      clientRequest.destroy();
    };
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (kind === 'subscription') end();
    });
    response.on('end', end);
  });
  // An error after the response has no effect, because the promise is already resolved.
  clientRequest.on('error', reject).end(JSON.stringify({ query, variables }));
  return promise;
}

/** The refusal for a missing right names the right, and the role or scopes. */
export const REFUSAL =
  /This needs the right “(\w+)”, which the (?:role “(\w+)” does|scopes of this API key do) not grant/;
