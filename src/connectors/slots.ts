const SLOT = /\{([a-zA-Z0-9_]{1,64})\}/g;

/** The names in a template's `{name}` slots. */
export const slotsOf = (template: string): readonly string[] =>
  [...template.matchAll(SLOT)].flatMap(([, name]) => (name === undefined ? [] : [name]));

/** Text with `{name}` slots filled; null when a slot that it names has no value, since half a header helps nobody. */
export function fillSlots(
  template: string,
  values: ReadonlyMap<string, string>,
  encode: (value: string, offset: number) => string = (value) => value,
): string | null {
  if (slotsOf(template).some((name) => !values.has(name))) return null;
  return template.replace(SLOT, (_slot, name: string, offset: number) => encode(values.get(name) ?? '', offset));
}
