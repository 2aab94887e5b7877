import type { Ctx } from '../context.ts';
import { type ServerId, toServerId } from '../ids.ts';
import { withoutTrailing } from '../lib/trim.ts';
import type { ImportedServer } from './discovered.ts';
import { findIdConflict, isOwnUpdate } from './importConflict.ts';
import { SLUG_CHARS_MAX } from './slug.ts';

const TRIES_MAX = 50;

/** The id of a server that was read, and what a person should hear of it; null for nothing. */
export type ChosenId = { readonly id: ServerId; readonly remark: string | null };

const numbered = (id: ServerId, number: number): ServerId => {
  const end = `-${number}`;
  return toServerId(`${withoutTrailing(id.slice(0, SLUG_CHARS_MAX - end.length), '-')}${end}`);
};

/**
 * The id to save a server under that was read without one. Where the source's title or address makes the id of a server
 * that its importer did not bring, the marketplace's for an account and a shipped one for the operator, it gets a
 * number: under the same id it would hide that one, and no stack could have both. Read again, the same source gets the
 * same id. An id that is written in the source stays, and so does one that `mayReplace` says is meant.
 */
export async function chooseId(ctx: Ctx, imported: ImportedServer, mayReplace: boolean): Promise<ChosenId> {
  const { document, earlierId, isIdWritten } = imported;
  const as = (id: ServerId) => ({ ...document, id });
  if (isIdWritten) return { id: document.id, remark: null };
  if (earlierId !== undefined && (await isOwnUpdate(ctx, as(earlierId)))) return { id: earlierId, remark: null };
  const conflict = mayReplace ? null : await findIdConflict(ctx, document);
  if (conflict !== 'marketplace' && conflict !== 'otherShipped') return { id: document.id, remark: null };
  for (let number = 2; number <= TRIES_MAX; number++) {
    const id = numbered(document.id, number);
    if ((await findIdConflict(ctx, as(id))) === null) return { id, remark: remarkOn(document.id, id) };
  }
  return { id: document.id, remark: null };
}

const remarkOn = (taken: ServerId, id: ServerId): string =>
  `The marketplace has a server ${taken} already: this one is called ${id}, so that a stack can have both. Another id can be given.`;
