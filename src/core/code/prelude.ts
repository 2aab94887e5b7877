import { ANNOUNCE } from './protocol.ts';

/**
 * JavaScript that prepares a program's globals inside the interpreter: `tools`, `announce` and `console`. It is a
 * function of the host's `send`, `log` and `end`. Runs where the program runs, so the host trusts nothing here.
 */
export const PRELUDE = `(send, log, end) => {
  const { parse, stringify } = JSON;
  const waiting = new Map();
  let count = 0;
  class ToolError extends Error {
    constructor({ message, code, result }) {
      super(message);
      this.name = 'ToolError';
      this.code = code;
      this.result = result;
    }
  }
  const call = (name) => (input = {}) => new Promise((resolve, reject) => {
    const text = stringify(input);
    count += 1;
    waiting.set(count, { resolve, reject });
    send(count, name, text);
  });
  const toText = (value) => {
    if (typeof value === 'string') return value;
    try { return value instanceof Error ? String(value) : stringify(value) ?? String(value); } catch { return typeof value; }
  };
  const print = (...values) => log(values.map(toText).join(' '));
  const isTool = (name) => typeof name === 'string' && name !== 'then';
  globalThis.tools = new Proxy({}, { get: (_, name) => (isTool(name) ? call(name) : undefined) });
  globalThis.announce = (calls) => call('${ANNOUNCE}')({ calls });
  globalThis.console = { log: print, info: print, warn: print, error: print, debug: print };
  const memberOf = (error, key) => {
    try { return error instanceof Error ? String(error[key] ?? '') : ''; } catch { return ''; }
  };
  const describe = (error) => ({
    name: memberOf(error, 'name') || 'Error',
    message: memberOf(error, 'message') || toText(error),
    stack: memberOf(error, 'stack'),
  });
  return {
    run: (program) => {
      program()
        .then((value) => end(true, stringify(value) ?? 'null'))
        .catch((error) => end(false, stringify(describe(error))));
    },
    settle: (id, isOk, text) => {
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (isOk) resolve(parse(text));
      else reject(new ToolError(parse(text)));
    },
  };
}`;
