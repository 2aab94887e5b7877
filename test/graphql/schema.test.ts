import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLNamedType,
  GraphQLString,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { PUBLIC_FIELDS } from '../../src/graphql/execution/publicFields.ts';
import { graphqlSchema, printedSchema } from '../../src/graphql/schema.ts';
import { chargeRootFields } from '../../src/graphql/types/limits.ts';

const A_FEW_WORDS =
  /(?:kind|type|state|status|unit|mode|method|scopes?|outcome|effect|reason|roles?|rights?|class|surface|format)$/i;

const schema = graphqlSchema();
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

type Described = { readonly name: string; readonly description?: string | null | undefined };
type Element = { readonly at: string; readonly description: string | null | undefined };

const elementsBelow = (at: string, children: readonly Described[]): Element[] =>
  children.map(({ name, description }) => ({ at: `${at}.${name}`, description }));

function elementsOf(type: GraphQLNamedType): Element[] {
  const own = { at: type.name, description: type.description };
  if (isEnumType(type)) return [own, ...elementsBelow(type.name, type.getValues())];
  if (isInputObjectType(type)) return [own, ...elementsBelow(type.name, Object.values(type.getFields()))];
  if (!isObjectType(type) && !isInterfaceType(type)) return [own];
  const fields = Object.values(type.getFields());
  const args = fields.flatMap((field) => elementsBelow(`${type.name}.${field.name}`, field.args));
  return [own, ...elementsBelow(type.name, fields), ...args];
}

describe('the schema', () => {
  it('matches schema.graphql', () => {
    expect(readFileSync('schema.graphql', 'utf8')).toBe(printedSchema());
  });

  it('describes every type, field, argument, input field and enum value', () => {
    const elements = types.flatMap(elementsOf);
    expect(elements.length).toBeGreaterThan(300);
    expect(elements.filter(({ description }) => !description?.trim()).map(({ at }) => at)).toEqual([]);
  });

  it('gives every mutation with arguments one argument, `input`, of its own type', () => {
    const withArguments = mutations.filter(({ args }) => args.length > 0);
    expect(mutations.filter((each) => !withArguments.includes(each)).map(({ name }) => name)).toEqual([
      'beginPasskeySignIn',
      'deleteChatModel',
      'signOut',
      'signOutEverywhere',
    ]);
    const wrong = withArguments.filter(({ name, args }) => {
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
      return args.length !== 1 || args[0]?.name !== 'input' || String(args[0].type) !== type;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('returns a union of one payload and errors from every mutation', () => {
    for (const { name, type } of mutations) {
      if (!isUnionType(type)) throw new Error(`${name} is no union`);
      const members = type.getTypes();
      const failures = members.filter((member) => member.getInterfaces().some((each) => each.name === 'UserError'));
      expect(members.length - failures.length, name).toBe(1);
    }
  });

  it('has an enum for every fixed set of words', () => {
    const texts = types.filter(isObjectType).flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => getNamedType(field.type) === GraphQLString && A_FEW_WORDS.test(field.name))
        .map((field) => `${type.name}.${field.name}`),
    );
    // Fields that can't be enums: scopes and registry values that others define, sentences, and deprecated fields.
    const free = [
      ...['RegistryServer.reason', 'RegistryServerPackage.registryType', 'RegistryServerRemote.type'],
      ...['Server.scopes', 'SignInNeeds.scopes', 'StoredFile.mediaType', 'ToolRefusal.reason'],
      'ToolWarning.reason',
      ...['UpstreamError.contentType', 'Viewer.scopes'],
    ];
    expect(texts.sort()).toEqual(free);
  });

  it('exposes no encrypted or hashed column', () => {
    const names = types.flatMap((type) => ('getFields' in type ? Object.keys(type.getFields()) : []));
    expect(names.filter((name) => /sealed|ciphertext|\bkeyId|prevHash|privateJwk/i.test(name))).toEqual([]);
    expect(types.map(({ name }) => name)).not.toContain('Credential');
  });

  it('can’t be built with a root field that declares no limit', () => {
    const free = buildSchema('type Query { free: Boolean }');
    expect(() => chargeRootFields(free)).toThrow('The root field free declares no limit class');
  });
});

it('marks every field that needs no credential', () => {
  const roots = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  const publicFields = Object.values(roots).filter(({ description }) => description?.includes('Needs no sign-in'));
  expect([...PUBLIC_FIELDS].sort()).toEqual(['__typename', ...publicFields.map(({ name }) => name)].sort());
});
