/** Styles text, or leaves it as it is where the output is not a terminal. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string;

/** For output that is no terminal. */
export const plain: Paint = (_style, text) => text;

/** Two columns of capitals: the start of a `table`. */
const isHeadings = (line: string): boolean => /^[A-Z][A-Z ]*$/.test(line) && / {2}[A-Z]/.test(line);
const STATE = /^(ok|warn|fail)(?= )/;
const SECTION = /^[A-Z][a-z ]+:$/;

const STATES = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

const isState = (word: string): word is keyof typeof STATES => Object.hasOwn(STATES, word);

/** A result in colours: headings of tables stand out, and so does how a check went. */
export function paintResult(text: string, paint: Paint): string {
  const [first = '', ...rest] = text.split('\n');
  const heading = isHeadings(first) ? paint('bold', first) : paintState(first, paint);
  return [heading, ...rest.map((line) => paintState(line, paint))].join('\n');
}

const paintState = (line: string, paint: Paint): string =>
  line.replace(STATE, (word) => (isState(word) ? paint(STATES[word], word) : word));

/** A help text in colours: its headings stand out. */
export const paintHelp = (text: string, paint: Paint): string =>
  text
    .split('\n')
    .map((line) => (SECTION.test(line) ? paint('bold', line) : line))
    .join('\n');

/** An error in colours: what went wrong stands out, the usage below does not. */
export function paintError(text: string, paint: Paint): string {
  const [first = '', ...rest] = text.split('\n');
  return [paint('red', first), ...rest].join('\n');
}
