import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** One small change of the code. Line numbers start at 1. */
export type Mutant = {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** Why the change is skipped; null if it's tried. */
  readonly ignored: string | null;
};

/** The changed code by absolute path. Each change takes effect only while its id is active. */
export type Instrumented = { readonly code: ReadonlyMap<string, string>; readonly mutants: readonly Mutant[] };

type Position = { readonly line: number; readonly column: number };
type Made = {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly mutants: readonly {
    readonly id: string;
    readonly fileName: string;
    readonly location: { readonly start: Position; readonly end: Position };
    readonly mutatorName: string;
    readonly replacement: string;
    readonly statusReason?: string;
  }[];
};
type Node = { readonly type: string; readonly callee?: { readonly name?: string }; readonly value?: unknown };
type NodePath = { readonly node: Node; readonly parent?: Node };

/*
 * Texts for people aren't mutated, because tests compare them where they matter. Codes, names and labels contain no
 * space and are mutated.
 */
const isText = ({ node }: NodePath): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'StringLiteral' && String(node.value).includes(' '));
const isError = ({ parent }: NodePath): boolean =>
  parent?.type === 'NewExpression' && (parent.callee?.name ?? '').endsWith('Error');
const WORDS = {
  shouldIgnore: (path: NodePath): string | undefined =>
    isError(path) && isText(path) ? 'words of an error' : undefined,
};

const silent = () => undefined;
const LOGGER = { debug: silent, info: silent, warn: silent, isDebugEnabled: () => false };

/** Makes Stryker's changes of these files. */
export async function instrument(globs: readonly string[]): Promise<Instrumented> {
  const paths = globSync(globs).toSorted();
  const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  // Boundary: installed next to this script, outside the type check.
  const { Instrumenter } = await import(
    resolve(import.meta.dirname, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js')
  );
  const files = [...sources].map(([name, content]) => ({ name, content, mutate: true }));
  const made: Made = await new Instrumenter(LOGGER).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [WORDS],
  });
  const mutants = made.mutants.map(({ id, fileName, location, mutatorName, replacement, statusReason }) => ({
    id,
    file: fileName,
    line: location.start.line + 1,
    column: location.start.column,
    mutator: mutatorName,
    original: cut(sources.get(fileName) ?? '', location),
    replacement,
    ignored: statusReason ?? null,
  }));
  return { code: new Map(made.files.map(({ name, content }) => [resolve(name), content])), mutants };
}

function cut(source: string, { start, end }: { start: Position; end: Position }): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined).trim())
    .join(' ');
}
