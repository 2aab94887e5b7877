import type { Server } from '../../generated/prisma/client.ts';
import { openCredentials } from '../calls/openCredentials.ts';
import type { Ctx } from '../context.ts';
import { credentialOwner, STACK_ITSELF } from '../credentials/endUser.ts';
import { AppError } from '../errors.ts';
import type { ServerId, StackId, StackServerId } from '../ids.ts';
import { importSlots } from '../limits/concurrency.ts';
import { requireRight } from '../scope.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import { getStackServer } from '../stacks/stackServer.ts';
import { type ImportedServer, withTools } from './discovered.ts';
import { connectorSchema } from './document.ts';
import { exportServer } from './exportServer.ts';
import { type SavedServer, saveServer } from './saveServer.ts';

/** A server after a refresh, with a warning for each tool that cannot be offered. */
export type RefreshedServer = SavedServer & Pick<ImportedServer, 'warnings'>;

/** Whether the caller owns a server that can list its own tools. */
export const isRefreshable = (ctx: Ctx, { owner, connector }: Pick<Server, 'owner' | 'connector'>): boolean =>
  owner === ctx.actor.accountId && ctx.connectors[connectorSchema.parse(connector).kind].discover !== undefined;

/**
 * Lists the tools of a private MCP server with the credentials that a stack stores for it. This is the only way to read
 * a server that requires a sign-in for listing. `endUser` as in `setCredentials`.
 * @throws not_found; forbidden for a server of the marketplace; invalid_input if the server cannot be reached
 */
export async function refreshServerTools(
  ctx: Ctx,
  stackId: StackId,
  server: ServerId,
  endUser?: string | null,
): Promise<RefreshedServer> {
  requireRight(ctx.actor, 'write');
  const placed = await getStackServer(ctx, stackId, server);
  const { slug, owner } = placed.server;
  if (owner !== ctx.actor.accountId)
    throw new AppError('forbidden', `Server ${slug} is not a private server of the account`);
  return importSlots.run(ctx, async () => {
    const document = await exportServer(ctx, slug);
    const user = credentialOwner(ctx, endUser);
    const userCtx = { ...ctx, endUser: user === STACK_ITSELF ? null : user };
    const discovered = await discover(userCtx, stackId, placed.id);
    // The server's answer replaces its tools, instructions and skills.
    const { instructions: _before, ...rest } = document;
    const { warnings, ...imported } = await withTools(rest, discovered, {
      accountId: ctx.actor.accountId,
      signal: ctx.signal,
    });
    return { ...(await saveServer(ctx, imported.document)), warnings };
  });
}

async function discover(ctx: Ctx, stackId: StackId, stackServerId: StackServerId) {
  const snapshot = await getSnapshot(ctx, stackId);
  const server = snapshot.servers.find((each) => each.stackServerId === stackServerId);
  if (!server) throw new AppError('not_found', 'Server not found in stack');
  const { connector } = server;
  const { discover: ask } = ctx.connectors[connector.kind];
  if (!ask) throw new AppError('invalid_input', `Server ${server.slug} cannot list its tools`);
  const opened = await openCredentials(ctx, snapshot, server);
  if ('kind' in opened) throw new AppError('invalid_input', opened.message);
  const { credentials } = opened;
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(ctx.callTimeoutMs)]);
  const { accountId } = ctx.actor;
  return { ...(await ask({ serverId: server.slug, connector, credentials, signal, accountId })), credentials };
}
