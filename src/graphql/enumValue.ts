/** Enum values with their stored text. */
type Values<V extends string> = Readonly<Record<string, { readonly value: V }>>;

/** Converts stored text to an enum value. Null for absent text, and for a value added in a later release. */
export const enumValueOf = <V extends string>(values: Values<V>): ((stored: string | null) => V | null) => {
  const known = Object.values(values).map(({ value }) => value);
  return (stored) => known.find((value) => value === stored) ?? null;
};
