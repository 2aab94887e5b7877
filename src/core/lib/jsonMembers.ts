import { inheritLossless } from './json.ts';

/** Adds a member as `JSON.parse` does: any name, even `__proto__`, becomes an own property. */
export function addMember(made: unknown[] | Record<string, unknown>, key: string, value: unknown): void {
  if (Array.isArray(made)) made.push(value);
  else if (key === '__proto__') {
    Object.defineProperty(made, key, { value, writable: true, enumerable: true, configurable: true });
  } else made[key] = value;
}

/** Joins lists of members that were parsed separately. */
export function joinMembers(parts: readonly unknown[][]): unknown[] {
  const none: unknown[] = [];
  const all = none.concat(...parts);
  for (const part of parts) inheritLossless(part, all);
  return all;
}
