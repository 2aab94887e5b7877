/** Impact of a changed tool definition on its users, from least to most severe. */
export const CHANGE_KINDS = ['cosmetic', 'compatible', 'breaking', 'reworded', 'widening', 'removed'] as const;
/**
 * `cosmetic`: affects nothing that a model reads or a call sends. `compatible`: callers don't notice it. `breaking`:
 * valid calls may fail. `reworded`: the model reads different text. `widening`: the tool may do more, reach further or
 * accept more inputs. `removed`: the server no longer lists it.
 */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One difference between two definitions. `path` is a JSON Pointer (RFC 6901) into the definition. */
export type DefinitionChange = { readonly kind: ChangeKind; readonly path: string; readonly difference: string };

/** The most severe of the changes; cosmetic for none. */
export const strongestOf = (changes: readonly Pick<DefinitionChange, 'kind'>[]): ChangeKind =>
  CHANGE_KINDS.findLast((kind) => changes.some((change) => change.kind === kind)) ?? 'cosmetic';

/** Parses a stored kind. One written by a newer version counts as `widening`. */
export const toChangeKind = (text: string): ChangeKind => CHANGE_KINDS.find((kind) => kind === text) ?? 'widening';

/** Collapses white space, so that texts that differ only in it become equal. Keeps invisible characters. */
export const collapseSpaces = (text: string): string => text.replaceAll(/[ \t\r\n]+/g, ' ').trim();

/** Whether two texts differ in more than their white space. */
export const differsInText = (before: string, after: string): boolean =>
  collapseSpaces(before) !== collapseSpaces(after);
