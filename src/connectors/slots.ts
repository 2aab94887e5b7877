const SLOT = /\{([a-zA-Z0-9_]{1,64})\}/g;

/** Text with `{name}` slots filled; null when a slot that it names has no value, since half a header helps nobody. */
export function fillSlots(
  template: string,
  values: ReadonlyMap<string, string>,
  encode: (value: string) => string = (value) => value,
): string | null {
  let isComplete = true;
  const text = template.replace(SLOT, (_slot, name: string) => {
    const value = values.get(name);
    isComplete &&= value !== undefined;
    return encode(value ?? '');
  });
  return isComplete ? text : null;
}
