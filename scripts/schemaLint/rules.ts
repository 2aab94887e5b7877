import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import {
  BARE_IDS,
  JSON_MEMBERS,
  OLD_NAMES,
  REVOCABLE,
  type Reasons,
  SMALL_SIZES,
  UNCHANGEABLE,
  UPDATE_KEYS,
  WITHOUT_FILTER,
  WITHOUT_OBJECT,
} from './exceptions.ts';

/** A place that breaks a rule, and the name of its exception. */
export type Break = { readonly at: string; readonly exception: string };

/** The places that break the rule, and the exceptions to it. */
export type Rule = {
  readonly rule: string;
  readonly message: string;
  readonly exceptions: ReadonlySet<string>;
  breaks(schema: GraphQLSchema): readonly Break[];
};

type Member = {
  readonly at: string;
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;
};

const NOTHING: ReadonlySet<string> = new Set();

const namesIn = (reasons: Reasons): ReadonlySet<string> => new Set(Object.values(reasons).flat());

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

const everyArgument = (schema: GraphQLSchema): Member[] =>
  objectsOf(schema).flatMap((type) =>
    Object.values(type.getFields()).flatMap(({ name, args }) =>
      args.map((field) => ({ at: `${type.name}.${name}(${field.name})`, name: field.name, field })),
    ),
  );

const isOld = ({ field }: Member): boolean => typeof field.deprecationReason === 'string';

/** Whether a type is the payload of a deprecated mutation. */
function isOfOldMutation(schema: GraphQLSchema, { name }: GraphQLObjectType): boolean {
  const mutation = schema.getMutationType()?.getFields()[
    name.charAt(0).toLowerCase() + name.slice(1, -'Payload'.length)
  ];
  return name.endsWith('Payload') && typeof mutation?.deprecationReason === 'string';
}

const toBreak = ({ at }: { readonly at: string }): Break => ({ at, exception: at });

/** A field with an id of another object needs a field with the object itself. */
const objectBesideId: Rule = {
  rule: 'object-beside-id',
  message: 'add the object that this id names, or an exception with its reason',
  exceptions: namesIn(BARE_IDS),
  breaks: (schema) =>
    objectsOf(schema)
      .filter((type) => !isOfOldMutation(schema, type))
      .flatMap((type) => {
        const fields = type.getFields();
        const isObject = (name: string): boolean => {
          const field = fields[name];
          return field !== undefined && isCompositeType(getNamedType(field.type));
        };
        return membersOf(type)
          .filter((member) => /\w(?:Id|Ids)$/.test(member.name) && !isOld(member))
          .filter(({ name }) => {
            const stem = name.replace(/Ids?$/, '');
            return !isObject(stem) && !isObject(`${stem}s`);
          })
          .map(toBreak);
      }),
};

/** The type JSON is only for values whose shape Toolyard doesn't define. */
const jsonIsUnknown: Rule = {
  rule: 'json-is-unknown',
  message: 'give it a type, or an exception with its reason',
  exceptions: namesIn(JSON_MEMBERS),
  breaks: (schema) =>
    everyMember(schema)
      .filter((member) => getNamedType(member.field.type).name === 'JSON' && !isOld(member))
      .map(toBreak),
};

const GLOBALS =
  /^(?:Array|Date|Error|Event|File|Function|Map|Number|Object|Promise|Record|Request|Response|Set|Symbol)$/;

/** No type may have the name of a TypeScript global. */
const noGlobalNames: Rule = {
  rule: 'no-global-names',
  message: 'generated clients would hide the global type',
  exceptions: OLD_NAMES,
  breaks: (schema) =>
    Object.keys(schema.getTypeMap())
      .filter((name) => GLOBALS.test(name))
      .map((at) => toBreak({ at })),
};

/** An update requires only the ids of the object to change. Omitted fields keep their values. */
const updatesArePatches: Rule = {
  rule: 'updates-are-patches',
  message: 'make it nullable: left out, it stays',
  exceptions: UPDATE_KEYS,
  breaks: (schema) =>
    Object.values(schema.getTypeMap())
      .filter((type) => isInputObjectType(type) && /^Update\w+Input$/.test(type.name))
      .flatMap(membersOf)
      .filter(({ field }) => isNonNullType(field.type))
      .map(({ at, name }) => ({ at, exception: name })),
};

const mutationsOf = (schema: GraphQLSchema) =>
  Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ deprecationReason }) => !deprecationReason);
const toMutationBreak = ({ name }: { readonly name: string }): Break => ({ at: `Mutation.${name}`, exception: name });

/** Every `create` mutation needs an `update` mutation. */
const creationsHaveUpdates: Rule = {
  rule: 'creations-have-updates',
  message: 'add an update',
  exceptions: UNCHANGEABLE,
  breaks(schema) {
    const mutations = mutationsOf(schema);
    const names = new Set(mutations.map(({ name }) => name));
    return mutations
      .filter(({ name }) => name.startsWith('create') && !names.has(name.replace(/^create/, 'update')))
      .map(toMutationBreak);
  },
};

/** A mutation returns the object that it changed. */
const mutationsReturnObjects: Rule = {
  rule: 'mutations-return-objects',
  message: 'return the object that it changed',
  exceptions: WITHOUT_OBJECT,
  breaks: (schema) =>
    mutationsOf(schema)
      .filter(({ type }) => {
        const result = getNamedType(type);
        const members = isUnionType(result) ? result.getTypes() : [];
        const payload = members.find((member) => member.name.endsWith('Payload'));
        return !membersOf(payload ?? result).some(({ field }) => isCompositeType(getNamedType(field.type)));
      })
      .map(toMutationBreak),
};

const BOOLEANS = /^(?:is|are|has|have|can|may|needs|takes|was|should)[A-Z]/;

/** The first word of a boolean's name shows that it's a boolean, such as `is` or `has`. */
const booleansAreNamed: Rule = {
  rule: 'booleans-are-named',
  message: 'begin it with is, has, can, may, needs or takes',
  exceptions: NOTHING,
  breaks: (schema) =>
    [...everyMember(schema), ...everyArgument(schema)]
      .filter((member) => getNamedType(member.field.type).name === 'Boolean' && !isOld(member))
      .filter(({ name }) => !BOOLEANS.test(name))
      .map(toBreak),
};

/** How long something lasts. */
const LIFETIMES = /[eE]xpir(?!esAt$)|[lL]ifetime|[tT]tl|validUntil|validFor/;

/** An expiry is a time named `expiresAt`, in inputs too: null for never, absent for the default. */
const expiryIsATime: Rule = {
  rule: 'expiry-is-a-time',
  message: 'name it expiresAt, and make it a DateTime',
  exceptions: NOTHING,
  breaks: (schema) =>
    [...everyMember(schema), ...everyArgument(schema)]
      .filter((member) => !isOld(member))
      .filter(
        ({ name, field }) =>
          LIFETIMES.test(name) || (name === 'expiresAt' && getNamedType(field.type).name !== 'DateTime'),
      )
      .map(toBreak),
};

/** Sizes and positions aren't `Int`, because they may exceed 2^31 - 1. */
const sizesAreSafe: Rule = {
  rule: 'sizes-are-safe',
  message: 'make it a SafeInt',
  exceptions: SMALL_SIZES,
  breaks: (schema) =>
    everyMember(schema)
      .filter(({ name, field }) => /^(?:seq|\w*[bB]ytes)$/.test(name) && getNamedType(field.type).name === 'Int')
      .map(toBreak),
};

/** `delete` deletes an object, `remove` removes it from another one, and `revoke` ends a credential of Toolyard. */
const oneVerbPerMeaning: Rule = {
  rule: 'one-verb-per-meaning',
  message: 'use delete',
  exceptions: REVOCABLE,
  breaks: (schema) =>
    mutationsOf(schema)
      .filter(
        ({ name }) => /^(?:remove|revoke|destroy|erase|drop|unset)/.test(name) && !/^remove\w+From[A-Z]/.test(name),
      )
      .map(toMutationBreak),
};

/** A server in a stack has its own tools and credentials, so it's a `stackServer`, not a `server`. */
const oneNounPerType: Rule = {
  rule: 'one-noun-per-type',
  message: 'name it stackServer',
  exceptions: NOTHING,
  breaks: (schema) =>
    everyMember(schema)
      .filter(({ field }) => String(field.type).replace('!', '') === 'StackServer')
      .filter(({ at, name }) => name !== 'stackServer' && at !== 'StackServerEdge.node')
      .map(toBreak),
};

/** Every field called `outcome` is a `CallOutcome`, and every field called `code` is a `FailureCode`. */
const failuresShareEnums: Rule = {
  rule: 'failures-share-enums',
  message: 'use CallOutcome for an outcome, and FailureCode for a code',
  exceptions: NOTHING,
  breaks: (schema) =>
    everyMember(schema)
      .filter(({ name, field }) => isEnumType(getNamedType(field.type)) && /^(?:outcome|code)$/.test(name))
      .filter(({ name, field }) => getNamedType(field.type).name !== (name === 'code' ? 'FailureCode' : 'CallOutcome'))
      .map(toBreak),
};

/** All lists of the same row type share one connection type. */
const pagesAreShared: Rule = {
  rule: 'pages-are-shared',
  message: 'use the type of the other lists of these rows',
  exceptions: NOTHING,
  breaks(schema) {
    const pages = objectsOf(schema).filter(({ name }) => name.endsWith('Connection'));
    const rowOf = (page: GraphQLObjectType): string => String(page.getFields()['nodes']?.type);
    return pages
      .filter((page) => pages.find((other) => rowOf(other) === rowOf(page)) !== page)
      .map(({ name }) => toBreak({ at: name }));
  },
};

const PAGING = new Set(['first', 'last', 'after', 'before', 'orderBy']);

/** Whether a field lists or counts objects. */
const isListOf = ({ type }: GraphQLField<unknown, unknown>): boolean => {
  const { name } = getNamedType(type);
  return name.endsWith('Connection') || name === 'RowCount' || isListType(getNullableType(type));
};

/** Lists and counts take their conditions in one `filter`. A count and its list share its type. */
const filtersAreTypes: Rule = {
  rule: 'filters-are-types',
  message: 'put it into the input type of `filter`',
  exceptions: WITHOUT_FILTER,
  breaks: (schema) =>
    objectsOf(schema)
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => isListOf(field))
      .flatMap(({ type, field }) =>
        field.args
          .filter(({ name, deprecationReason }) => !PAGING.has(name) && !deprecationReason)
          .filter((arg) => arg.name !== 'filter' || !/Filter$/.test(String(arg.type)))
          .map(({ name }) => ({ at: `${type.name}.${field.name}(${name})`, exception: `${type.name}.${field.name}` })),
      ),
};

/** All rules. */
export const OWN_RULES: readonly Rule[] = [
  objectBesideId,
  jsonIsUnknown,
  noGlobalNames,
  updatesArePatches,
  creationsHaveUpdates,
  mutationsReturnObjects,
  booleansAreNamed,
  expiryIsATime,
  oneNounPerType,
  sizesAreSafe,
  oneVerbPerMeaning,
  failuresShareEnums,
  pagesAreShared,
  filtersAreTypes,
];
