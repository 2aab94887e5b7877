import { parseExact } from '../../../api/exactJson.ts';

const KEY = 'toolyard.repeat';

/** Stores a call record's input for the playground, only in this tab. */
export function saveRepeat(input: unknown): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(input ?? null));
  } catch {
    // Storage is full or blocked; the form stays empty.
    sessionStorage.removeItem(KEY);
  }
}

/** The stored input; undefined if none. */
export function repeated(): unknown {
  const text = sessionStorage.getItem(KEY);
  return text === null ? undefined : parseExact(text);
}
