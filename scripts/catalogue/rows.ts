/** One line of a server's `tools` or `extra`: which operation becomes which tool. */
export type Row = {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** Facts the method doesn't show: a search by POST, a POST that destroys, a PUT or PATCH that doesn't. */
  readonly effect: 'reads' | 'destroys' | 'adds' | null;
  /** The inputs that stay; null for all of them. */
  readonly inputs: readonly string[] | null;
  /** Inputs in the path that hold several segments. */
  readonly wholePaths: readonly string[];
  /** For an operation that no published description has. */
  readonly given: readonly GivenInput[];
};

/** An input as documentation describes it. */
export type GivenInput = {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isInQuery: boolean;
  /** As JSON Schema. */
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

function inputOf(line: string): GivenInput {
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

function rowOf(line: string, given: readonly GivenInput[]): Row {
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
    given,
  };
}

/**
 * Reads the lines of a server's tools: `METHOD PATH name | description | inputs that stay | inputs that are whole
 * paths`. `?` after the name marks a read-only tool, `!` that it destroys, `~` that it does not. Indented lines below
 * describe an input: `name! type: description`, where `!` means that it is required, `?` in front that it is in the
 * query, and `string(A|B)` that it is one of these.
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
