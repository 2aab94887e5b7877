import { isRecord } from '../core/lib/json.ts';

const LEVELS: Readonly<Record<string, string>> = {
  ...{ 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' },
};
/** Fields that are in every line, or that have their own place. */
const PLACED = new Set(['level', 'time', 'instance', 'worker', 'msg', 'err']);
const FIELDS_CHARS_MAX = 300;

/** A JSON log line for a person at a terminal: time, level, message and fields, then the stack of an error. */
export function terminalLine(json: string): string {
  const line: unknown = JSON.parse(json);
  if (!isRecord(line)) return json;
  const { level, time, msg, err } = line;
  const others = Object.fromEntries(Object.entries(line).filter(([name]) => !PLACED.has(name)));
  const fields = Object.keys(others).length === 0 ? '' : JSON.stringify(others);
  const shown = fields.length > FIELDS_CHARS_MAX ? `${fields.slice(0, FIELDS_CHARS_MAX)}…` : fields;
  const at = new Date(Number(time)).toTimeString().slice(0, 8);
  const first = [at, LEVELS[String(level)] ?? '', oneLine(msg), shown].filter((part) => part !== '').join('  ');
  const stack = isRecord(err)
    ? String(err['stack'] ?? err['message'])
        .split('\n')
        .map(oneLine)
    : [];
  return `${[first, ...stack.map((frame) => `    ${frame}`)].join('\n')}\n`;
}

/** Control characters would reach the terminal. */
const oneLine = (text: unknown): string =>
  String(text ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
