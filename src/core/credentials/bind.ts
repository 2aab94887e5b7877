import type { Credential } from '../../generated/prisma/client.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import type { ServerKey, StackServerId } from '../kernel/ids.ts';
import { requireOperator } from '../kernel/scope.ts';
import { type Binding, openedOrNull } from '../kernel/vault/vault.ts';
import { write } from '../kernel/write.ts';
import { storedObject } from '../lib/storedJson.ts';
import { lockServer, OFFERED } from '../servers/server.ts';
import { toolRequestSchema } from '../servers/toolRequest.ts';
import { readDestinations } from './addressValues.ts';
import { type Destinations, usesOf } from './destination.ts';
import { bindingOf, type CredentialRow } from './store.ts';

/** Number of bound credentials. `unreadable` ones did not decrypt and have to be entered again. */
type BoundCredentials = { readonly bound: number; readonly unreadable: number };

const OWNERS_PER_BATCH = 50;

/**
 * Binds credentials that were stored without a destination to the destination in the server's document. Runs at start,
 * before any request, so that no document changes in between. If interrupted, the next start continues. Tested by
 * `test/core/credentials/destination.test.ts`.
 * @throws forbidden
 */
export async function migrateToBoundEnvelopes(ctx: Ctx): Promise<BoundCredentials> {
  requireOperator(ctx.actor);
  await findUses(ctx);
  const total = { bound: 0, unreadable: 0 };
  for (let owners = await unboundOwners(ctx); owners.length > 0; owners = await unboundOwners(ctx)) {
    for (const [stackServerId, own] of Map.groupBy(owners, (owner) => owner.stack_server_id)) {
      ctx.signal.throwIfAborted();
      const endUsers = own.map(({ end_user }) => end_user);
      const { bound, unreadable } = await bindOwners(ctx, stackServerId, endUsers);
      total.bound += bound;
      total.unreadable += unreadable;
    }
  }
  return total;
}

/** Computes where each server's tools put their credentials, for servers stored without this data. */
async function findUses(ctx: Ctx): Promise<void> {
  const fields = await ctx.db.$queryRaw<{ id: string; server_id: ServerKey; field_id: string }[]>`
    SELECT id, server_id, field_id FROM credential_field WHERE uses IS NULL`;
  for (const [serverId, own] of Map.groupBy(fields, ({ server_id }) => server_id)) {
    const tools = await ctx.db.tool.findMany({ where: { serverId, ...OFFERED }, select: { request: true } });
    const requests = tools.map(({ request }) =>
      request === null ? null : toolRequestSchema.parse(storedObject(request)),
    );
    await write(ctx, async (tx) => {
      for (const { id, field_id } of own) {
        await tx.credentialField.updateMany({ where: { id }, data: { uses: [...usesOf(requests, field_id)] } });
      }
      const fieldIds = own.map(({ field_id }) => field_id);
      return {
        value: undefined,
        audit: { action: 'credentials.bind', target: { kind: 'server', id: serverId }, details: { fieldIds } },
      };
    });
  }
}

const unboundOwners = (ctx: Ctx) =>
  ctx.db.$queryRaw<{ stack_server_id: StackServerId; end_user: string }[]>`
    SELECT DISTINCT stack_server_id, end_user FROM credential WHERE destination IS NULL
    ORDER BY stack_server_id, end_user LIMIT ${OWNERS_PER_BATCH}`;

async function bindOwners(
  ctx: Ctx,
  stackServerId: StackServerId,
  endUsers: readonly string[],
): Promise<BoundCredentials> {
  const stackServer = await ctx.db.stackServer.findUnique({
    where: { id: stackServerId },
    include: { stack: { select: { accountId: true } } },
  });
  if (!stackServer) return { bound: 0, unreadable: 0 };
  const { accountId } = stackServer.stack;
  return write(ctx, async (tx) => {
    await lockServer(tx, stackServer.serverId);
    const destinations = await readDestinations(tx, stackServer.serverId);
    const bindings: Bindings = { bound: 0, unreadable: 0, rows: [] };
    for (const endUser of destinations ? endUsers : []) {
      const rows = await tx.credential.findMany({ where: { stackServerId, endUser, destination: null } });
      if (destinations) await bindRows(ctx, tx, bindings, { accountId, stackServer, endUser, destinations, rows });
    }
    const { bound, unreadable, rows } = bindings;
    return {
      value: { bound, unreadable },
      audit: {
        action: 'credentials.bind',
        target: { kind: 'stack', id: stackServer.stackId },
        stackId: stackServer.stackId,
        chain: accountId,
        details: { bound, unreadable },
        credentials: rows,
      },
      changes: endUsers.map((endUser) => ({ kind: 'credentials', id: stackServerId, endUser })),
    };
  });
}

type Bindings = { bound: number; unreadable: number; readonly rows: Credential[] };
type UnboundOwner = Omit<CredentialRow, 'fieldId'> & {
  readonly destinations: Destinations;
  readonly rows: readonly Credential[];
};

async function bindRows(
  ctx: Ctx,
  tx: Tx,
  done: Bindings,
  { destinations, rows, ...owner }: UnboundOwner,
): Promise<void> {
  done.rows.push(...rows);
  const opened = rows.map((row) => ({ row, text: openUnbound(ctx, { ...owner, fieldId: row.fieldId }, row) }));
  const addressValues = new Map(
    opened.flatMap(({ row: { fieldId }, text }) =>
      text !== null && destinations.addressFields.has(fieldId) ? [[fieldId, text] as const] : [],
    ),
  );
  for (const { row, text } of opened) {
    const { id, fieldId, revision } = row;
    const destination = destinations.of(fieldId, addressValues);
    if (text === null || destination.digest === '') {
      // Mark the row with an empty digest, which no destination has: it is not tried again, and counts as missing.
      await tx.credential.updateMany({ where: { id, revision }, data: { destination: '' } });
      done.unreadable += 1;
      continue;
    }
    const binding = bindingOf({ ...owner, fieldId, destination }, revision + 1);
    const { bytes: sealed, keyId } = ctx.vault.seal(text, binding);
    const data = { sealed, keyId, revision: revision + 1, destination: destination.digest };
    done.bound += (await tx.credential.updateMany({ where: { id, revision }, data })).count;
  }
}

function openUnbound(
  ctx: Ctx,
  { accountId, stackServer, endUser, fieldId }: CredentialRow,
  row: Credential,
): string | null {
  const { stackId, serverId } = stackServer;
  const { revision } = row;
  const binding: Binding = { accountId, stackId, serverId, endUser, fieldId, revision, destination: null };
  return openedOrNull(() => ctx.vault.open(row.sealed, binding));
}
