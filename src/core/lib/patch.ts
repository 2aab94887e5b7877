/** The given fields of an update: absent ones stay as they are, and null clears. */
export const definedIn = (input: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
