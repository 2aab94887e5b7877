/** The fields of an update that are present; null clears a field. */
export const definedIn = (input: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** A stored list in the form of an input, where null means an empty list. */
export const listOrNull = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list);
