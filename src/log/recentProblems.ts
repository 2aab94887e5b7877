import { isRecord } from '../core/lib/json.ts';
import { codePlace } from './codePlace.ts';

const KEPT_MAX = 100;
/** Maximum characters of a kept line; longer ones are skipped. All lines together take at most 1.6 MB. */
const LINE_CHARS_MAX = 16_384;
const FRAMES_MAX = 20;
/** Position of the first digit of pino's level, as in `{"level":40,`. It distinguishes warnings from other lines. */
const LEVEL_AT = '{"level":'.length;
const WARN = '4';

/** Fields of a warning or error that a bug report may contain: no user-supplied value and no error message. */
type RecentProblem = {
  /** ISO 8601. */
  readonly at: string;
  readonly level: number;
  /** A fixed text from our code. */
  readonly detail: string | null;
  /** Errors by kind, code and place, the outermost first. */
  readonly errors: readonly { readonly type: string | null; readonly code: string | null; readonly at: string[] }[];
};

/** Keeps the last 100 lines of level warn and above, in memory. */
export function createRecentProblems() {
  const lines: string[] = [];
  return {
    /** Keeps a line if it is a warning or error. Costs one comparison for any other line. */
    note(line: string): void {
      const digit = line[LEVEL_AT];
      if (digit === undefined || digit < WARN || line.length > LINE_CHARS_MAX) return;
      lines.push(line);
      if (lines.length > KEPT_MAX) lines.shift();
    },
    list: (): readonly RecentProblem[] => lines.flatMap(toProblem),
  };
}

function toProblem(line: string): readonly RecentProblem[] {
  const fields: unknown = JSON.parse(line);
  if (!isRecord(fields)) return [];
  const { time, level, msg, err } = fields;
  const message = isRecord(err) ? err['message'] : undefined;
  return [
    {
      at: new Date(Number(time)).toISOString(),
      level: Number(level),
      // Omit the text if it is an error's message: pino uses that for a line without text.
      detail: typeof msg === 'string' && !(typeof message === 'string' && message.startsWith(msg)) ? msg : null,
      errors: isRecord(err) ? [{ type: nameOf(err['type']), code: codeOf(err['code']), at: placesOf(err) }] : [],
    },
  ];
}

const nameOf = (type: unknown): string | null =>
  typeof type === 'string' && /^[A-Z]\w{0,60}$/.test(type) ? type : null;
const codeOf = (code: unknown): string | null =>
  typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? code : null;

/** A stack frame. `codePlace` accepts only frames in Node, a package or our own code, so messages can't fake one. */
const FRAME = /^ {4}at (?:[^()]{1,100} \()?(?:file:\/\/)?(node:[\w/]+:\d+:\d+|\/[\w./@+-]{1,300}:\d+:\d+)\)?$/;

const placesOf = ({ stack }: Readonly<Record<string, unknown>>): string[] =>
  typeof stack === 'string'
    ? stack
        .split('\n')
        .flatMap((line) => {
          const [, from = ''] = FRAME.exec(line) ?? [];
          const place = codePlace(from);
          return place === null ? [] : [place];
        })
        .slice(0, FRAMES_MAX)
    : [];
