/** The value of a field with JSON; undefined while it is empty, null for text that is no JSON. */
export function inputIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
