/** Styles text if the output is a terminal. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string;

/** Leaves text uncoloured, for output to anything but a terminal. */
export const plain: Paint = (_style, text) => text;

const STATE = /^(ok|warn|fail)(?= )/;
const SECTION = /^[A-Z][a-z ]+:$/;

const STATES = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

const isState = (word: string): word is keyof typeof STATES => Object.hasOwn(STATES, word);

/** Colours a result: highlights table headings and check results. */
export function paintResult(text: string, paint: Paint): string {
  const [first = '', ...rest] = text.split('\n');
  const heading =
    /^[A-Z][A-Z ]*$/.test(first) && / {2}[A-Z]/.test(first) ? paint('bold', first) : paintState(first, paint);
  return [heading, ...rest.map((line) => paintState(line, paint))].join('\n');
}

const paintState = (line: string, paint: Paint): string =>
  line.replace(STATE, (word) => (isState(word) ? paint(STATES[word], word) : word));

export const paintHelp = (text: string, paint: Paint): string =>
  text
    .split('\n')
    .map((line) => (SECTION.test(line) ? paint('bold', line) : line))
    .join('\n');
