/** Removes the leading title that many descriptions repeat. */
export function textBelow(title: string, description: string): string {
  const [first = '', ...rest] = description.split('\n');
  return first.trim() === title.trim() ? rest.join('\n').trim() : description;
}
