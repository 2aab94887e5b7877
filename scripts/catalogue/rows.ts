/** One line of a server's `tools` or `extra`: maps an operation to a tool. */
export type Row = {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /**
   * Facts that the method doesn't show, such as a POST for searching or deleting, or a PUT or PATCH that destroys
   * nothing.
   */
  readonly effect: 'reads' | 'destroys' | 'adds' | null;
  /** The inputs to keep; null for all. */
  readonly inputs: readonly string[] | null;
  /** Path inputs that may contain several segments. */
  readonly wholePaths: readonly string[];
  /** The inputs of an operation that no published description contains. */
  readonly documented: readonly DocumentedInput[];
};

/** An input as the documentation describes it. */
export type DocumentedInput = {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isInQuery: boolean;
  /** The input as JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
};

const EFFECTS = { '?': 'reads', '!': 'destroys', '~': 'adds' } as const;
const ROW = /^(GET|POST|PUT|PATCH|DELETE) (\S+) ([a-z0-9_]+)([?!~]?) \| ([^|]+?)(?: \|([^|]*))?(?: \| ([^|]+))?$/;
const INPUT = /^(\?)?([^\s!]+)(!)? ([a-z]+)(?:\(([^)]+)\))?((?:\[\])*): (.+)$/;

const namesIn = (list: string | undefined): readonly string[] =>
  (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const isMark = (mark: string): mark is keyof typeof EFFECTS => Object.hasOwn(EFFECTS, mark);

function inputOf(line: string): DocumentedInput {
  const [, query, name = '', required, type = '', choices, arrays = '', description = ''] = INPUT.exec(line) ?? [];
  if (name === '') throw new Error(`Not an input: ${line}`);
  const single = type === 'any' ? {} : { type, ...(choices !== undefined && { enum: choices.split('|') }) };
  const depth = arrays.length / 2;
  const schema = Array.from({ length: depth }).reduce<object>((items) => ({ type: 'array', items }), single);
  return {
    name,
    isRequired: required !== undefined,
    isInQuery: query !== undefined,
    schema: { ...schema, description },
  };
}

function rowOf(line: string, documented: readonly DocumentedInput[]): Row {
  const [, method = '', path = '', name = '', mark = '', description = '', inputs, whole] = ROW.exec(line) ?? [];
  if (method === '') throw new Error(`Not an operation: ${line}`);
  return {
    method,
    path,
    name,
    description,
    effect: isMark(mark) ? EFFECTS[mark] : null,
    inputs: inputs === undefined ? null : namesIn(inputs),
    wholePaths: namesIn(whole),
    documented,
  };
}

/**
 * Reads the lines of a server's tools: `METHOD PATH name | description | inputs to keep | inputs that are whole paths`.
 * After the name, `?` marks a read-only tool, `!` a destructive one, and `~` one that isn't destructive. Indented lines
 * below describe an input: `name! type: description`. There, `!` means required, a leading `?` puts it in the query,
 * and `string(A|B)` lists the allowed values.
 * @throws for any other line
 */
export function readRows(text: string): readonly Row[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const starts = lines.flatMap((line, at) => (line.startsWith(' ') ? [] : [at]));
  return starts.map((at, index) => {
    const below = lines.slice(at + 1, starts[index + 1]);
    return rowOf(
      (lines[at] ?? '').trim(),
      below.map((line) => inputOf(line.trim())),
    );
  });
}
