/*
 * Ids of named objects: `<kind>_<row>_<name>` is globally unique, and `<name>` is the object the caller sees by that
 * name. `node`, `nodes`, `server` and `tool` accept both. Mutations accept names only: from a global id they would
 * read the name, which may mean another object there, and change that.
 */

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const HOLDS_UUID = new RegExp(UUID);
const NAMED = new RegExp(`^(server|tool|enabledtool|field)_(${UUID})_(.+)$`, 's');

/** A kind of things that have names. */
export type NamedKind = 'server' | 'tool' | 'enabledtool' | 'field';

/** The parts of a named object's id: the name's row, and the name. */
export type NamedId = { readonly row: string; readonly name: string };

/** Takes an id of a named thing of this kind apart; null for any other text. */
export function readNamedId(of: NamedKind, text: string): NamedId | null {
  const [, kind, row, name] = NAMED.exec(text) ?? [];
  return kind !== of || row === undefined || name === undefined ? null : { row, name };
}

/** The row id of a named object. */
export const namedId = (kind: NamedKind, row: string, name: string): string => `${kind}_${row}_${name}`;

/** Whether a name cannot be mistaken for a global id: every global id contains a UUID. */
export const isPlainName = (name: string): boolean => !HOLDS_UUID.test(name);

/** The row in an id that consists of a kind and it; null for any other text. */
export const keyIn = (prefix: string, text: string): string | null =>
  text.startsWith(prefix) && new RegExp(`^${UUID}$`).test(text.slice(prefix.length)) ? text.slice(prefix.length) : null;
