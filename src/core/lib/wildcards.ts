/** A text of the caller's for `contains` and its like, as itself: Prisma passes it to LIKE as it is. */
export const withoutWildcards = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);
