import { RE2JS } from 're2js';
import type { OperationChoice, OperationSelector } from '../../core/servers/operationChoice.ts';
import type { HttpMethod } from '../../core/servers/toolRequest.ts';

/** The details of an operation that a selection can match. */
export type OperationSummary = {
  readonly method: HttpMethod;
  readonly path: string;
  /** Empty if the document gives none. */
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
};

/** The selected operations, in the document's order, and the entries of `include` that match nothing. */
type ChosenOperations<T> = { readonly chosen: readonly T[]; readonly unmatched: readonly string[] };

type Pattern = { readonly entry: string; matches(text: string): boolean };
type Selection = { readonly plain: ReadonlySet<string>; readonly patterns: readonly Pattern[] };

const WILDCARDS = /\/\*\*$|\*\*|\*/g;
const MEANING: Readonly<Record<string, string>> = { '*': '[^/]*', '**': '.*', '/**': '(?:/.*)?' };

const plainPath = (template: string): string => {
  const [, method = '', path = template] = /^([A-Za-z]+)\s+(.*)$/s.exec(template) ?? [];
  return method === '' ? path : `${method.toUpperCase()} ${path}`;
};

function selectionOf({ tags = [], paths = [], ids = [] }: OperationSelector): Selection {
  const isWild = (path: string): boolean => path.includes('*');
  return {
    plain: new Set([
      ...tags.map((tag) => `tag ${tag}`),
      ...ids.map((id) => `id ${id}`),
      ...paths.filter((path) => !isWild(path)).map((path) => `path ${plainPath(path)}`),
    ]),
    patterns: paths.filter(isWild).map((path) => {
      const plain = plainPath(path);
      const stars = plain.match(WILDCARDS) ?? [];
      const source = plain.split(WILDCARDS).map((text, at) => `${RE2JS.quote(text)}${MEANING[stars[at] ?? ''] ?? ''}`);
      const compiled = RE2JS.compile(`${/^[A-Z]+ /.test(plain) ? '' : '[A-Z]+ '}${source.join('')}`, RE2JS.DOTALL);
      return { entry: `path ${plainPath(path)}`, matches: (text) => compiled.matches(text) };
    }),
  };
}

function entriesSelecting({ plain, patterns }: Selection, operation: OperationSummary): readonly string[] {
  const { method, path, operationId, tags } = operation;
  const place = `${method} ${path}`;
  const names = [...tags.map((tag) => `tag ${tag}`), `id ${operationId}`, `path ${path}`, `path ${place}`];
  return [
    ...names.filter((name) => plain.has(name)),
    ...patterns.filter(({ matches }) => matches(place)).map(({ entry }) => entry),
  ];
}

/** Applies a selection to the operations of a document. */
export function chooseOperations<T>(
  operations: readonly T[],
  { include, exclude }: OperationChoice,
  summaryOf: (operation: T) => OperationSummary,
): ChosenOperations<T> {
  const selection = include === undefined ? null : selectionOf(include);
  const unwanted = selectionOf(exclude ?? {});
  const used = new Set<string>();
  const chosen = operations.filter((operation) => {
    const summary = summaryOf(operation);
    const by = selection === null ? null : entriesSelecting(selection, summary);
    for (const entry of by ?? []) used.add(entry);
    return by?.length !== 0 && entriesSelecting(unwanted, summary).length === 0;
  });
  const entries = selection === null ? [] : [...selection.plain, ...selection.patterns.map(({ entry }) => entry)];
  return { chosen, unmatched: entries.filter((entry) => !used.has(entry)) };
}
