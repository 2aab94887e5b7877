import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { graphqlSchema } from '../../src/graphql/schema.ts';

/* Operations name and type their inputs consistently, so that people can guess them. */

const schema = graphqlSchema();
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

type InputMember = { readonly at: string; readonly name: string; readonly type: string; readonly isList: boolean };

type Typed = { readonly name: string; readonly type: GraphQLInputType };

const memberOf = (at: string, { name, type }: Typed): InputMember => {
  const bare = getNullableType(type);
  return { at: `${at}.${name}`, name, type: getNamedType(bare).name, isList: isListType(bare) };
};

/** Every field of an input, and every argument except `input` itself. */
const MEMBERS: readonly InputMember[] = [
  ...types
    .filter(isInputObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((each) => memberOf(type.name, each))),
  ...types
    .filter((type) => isObjectType(type) && type.name !== 'Mutation')
    .flatMap((type) => Object.values(isObjectType(type) ? type.getFields() : {}))
    .flatMap(({ name, args }) => args.map((each) => memberOf(name, each))),
];

describe(`each of ${MEMBERS.length} fields and arguments`, () => {
  const named = (type: string, isList: boolean) =>
    MEMBERS.filter((each) => each.type === type && each.isList === isList);
  const unlike = (members: readonly InputMember[], pattern: RegExp) =>
    [...new Set(members.map(({ name }) => name))].filter((name) => !pattern.test(name)).toSorted();

  it('that takes an id is named after its object', () => {
    // `after` is an event id. A template and an upload are sources for a stack and a server.
    expect(unlike(named('ID', false), /^id$|Id$/)).toEqual(['after', 'template', 'upload']);
    // The subjects of rules, a stack's enabled tools, and ids of any kind.
    expect(unlike(named('ID', true), /Ids$/)).toEqual(['callers', 'enabledTools', 'ids', 'servers']);
  });

  it('that takes a time says so', () => {
    expect(unlike(named('DateTime', false), /At$|^since$|^until$/)).toEqual([]);
  });

  it('with the same name has the same type everywhere', () => {
    const byName = Map.groupBy(MEMBERS, ({ name }) => name);
    const several = [...byName].flatMap(([name, members]) => {
      const of = [...new Set(members.map(({ type, isList }) => (isList ? `[${type}]` : type)))];
      return of.length > 1 ? [`${name}: ${of.toSorted().join(' ')}`] : [];
    });
    // Filters, orders and lookups have one type for each kind of row. The names below have two meanings. `after` is an
    // event or a cursor. `calls` is a count or the calls to make. `ids` are those of objects or operations. `servers`
    // and `tools` are those of a rule or of a stack document. `version` is one of a stack or of the registry.
    expect(several.filter((each) => !/^(?:by|field|filter|orderBy): /.test(each)).toSorted()).toEqual([
      'after: ID String',
      'calls: Int [BatchCallInput]',
      'ids: [ID] [String]',
      'servers: [ID] [StackDocumentServerInput]',
      'tools: [StackDocumentToolInput] [String]',
      'version: Int String',
    ]);
  });

  it('is in an input with that name, or in a filter or an order', () => {
    const inputs = types.filter(isInputObjectType).map(({ name }) => name);
    expect(inputs.filter((name) => !/(?:Input|Filter|Order|By)$/.test(name))).toEqual([]);
    const others = types.filter((type) => !isInputObjectType(type)).map(({ name }) => name);
    expect(others.filter((name) => /(?:Input|Filter|Order)$/.test(name))).toEqual([]);
  });
});

it(`each of ${mutations.length} mutations returns a payload named after it`, () => {
  const unlike = mutations.flatMap(({ name, type }) => {
    const members = isUnionType(type) ? type.getTypes() : [];
    const [payload] = members.filter((each) => !each.getInterfaces().some((of) => of.name === 'UserError'));
    const own = `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`;
    return payload?.name === own ? [] : [`${name}: ${payload?.name}`];
  });
  // Both sign-ins return the same payload, and so do both sign-outs.
  expect(unlike).toEqual(['finishPasskeySignIn: SignInPayload', 'signOutEverywhere: SignOutPayload']);
});

it('prints how many it checked', () => {
  process.stdout.write(`inputs: ${MEMBERS.length} fields and arguments, ${mutations.length} mutations\n`);
  expect(MEMBERS.length).toBeGreaterThan(250);
});
