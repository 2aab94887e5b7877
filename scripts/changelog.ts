/** The date of a version's entry in a changelog (`## [0.2.0] - 2026-11-23`); null before its release. */
export function releaseDateIn(changelog: string, version: string): string | null {
  const headings = [...changelog.matchAll(/^## \[([^\]\n]+)\] - (\d{4}-\d{2}-\d{2})$/gm)];
  return headings.find(([, of]) => of === version)?.[2] ?? null;
}
