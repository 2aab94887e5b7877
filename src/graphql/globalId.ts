/*
 * Ids of named objects: `<kind>_<row>_<name>` is globally unique, and `<name>` only in its row. `node` and `nodes`
 * accept these ids. Inputs don't: they would extract the name, and change another object with that name.
 */

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const NAMED = new RegExp(`^(enabledtool|field)_(${UUID})_(.+)$`, 's');

/** A kind of object whose id is a name within a row. */
export type NamedKind = 'enabledtool' | 'field';

/** The parts of a named object's id: the row, and the name within it. */
export type NamedId = { readonly row: string; readonly name: string };

/** Splits the id of a named object of this kind; null for any other text. */
export function readNamedId(of: NamedKind, text: string): NamedId | null {
  const [, kind, row, name] = NAMED.exec(text) ?? [];
  return kind !== of || row === undefined || name === undefined ? null : { row, name };
}

export const namedId = (kind: NamedKind, row: string, name: string): string => `${kind}_${row}_${name}`;

/** The UUID of the row in an id that consists of this prefix and the UUID; null for any other text. */
export const keyIn = (prefix: string, text: string): string | null =>
  text.startsWith(prefix) && new RegExp(`^${UUID}$`).test(text.slice(prefix.length)) ? text.slice(prefix.length) : null;
