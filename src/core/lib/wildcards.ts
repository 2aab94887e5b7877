/** Escapes a caller's text for Prisma's `contains` and similar, which pass it to LIKE unchanged. */
export const withoutWildcards = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);
