import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { isRecord } from '../core/lib/json.ts';
import { PAGE_ROWS_MAX, pageComplexity } from './paging.ts';

/** The assumed length of a list without pages; `execution/longLists.ts` counts longer ones by entry. */
export const LIST_ROWS = 10;

type Info = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues' | 'operation'>;
type Known = Map<SelectionSetNode, Map<GraphQLNamedType, number>>;
type Counting = { readonly info: Info; readonly known: Known; readonly withPages: boolean };

/**
 * The points of an operation: one per field of each row that its pages may have. With `withPages` false, the rows of
 * pages are not counted.
 */
export const pointsOfOperation = (info: Info, withPages = true): number => {
  const type = info.schema.getRootType(info.operation.operation);
  return type ? ofSet({ info, known: new Map(), withPages }, info.operation.selectionSet, type) : 0;
};

/** The points of one row of a page, without the rows of pages in it. */
export const pointsBelow = ({ fieldNodes, returnType, ...info }: GraphQLResolveInfo): number => {
  const counting = { info, known: new Map(), withPages: false };
  const sets = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  return sets.reduce((sum, set) => sum + ofSet(counting, set, getNamedType(returnType)), 0);
};

/** Points of a selection set. Each selection is counted once per type, however often a fragment is used. */
function ofSet(counting: Counting, set: SelectionSetNode, type: GraphQLNamedType): number {
  const types = counting.known.get(set) ?? new Map<GraphQLNamedType, number>();
  counting.known.set(set, types);
  const known = types.get(type);
  if (known !== undefined) return known;
  const points = set.selections.reduce((sum, node) => sum + ofSelection(counting, node, type), 0);
  types.set(type, points);
  return points;
}

function ofSelection(counting: Counting, node: SelectionNode, type: GraphQLNamedType): number {
  if (node.kind === Kind.FIELD) return ofField(counting, node, type);
  const { schema, fragments } = counting.info;
  const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments[node.name.value];
  if (!fragment) return 0;
  const name = fragment.typeCondition?.name.value;
  return ofSet(counting, fragment.selectionSet, (name === undefined ? null : schema.getType(name)) ?? type);
}

function ofField(counting: Counting, node: FieldNode, type: GraphQLNamedType): number {
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
  const cost: unknown = field?.extensions['complexity'];
  const { own, rows } = costOf(typeof cost === 'function' ? cost(pageArguments(node, counting.info)) : cost);
  const isSkipped = cost === pageComplexity && !counting.withPages;
  if (!field || !node.selectionSet || isSkipped) return own;
  const length = rows ?? (isListType(getNullableType(field.type)) ? LIST_ROWS : 1);
  return own + length * ofSet(counting, node.selectionSet, getNamedType(field.type));
}

function costOf(cost: unknown): { readonly own: number; readonly rows: number | null } {
  if (typeof cost === 'number') return { own: cost, rows: null };
  const { field = 1, multiplier = null } = isRecord(cost) ? cost : {};
  return { own: Number(field), rows: multiplier === null ? null : Number(multiplier) };
}

/** A page's size from the document. An invalid size is refused when its field is resolved, not here. */
function pageArguments({ arguments: args = [] }: FieldNode, { variableValues }: Info): Record<string, number> {
  const sizes = args.flatMap(({ name, value }): [string, number][] => {
    if (name.value !== 'first' && name.value !== 'last') return [];
    const size =
      value.kind === Kind.VARIABLE ? variableValues[value.name.value] : value.kind === Kind.INT && value.value;
    const number = typeof size === 'string' || typeof size === 'number' ? Number(size) : Number.NaN;
    return Number.isNaN(number) ? [] : [[name.value, Math.min(Math.max(number, 0), PAGE_ROWS_MAX)]];
  });
  return Object.fromEntries(sizes);
}
