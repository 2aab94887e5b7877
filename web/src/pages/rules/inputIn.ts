/** The value of a JSON field: undefined if empty, null if invalid. */
export function inputIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
