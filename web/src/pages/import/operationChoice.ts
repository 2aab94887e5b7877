import type { OperationChoiceInput } from '../../gql/graphql.ts';
import type { Found, Listed } from './useImport.ts';

export type Operation = Listed['list']['operations'][number];
/** Filters for the list. Empty `kind` and `scheme` match everything. */
export type OperationFilter = {
  readonly text: string;
  readonly kind: '' | 'reads' | 'writes' | 'destroys';
  readonly scheme: string;
  readonly by: 'tag' | 'path';
  /** If present, only operations with these keys. */
  readonly only: ReadonlySet<string> | null;
};
export type Group = { readonly name: string; readonly operations: readonly Operation[] };

/** Documents with more operations than this get a selection step. */
export const PLENTY = 40;
/** Tokens a list of tools may use before it crowds out the conversation. */
export const TOKENS_BUDGET = 20_000;

/** Identifies an operation within its document. */
export const keyOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

const isOfKind = (kind: OperationFilter['kind'], { isReadOnly, isDestructive }: Operation): boolean =>
  kind === '' || (kind === 'reads' ? isReadOnly : kind === 'destroys' ? isDestructive : !isReadOnly);

function matches(operation: Operation, { text, kind, scheme, only }: OperationFilter): boolean {
  const { name, path, method, summary, tags, credentials } = operation;
  const all = `${name} ${method} ${path} ${summary} ${tags.join(' ')}`.toLowerCase();
  const words = text.toLowerCase().split(/\s+/);
  return (
    isOfKind(kind, operation) &&
    (scheme === '' || credentials.includes(scheme)) &&
    (only === null || only.has(keyOf(operation))) &&
    words.every((word) => all.includes(word))
  );
}

/** A path prefix in this share of the operations, such as `/v1`, distinguishes none of them. */
const SHARED_PREFIX = 0.9;

const segmentsOf = ({ path }: Operation): readonly string[] =>
  path
    .replace(/\.json$/, '')
    .split('/')
    .slice(1)
    .map((segment) => (segment.startsWith('{') ? '{}' : segment));

/** How many segments at the start of the paths most operations share. */
function sharedSegments(paths: readonly (readonly string[])[]): number {
  for (let depth = 0; ; depth += 1) {
    const starts = paths.filter(({ length }) => length > depth + 1).map((path) => path.slice(0, depth + 1).join('/'));
    const most = Math.max(
      0,
      ...Object.values(Object.groupBy(starts, (start) => start)).map((same) => same?.length ?? 0),
    );
    if (most === 0 || most < SHARED_PREFIX * paths.length) return depth;
  }
}

/** Names the group of an operation: its first tag, or the first segment after the shared start of the paths. */
function grouping(operations: readonly Operation[], by: OperationFilter['by']): (operation: Operation) => string {
  if (by === 'tag') return ({ tags }) => tags[0] ?? 'No tag';
  const shared = sharedSegments(operations.map(segmentsOf));
  return (operation) => {
    const segments = segmentsOf(operation);
    return `/${segments[shared] ?? segments.at(-1) ?? ''}`;
  };
}

/** The matching operations in groups, in document order. Results of an agent search keep their own order. */
export function groupsOf(
  operations: readonly Operation[],
  filter: OperationFilter,
  results: Found | null = null,
): readonly Group[] {
  if (results !== null) return foundGroup(operations, filter, results);
  const left = operations.filter((operation) => matches(operation, filter));
  const groupOf = grouping(operations, filter.by);
  const groups = new Map<string, Operation[]>();
  for (const operation of left) {
    const name = groupOf(operation);
    groups.set(name, [...(groups.get(name) ?? []), operation]);
  }
  return [...groups].map(([name, each]) => ({ name, operations: each }));
}

function foundGroup(
  operations: readonly Operation[],
  filter: OperationFilter,
  { query, keys }: Found,
): readonly Group[] {
  const byKey = new Map(operations.map((operation) => [keyOf(operation), operation]));
  const inOrder = keys.flatMap((key) => byKey.get(key) ?? []);
  const left = inOrder.filter((operation) => matches(operation, { ...filter, text: '' }));
  return left.length === 0 ? [] : [{ name: `Agent search results for “${query}”, best first`, operations: left }];
}

export const FORMATS = [
  { key: 'openai', label: 'OpenAI' },
  { key: 'anthropic', label: 'Anthropic' },
  { key: 'gemini', label: 'Gemini' },
  { key: 'mcp', label: 'MCP' },
] as const;

type Weights = Record<(typeof FORMATS)[number]['key'], number>;

/** Estimated tokens of the picked operations per format. Operations a format can't express count as zero. */
export function weightOf(operations: readonly Operation[], picked: ReadonlySet<string>) {
  const chosen = operations.filter((operation) => picked.has(keyOf(operation)));
  const tokens: Weights = { openai: 0, anthropic: 0, gemini: 0, mcp: 0 };
  for (const { weights } of chosen) {
    for (const { key } of FORMATS) tokens[key] += weights?.[key] ?? 0;
  }
  return { tokens, unknown: chosen.filter(({ weights }) => weights === null).length };
}

export const proposedOf = (operations: readonly Operation[]): ReadonlySet<string> =>
  new Set(operations.filter(({ isProposed }) => isProposed).map(keyOf));

/** The selection to import: by operation ID where it's unique, otherwise by method and path. */
export function toChoice({ list }: Listed, picked: ReadonlySet<string>): OperationChoiceInput {
  const { operations, totalCount } = list;
  if (picked.size === totalCount) return {};
  const counts = new Map<string, number>();
  for (const { operationId } of operations) {
    if (operationId !== null) counts.set(operationId, (counts.get(operationId) ?? 0) + 1);
  }
  const chosen = operations.filter((operation) => picked.has(keyOf(operation)));
  const idOf = ({ operationId }: Operation) =>
    operationId !== null && operationId !== undefined && counts.get(operationId) === 1 ? [operationId] : [];
  const ids = chosen.flatMap(idOf);
  const paths = chosen.filter((operation) => idOf(operation).length === 0).map(keyOf);
  return { include: { ...(ids.length > 0 && { ids }), ...(paths.length > 0 && { paths }) } };
}
