/** What a change of a tool's definition means to those who use it, from the least to the most. */
export const CHANGE_KINDS = ['cosmetic', 'compatible', 'breaking', 'widening'] as const;
/**
 * `cosmetic`: nothing that is read or sent; `compatible`: callers need not know; `breaking`: calls that were right may
 * fail; `widening`: it may do more, elsewhere or with more inputs, or tells the model something else.
 */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One difference between two definitions. `path` is a JSON Pointer (RFC 6901) into the definition. */
export type DefinitionChange = { readonly kind: ChangeKind; readonly path: string; readonly what: string };

/** What all changes together mean; cosmetic for none. */
export const strongestOf = (changes: readonly Pick<DefinitionChange, 'kind'>[]): ChangeKind =>
  CHANGE_KINDS.findLast((kind) => changes.some((change) => change.kind === kind)) ?? 'cosmetic';

/** Reads a stored kind; what a newer version may have written counts as the most. */
export const toChangeKind = (text: string): ChangeKind => CHANGE_KINDS.find((kind) => kind === text) ?? 'widening';

/** A text without what its white space says. Only white space that is seen as such: no invisible characters. */
export const collapseSpaces = (text: string): string => text.replaceAll(/[ \t\r\n]+/g, ' ').trim();

/** Whether two texts differ in more than their white space. */
export const differsInWords = (before: string, after: string): boolean => collapseSpaces(before) !== collapseSpaces(after);
