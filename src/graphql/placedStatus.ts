import { credentialStatusOf, STATUS_COLUMNS, type StoredStatus, statusWhere } from '../core/credentials/status.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { credentialOwner } from '../core/kernel/endUser.ts';

const FIELDS = {
  orderBy: { position: 'asc' },
  select: { serverId: true, fieldId: true, required: true, secret: true, placement: true, oauth2: true, uses: true },
} as const;

/** Describes the argument `endUser`. */
export const OF_WHOM = 'The owner: an end user’s id. Defaults to the stack.';

type WithStatus = {
  readonly server: Parameters<typeof credentialStatusOf>[0];
  readonly credentials: readonly StoredStatus[];
};

/** Selects the columns of a server's status in a stack, for an end user or the stack. */
export const statusColumns = (app: Ctx, endUser: string | null | undefined) => ({
  credentials: { where: statusWhere(ownerOrNobody(app, endUser)), select: STATUS_COLUMNS },
  server: { select: { connector: true, fields: FIELDS } },
});

/**
 * Columns are selected with the parent, and an invalid id must not fail the parent. `statusOf` refuses it at its own
 * field.
 */
function ownerOrNobody(app: Ctx, endUser: string | null | undefined): string {
  try {
    return credentialOwner(app, endUser);
  } catch {
    return '';
  }
}

/** The status from the columns of `statusColumns`. @throws invalid_input for an invalid end user id */
export const statusOf = (app: Ctx, { server, credentials }: WithStatus, endUser: string | null | undefined) =>
  credentialStatusOf(server, credentials, { owner: credentialOwner(app, endUser), now: app.now() });
