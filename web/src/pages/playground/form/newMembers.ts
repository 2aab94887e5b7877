import { isRecord } from '../../../api/isRecord.ts';
import type { Finding } from './words.ts';

/** The form library’s name of a member that the person hasn’t named yet. */
const PLACEHOLDER = /^newKey(?:-\d+)?$/;

export const isPlaceholder = (name: string): boolean => PLACEHOLDER.test(name);

/** The form library’s values of a new member. */
const isFilledIn = (value: unknown): boolean =>
  value === 'New Value' || value === 0 || value === false || value === null;

/** Empties new members: the form library fills in a value that the person didn’t enter. */
export function withoutFilledIn(value: unknown, before: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item, at) => withoutFilledIn(item, Array.isArray(before) ? before[at] : null));
  if (!isRecord(value)) return value;
  const known = isRecord(before) ? before : {};
  const members = Object.entries(value).map(([name, member]) => {
    const isNew = isPlaceholder(name) && !Object.hasOwn(known, name);
    return [name, isNew && isFilledIn(member) ? undefined : withoutFilledIn(member, known[name])];
  });
  return Object.fromEntries(members);
}

/** Members without a name, which must not be sent. */
export function unnamedMembers(value: unknown, path: readonly string[] = []): readonly Finding[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => unnamedMembers(item, [...path, String(at)]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(isPlaceholder(name) ? [{ path: [...path, name], message: 'Enter a name.' }] : []),
    ...unnamedMembers(member, [...path, name]),
  ]);
}
