import { inheritLossless } from './json.ts';

/** Adds a member as `JSON.parse` does: one of any name, also `__proto__`, is the object's own. */
export function addMember(made: unknown[] | Record<string, unknown>, key: string, value: unknown): void {
  if (Array.isArray(made)) made.push(value);
  else if (key === '__proto__') {
    Object.defineProperty(made, key, { value, writable: true, enumerable: true, configurable: true });
  } else made[key] = value;
}

/** One list of the members of these shorter lists, which were parsed separately. */
export function joinMembers(parts: readonly unknown[][]): unknown[] {
  const none: unknown[] = [];
  const all = none.concat(...parts);
  for (const part of parts) inheritLossless(part, all);
  return all;
}
