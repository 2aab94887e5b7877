/** The alternative that each select of the form shows, by the select’s id. */
const shown = new Map<string, number>();

/** Remembers the shown alternative until the returned function is called. */
export function rememberChoice(selectId: string, at: number): () => void {
  shown.set(selectId, at);
  return () => shown.delete(selectId);
}

/** The place of the alternative that the form shows for a value; null without a form. */
export const shownChoice = (path: readonly string[], keyword: string): number | null =>
  shown.get(`${['input', ...path].join('_')}__${keyword.toLowerCase()}_select`) ?? null;
