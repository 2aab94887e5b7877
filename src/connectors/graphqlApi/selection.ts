import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  GraphQLInt,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

/** Limits of one selection. The nearest fields are selected first, and scalars before objects. */
const FIELDS_MAX = 120;
const LEAVES_MAX = [60, 20, 8];
const LEVELS_MAX = LEAVES_MAX.length - 1;
const FRAGMENTS_MAX = 16;
const NESTED_CONNECTIONS_MAX = 4;
/** The items of a connection below the tool's own field. */
const NESTED_ITEMS = 10;
/** Longer names would make most of a request. */
export const FIELD_NAME_CHARS_MAX = 128;

/** Leaves that identify or describe an object, most useful first. Others follow in the schema's order. */
const FIRST = [
  ...['id', 'key', 'number', 'identifier', 'name', 'title', 'login', 'handle', 'email', 'status', 'state', 'url'],
  ...['type', 'message', 'code', 'description', 'createdAt', 'updatedAt'],
];

/** A selection set: fields, and fields with their own selection sets. */
type Selection = (string | { readonly head: string; readonly inner: Selection })[];

type Field = GraphQLField<unknown, unknown>;

type Place = {
  readonly type: GraphQLCompositeType;
  readonly into: Selection;
  readonly level: number;
  /** The types around it, which are not entered again. */
  readonly within: readonly string[];
  /** The fields that fragments next to this one selected, with their types. Absent outside of fragments. */
  readonly taken?: Map<string, string>;
};

/** The default selection of a field's result: `{ id name owner { login } }`; empty for a scalar. */
export function defaultSelection(schema: GraphQLSchema, result: GraphQLOutputType): string {
  const type = getNamedType(result);
  if (!isCompositeType(type)) return '';
  const root: Selection = [];
  // An item of a list gets fewer fields than a single result.
  const isMany = isListOf(result) || (isObjectType(type) && connectionOf(type) !== null);
  const queue: Place[] = [{ type, into: root, level: isMany ? 1 : 0, within: [type.name] }];
  const connections: Place[] = [];
  let fieldsLeft = FIELDS_MAX;
  for (let place = next(); place && fieldsLeft > 0; place = next()) fill(place);
  return written(root) ?? '{ __typename }';

  function next(): Place | undefined {
    return queue.shift() ?? connections.shift();
  }

  function fill(place: Place): void {
    const page = isObjectType(place.type) ? connectionOf(place.type) : null;
    if (page) fillPage(place, page);
    else if (!isUnionType(place.type)) fillFields(place, usable(Object.values(place.type.getFields()), place.taken));
    if (isAbstractType(place.type)) fillFragments(place);
  }

  function fillFields(place: Place, fields: readonly Field[]): void {
    const leaves = ranked(fields.filter(({ type: each }) => isLeafType(getNamedType(each))));
    for (const field of leaves.slice(0, Math.min(LEAVES_MAX[place.level] ?? 0, fieldsLeft))) {
      place.into.push(named(place, field));
      fieldsLeft -= 1;
    }
    if (place.level === LEVELS_MAX) return;
    for (const field of fields) enter(place, field);
  }

  function enter(place: Place, field: Field): void {
    const entered = getNamedType(field.type);
    if (!isCompositeType(entered) || place.within.includes(entered.name)) return;
    const isConnection = isObjectType(entered) && connectionOf(entered) !== null;
    if (isConnection && (place.level > 0 || connections.length === NESTED_CONNECTIONS_MAX)) return;
    const pages = field.args.some(isPageSize);
    const inner: Selection = [];
    place.into.push({ head: `${named(place, field)}${pages ? `(first: ${NESTED_ITEMS})` : ''}`, inner });
    const below = { type: entered, into: inner, level: place.level + 1, within: [...place.within, entered.name] };
    (isConnection ? connections : queue).push(below);
  }

  /** The items of a connection are at its own level. */
  function fillPage({ into, level, within }: Place, { type: connection, items, edge }: Connection): void {
    const inner: Selection = [];
    const own = usable(Object.values(connection.getFields())).filter(({ type: each }) =>
      isLeafType(getNamedType(each)),
    );
    into.push(...own.slice(0, LEAVES_MAX[LEVELS_MAX]).map(({ name }) => name), PAGE_INFO);
    if (edge) into.push({ head: 'edges', inner: [{ head: 'node', inner }] });
    else into.push({ head: 'nodes', inner });
    queue.unshift({ type: items, into: inner, level, within: [...within, items.name] });
  }

  function fillFragments({ type: abstract, into, level, within }: Place): void {
    if (!isAbstractType(abstract)) return;
    into.unshift('__typename');
    const outer = isUnionType(abstract) ? {} : abstract.getFields();
    const taken = new Map(Object.keys(outer).map((name) => [name, OUTSIDE]));
    for (const each of schema.getPossibleTypes(abstract).filter(hasShortName).slice(0, FRAGMENTS_MAX)) {
      const inner: Selection = [];
      into.push({ head: `... on ${each.name}`, inner });
      queue.push({ type: each, into: inner, level, within: [...within, each.name], taken });
    }
  }
}

/**
 * A field's name in a selection. Fragments of one selection may not give one name to fields of different types, so
 * later ones get an alias.
 */
function named({ type, taken }: Place, { name, type: result }: Field): string {
  if (!taken) return name;
  const before = taken.get(name);
  if (before === undefined) taken.set(name, String(result));
  const isSame = before === undefined || (before === String(result) && isLeafType(getNamedType(result)));
  return isSame ? name : `${type.name}_${name}: ${name}`;
}

/** A selection as text; null if it is empty, for example because the limits were reached. */
function written(selection: Selection): string | null {
  const parts = selection.flatMap((part) => {
    if (typeof part === 'string') return [part];
    const inner = written(part.inner);
    return inner === null ? [] : [`${part.head} ${inner}`];
  });
  return parts.length === 0 ? null : `{ ${parts.join(' ')} }`;
}

/** Marks a field that is selected outside of the fragments. */
const OUTSIDE = '';

const isListOf = (type: GraphQLOutputType): boolean =>
  isListType(type) || (isNonNullType(type) && isListType(type.ofType));

const isPageSize = ({ name, type }: GraphQLArgument): boolean =>
  name === 'first' && (isNonNullType(type) ? type.ofType : type) === GraphQLInt;

const hasShortName = ({ name }: { readonly name: string }): boolean =>
  name.length <= FIELD_NAME_CHARS_MAX && !name.startsWith('__');

/** Fields that can be selected without knowing more than the schema. */
const usable = (fields: readonly Field[], taken?: ReadonlyMap<string, string>): readonly Field[] =>
  fields.filter(
    (field) =>
      hasShortName(field) &&
      taken?.get(field.name) !== OUTSIDE &&
      typeof field.deprecationReason !== 'string' &&
      field.args.every((argument) => !isRequiredArgument(argument) || isPageSize(argument)),
  );

const ranked = (fields: readonly Field[]): readonly Field[] => {
  const rankOf = ({ name }: Field): number => {
    const rank = FIRST.indexOf(name);
    return rank < 0 ? FIRST.length : rank;
  };
  // The sort is stable, so that others keep their order.
  return fields
    .filter(({ args }) => !args.some(isRequiredArgument))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
};

type Connection = {
  readonly type: GraphQLObjectType;
  readonly items: GraphQLCompositeType;
  /** Whether its items are only in `edges`. */
  readonly edge: boolean;
};

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

/** The parts of a connection (Relay, cursor connections); null for another type. */
export function connectionOf(type: GraphQLObjectType): Connection | null {
  const { pageInfo, nodes, edges } = type.getFields();
  const page = pageInfo && getNamedType(pageInfo.type);
  if (!isObjectType(page) || !['hasNextPage', 'endCursor'].every((name) => isPlain(page.getFields()[name])))
    return null;
  const direct = itemsOf(nodes);
  if (direct) return { type, items: direct, edge: false };
  const edge = itemsOf(edges);
  const node = isObjectType(edge) ? edge.getFields()['node'] : undefined;
  const items = node && isPlain(node, false) ? getNamedType(node.type) : null;
  return isCompositeType(items) ? { type, items, edge: true } : null;
}

const isPlain = (field: Field | undefined, isLeaf = true): boolean =>
  field !== undefined && !field.args.some(isRequiredArgument) && isLeafType(getNamedType(field.type)) === isLeaf;

function itemsOf(field: Field | undefined): GraphQLCompositeType | null {
  if (!field || field.args.some(isRequiredArgument)) return null;
  const items = getNamedType(field.type);
  return isListOf(field.type) && isCompositeType(items) ? items : null;
}
