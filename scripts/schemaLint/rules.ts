import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import {
  BOOLEAN_NAMES,
  GONE,
  JSON_MEMBERS,
  NAMES_OF_THEIR_OWN,
  OLD_NAMES,
  SMALL_SIZES,
  UNCHANGEABLE,
  UPDATE_KEYS,
  WITHOUT_OBJECT,
} from './exceptions.ts';

/** One place that breaks one of our rules. */
export type Finding = { readonly rule: string; readonly at: string; readonly message: string };

type Member = {
  readonly at: string;
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown> | GraphQLInputField;
};

const objectsOf = (schema: GraphQLSchema): GraphQLObjectType[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'));

function membersOf(type: GraphQLNamedType): Member[] {
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
  return Object.values(type.getFields()).map((field) => ({
    at: `${type.name}.${field.name}`,
    name: field.name,
    field,
  }));
}

const everyMember = (schema: GraphQLSchema): Member[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__'))
    .flatMap(membersOf);

const isOld = ({ field }: Member): boolean => typeof field.deprecationReason === 'string';

/** An id that names another object has that object beside it. */
function objectBesideId(schema: GraphQLSchema): Finding[] {
  const rule = 'object-beside-id';
  return objectsOf(schema).flatMap((type) => {
    const fields = type.getFields();
    const isObject = (name: string): boolean => {
      const field = fields[name];
      return field !== undefined && isCompositeType(getNamedType(field.type));
    };
    return membersOf(type)
      .filter((member) => /\w(?:Id|Ids)$/.test(member.name) && !isOld(member))
      .filter(({ at, name }) => {
        const stem = name.replace(/Ids?$/, '');
        return !isObject(stem) && !isObject(`${stem}s`) && !GONE.has(at) && !NAMES_OF_THEIR_OWN.has(at);
      })
      .map(({ at }) => ({ rule, at, message: 'add the object that this id names, or an exception with its reason' }));
  });
}

/** JSON is for values whose shape Toolyard does not know. */
const jsonIsUnknown = (schema: GraphQLSchema): Finding[] =>
  everyMember(schema)
    .filter(({ field }) => getNamedType(field.type).name === 'JSON')
    .filter(({ at }) => !JSON_MEMBERS.has(at))
    .map(({ at }) => ({ rule: 'json-is-unknown', at, message: 'give it a type, or an exception with its reason' }));

const GLOBALS =
  /^(?:Array|Date|Error|Event|File|Function|Map|Number|Object|Promise|Record|Request|Response|Set|String|Symbol)$/;

/** No type has the name of a global type of TypeScript. */
const noGlobalNames = (schema: GraphQLSchema): Finding[] =>
  Object.keys(schema.getTypeMap())
    .filter((name) => GLOBALS.test(name) && !['String'].includes(name) && !OLD_NAMES.has(name))
    .map((at) => ({ rule: 'no-global-names', at, message: 'generated clients would hide the global type' }));

/** An update needs only the ids of what it changes: all else may be left out, and then stays. */
const updatesArePatches = (schema: GraphQLSchema): Finding[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => isInputObjectType(type) && /^Update\w+Input$/.test(type.name))
    .flatMap(membersOf)
    .filter(({ name, field }) => isNonNullType(field.type) && !UPDATE_KEYS.test(name))
    .map(({ at }) => ({ rule: 'updates-are-patches', at, message: 'make it nullable: left out, it stays' }));

/** What can be created can be changed. */
function creationsHaveUpdates(schema: GraphQLSchema): Finding[] {
  const names = Object.keys(schema.getMutationType()?.getFields() ?? {});
  return names
    .filter(
      (name) =>
        name.startsWith('create') && !names.includes(name.replace(/^create/, 'update')) && !UNCHANGEABLE.has(name),
    )
    .map((name) => ({ rule: 'creations-have-updates', at: `Mutation.${name}`, message: 'add an update' }));
}

/** A change answers with the object that it changed. */
function mutationsReturnObjects(schema: GraphQLSchema): Finding[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, type }) => {
    const result = getNamedType(type);
    const members = isUnionType(result) ? result.getTypes() : [];
    const payload = members.find((member) => member.name.endsWith('Payload'));
    const hasObject = membersOf(payload ?? result).some(({ field }) => isCompositeType(getNamedType(field.type)));
    const message = 'return the object that it changed';
    return hasObject || WITHOUT_OBJECT.has(name)
      ? []
      : [{ rule: 'mutations-return-objects', at: `Mutation.${name}`, message }];
  });
}

const BOOLEANS = /^(?:is|are|has|have|can|may|needs|takes|was|should)[A-Z]/;

/** A boolean says with its first word that it is one. */
const booleansAreNamed = (schema: GraphQLSchema): Finding[] =>
  everyMember(schema)
    .filter((member) => getNamedType(member.field.type).name === 'Boolean' && !isOld(member))
    .filter(({ at, name }) => !BOOLEANS.test(name) && !BOOLEAN_NAMES.has(at))
    .map(({ at }) => ({ rule: 'booleans-are-named', at, message: 'begin it with is, has, can, may, needs or takes' }));

/** Sizes and positions may exceed 2^31 - 1. */
const sizesAreSafe = (schema: GraphQLSchema): Finding[] =>
  everyMember(schema)
    .filter(({ name, field }) => /^(?:seq|\w*[bB]ytes)$/.test(name) && getNamedType(field.type).name === 'Int')
    .filter(({ at }) => !SMALL_SIZES.has(at))
    .map(({ at }) => ({ rule: 'sizes-are-safe', at, message: 'make it a SafeInt' }));

/** All rules. */
export const OWN_RULES = [
  objectBesideId,
  jsonIsUnknown,
  noGlobalNames,
  updatesArePatches,
  creationsHaveUpdates,
  mutationsReturnObjects,
  booleansAreNamed,
  sizesAreSafe,
] as const;
