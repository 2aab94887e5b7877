/** Escapes a caller's text for Prisma's `contains` and the like, which pass it to LIKE as it is. */
export const withoutWildcards = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);
