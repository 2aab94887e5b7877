import type { Ctx } from '../kernel/context.ts';
import { type ServerId, toServerId } from '../kernel/ids.ts';
import { withoutTrailing } from '../lib/trim.ts';
import { SLUG_CHARS_MAX } from '../servers/slug.ts';
import type { ImportedServer } from './discovered.ts';
import { findIdConflict, isOwnUpdate } from './importConflict.ts';

const TRIES_MAX = 50;

/** The id chosen for a server that was read, and a remark for the user, if any. */
type ChosenId = { readonly id: ServerId; readonly remark: string | null };

/**
 * Chooses the id for a server that was read without a given id. If an id derived from the title or address belongs to
 * another server, it gets a number. Otherwise a private server would hide the marketplace's, and an operator's server
 * would replace a shipped one. Reading the same source again gives the same id. An id that the source states, or that
 * `mayReplace` confirms, is not changed.
 */
export async function chooseId(ctx: Ctx, imported: ImportedServer, mayReplace: boolean): Promise<ChosenId> {
  const { document, earlierId, isIdWritten } = imported;
  if (isIdWritten) return { id: document.id, remark: null };
  if (earlierId !== undefined && (await isOwnUpdate(ctx, { ...document, id: earlierId })))
    return { id: earlierId, remark: null };
  const conflict = mayReplace ? null : await findIdConflict(ctx, document);
  if (conflict !== 'marketplace' && conflict !== 'otherShipped') return { id: document.id, remark: null };
  for (let number = 2; number <= TRIES_MAX; number++) {
    const end = `-${number}`;
    const id = toServerId(`${withoutTrailing(document.id.slice(0, SLUG_CHARS_MAX - end.length), '-')}${end}`);
    if ((await findIdConflict(ctx, { ...document, id })) === null)
      return {
        id,
        remark: `The marketplace has a server ${document.id} already: this one is called ${id}, so that a stack can have both. You can choose another id.`,
      };
  }
  return { id: document.id, remark: null };
}
