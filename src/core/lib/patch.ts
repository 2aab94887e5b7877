/** The given fields of an update: absent ones stay as they are, and null clears. */
export const definedIn = (input: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** A stored list as an input gives it: null for an empty one. */
export const listOrNull = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list);
