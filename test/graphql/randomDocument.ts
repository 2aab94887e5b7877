import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { numbersFrom } from '../harness/random.ts';

/** A client's body for an operation. */
export type RandomRequest = {
  readonly query: string;
  readonly variables?: unknown;
  readonly operationName?: unknown;
};

const DEPTH_MAX = 5;
const FIELDS_MAX = 4;

/**
 * Requests generated from the schema, the same for the same seed. Most are valid; others have each kind of mistake
 * (unknown fields, wrong values, missing arguments, broken text, missing operations).
 */
export function randomRequests(
  schema: GraphQLSchema,
  mutations: readonly string[],
  ids: readonly string[],
  seed: number,
) {
  const random = numbersFrom(seed);
  const chance = (share: number): boolean => random() < share;
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };

  const textOf = (): string => JSON.stringify(pick([...ids, '', 'x', 'é\u0000', '*', '2026-11-21T09:00:00.000Z']));
  const SCALARS: Readonly<Record<string, readonly string[]>> = {
    Int: ['0', '1', '3', '20', '100', '101'],
    Float: ['0', '1.5'],
    Boolean: ['true', 'false'],
    DateTime: ['"2026-11-21T09:00:00.000Z"', '"2026-11-01T00:00:00Z"', '"yesterday"'],
    JSON: ['{query: "x"}', '{}', '[]', '"{}"'],
  };
  const WRONG = ['null', '{}', '[1]', '"x"', '-1', '1e400', 'WORD', '$missing', '$x'];
  const scalarOf = (name: string): string => (chance(0.05) ? pick(WRONG) : pick(SCALARS[name] ?? [textOf()]));
  const inputOf = (type: GraphQLInputType): string => {
    if (isNonNullType(type)) return inputOf(type.ofType);
    if (isListType(type)) return `[${inputOf(type.ofType)}]`;
    if (isEnumType(type)) return pick([...type.getValues().map(({ name }) => name), 'NO_SUCH_VALUE']);
    return isInputObjectType(type) ? `{${fieldsOf(type)}}` : scalarOf(type.name);
  };
  const fieldsOf = (type: GraphQLInputObjectType): string =>
    Object.values(type.getFields()).flatMap(argument).join(', ');
  const argument = ({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>): string[] =>
    chance(isNonNullType(type) ? 0.97 : 0.3) ? [`${name}: ${inputOf(type)}`] : [];

  const selectionOf = (type: GraphQLOutputType, depth: number): string => {
    const named = getNamedType(type);
    if (isAbstractType(named)) {
      const members = schema.getPossibleTypes(named).filter(() => chance(0.5));
      const spreads = members.map((member) => `... on ${member.name} ${selectionOf(member, depth)}`);
      return `{ __typename ${spreads.join(' ')} }`;
    }
    if (!isObjectType(named)) return chance(0.01) ? '{ __typename }' : '';
    const fields = Object.values(named.getFields()).filter((field) => depth < DEPTH_MAX || isLeaf(field));
    const chosen = fields.filter(() => chance(FIELDS_MAX / fields.length)).map((field) => fieldOf(field, depth + 1));
    return `{ ${chance(0.02) ? 'noSuchField' : '__typename'} ${chosen.join(' ')} }`;
  };
  const isLeaf = ({ type }: GraphQLField<unknown, unknown>): boolean => !isObjectType(getNamedType(type));
  const fieldOf = (field: GraphQLField<unknown, unknown>, depth: number): string => {
    const args = field.args.flatMap(argument);
    const alias = chance(0.1) ? `${pick(['a', 'b', field.name])}: ` : '';
    const directive = chance(0.05) ? pick([' @include(if: false)', ' @skip(if: false)', ' @nothing']) : '';
    const list = args.length > 0 ? `(${args.join(', ')})` : '';
    return `${alias}${field.name}${list}${directive} ${selectionOf(field.type, depth)}`;
  };

  const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
  const harmless = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ name }) =>
    mutations.includes(name),
  );
  const rootOf = (): string => {
    const isMutation = chance(0.15);
    const fields = isMutation ? harmless : queries;
    const chosen = Array.from({ length: chance(0.2) ? 2 : 1 }, () => fieldOf(pick(fields), 1));
    return `${isMutation ? 'mutation' : 'query'} Named { ${chosen.join(' ')} ${chance(0.1) ? '...Part' : ''} }`;
  };
  const mistaken = (query: string): string =>
    pick([
      query,
      query.slice(0, -1),
      `${query} ${query}`,
      `${query} fragment Part on Query { __typename }`,
      query.replace('Named', '($x: Int!) '),
      'query ($x: ID!) { calls(filter: { stackId: $x }) { nodes { id } } }',
      `${query} subscription Other { calls { id } }`,
      '{ __schema { queryType { name } } }',
      '',
    ]);
  return (): RandomRequest => {
    const query = rootOf();
    return {
      query: chance(0.15) ? mistaken(query) : query,
      ...(chance(0.2) && { variables: pick([null, {}, { x: 1.5 }, { x: 'a secret' }, { x: ['a secret'] }, [], 'x']) }),
      ...(chance(0.2) && { operationName: pick(['Named', 'Named', 'Other', '', null, 7]) }),
    };
  };
}
