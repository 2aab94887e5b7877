import { parseExact } from '../../../api/exactJson.ts';

const KEY = 'toolyard.repeat';

/** Keeps what a call on record was made with until the playground opens, in this tab alone. */
export function keepRepeat(input: unknown): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(input ?? null));
  } catch {
    // Full, or not allowed: the form is empty then.
    sessionStorage.removeItem(KEY);
  }
}

/** What was kept last; undefined where nothing was. */
export function repeated(): unknown {
  const text = sessionStorage.getItem(KEY);
  return text === null ? undefined : parseExact(text);
}
