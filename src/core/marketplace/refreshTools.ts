import type { Server } from '../../generated/prisma/client.ts';
import type { DiscoveredTool } from '../calls/connector.ts';
import { openCredentials } from '../calls/openCredentials.ts';
import type { Ctx } from '../kernel/context.ts';
import { credentialOwner, STACK_ITSELF } from '../kernel/endUser.ts';
import { getStackServer } from '../kernel/findStackServer.ts';
import type { ServerId, StackId, StackServerId } from '../kernel/ids.ts';
import { requireRight } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { importSlots } from '../limits/concurrency.ts';
import { connectorSchema, type ServerDocument } from '../servers/document.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import { type ImportedServer, withTools } from './discovered.ts';
import { exportServer } from './exportServer.ts';
import { type SavedServer, saveServer } from './saveServer.ts';

/** A server after a refresh, with a warning for each tool that cannot be offered. */
export type RefreshedServer = SavedServer & Pick<ImportedServer, 'warnings'>;

/** Whether the caller owns a server that can list its own tools. */
export const isRefreshable = (ctx: Ctx, { owner, connector }: Pick<Server, 'owner' | 'connector'>): boolean =>
  owner === ctx.actor.accountId && ctx.connectors[connectorSchema.parse(connector).kind].discover !== undefined;

/** `selections`: the fields that a GraphQL API's tools select from now on, by tool name; null for the default ones. */
type RefreshOptions = {
  readonly endUser?: string | null | undefined;
  readonly selections?: Readonly<Record<string, string | null>>;
};

/**
 * Lists the tools of a private server with the credentials that a stack stores for it. This is the only way to read a
 * server that requires a sign-in for listing. `endUser` as in `setCredentials`.
 * @throws not_found; forbidden for a server of the marketplace; invalid_input if the server cannot be reached, or if a
 *   selection doesn't fit its schema
 */
export async function refreshServerTools(
  ctx: Ctx,
  stackId: StackId,
  server: ServerId,
  { endUser, selections = {} }: RefreshOptions = {},
): Promise<RefreshedServer> {
  requireRight(ctx.actor, 'write');
  const placed = await getStackServer(ctx, stackId, server);
  const { slug, owner } = placed.server;
  if (owner !== ctx.actor.accountId)
    throw new AppError('forbidden', `Server ${slug} is not a private server of the account`);
  return importSlots.run(ctx, async () => {
    const document = withSelections(await exportServer(ctx, slug), selections);
    const user = credentialOwner(ctx, endUser);
    const userCtx = { ...ctx, endUser: user === STACK_ITSELF ? null : user };
    const discovered = await discover(userCtx, stackId, placed.id, document);
    requireSelections(selections, discovered.tools);
    // The server's answer replaces its tools, instructions and skills.
    const { instructions: _before, ...rest } = document;
    const { warnings, ...imported } = await withTools(rest, discovered, {
      accountId: ctx.actor.accountId,
      signal: ctx.signal,
    });
    return { ...(await saveServer(ctx, imported.document)), warnings };
  });
}

/** @throws invalid_input for a server that isn't a GraphQL API */
function withSelections(document: ServerDocument, given: Readonly<Record<string, string | null>>): ServerDocument {
  const { connector } = document;
  if (Object.keys(given).length === 0) return document;
  if (connector.kind !== 'graphql')
    throw new AppError('invalid_input', `Server ${document.id} is not a GraphQL API: its tools have no selection`);
  const all = Object.entries({ ...connector.selections, ...given });
  const selections = Object.fromEntries(all.flatMap(([name, each]) => (each === null ? [] : [[name, each]])));
  const { selections: _before, ...rest } = connector;
  const own = { ...rest, ...(Object.keys(selections).length > 0 && { selections }) };
  return { ...document, connector: parseInput(connectorSchema, own, 'Invalid selections') };
}

/** @throws invalid_input for a selection that its tool can't use */
function requireSelections(given: Readonly<Record<string, string | null>>, tools: readonly DiscoveredTool[]): void {
  for (const [name, selection] of Object.entries(given)) {
    const tool = tools.find((each) => each.name === name);
    if (!tool?.request) throw new AppError('invalid_input', `The API has no tool named ${name.slice(0, 100)}`);
    if (selection !== null && tool.selectionProblem !== undefined)
      throw new AppError('invalid_input', `The selection of ${name} does not fit: ${tool.selectionProblem}`);
  }
}

async function discover(ctx: Ctx, stackId: StackId, stackServerId: StackServerId, { connector }: ServerDocument) {
  const snapshot = await getSnapshot(ctx, stackId);
  const server = snapshot.servers.find((each) => each.stackServerId === stackServerId);
  if (!server) throw new AppError('not_found', 'Server not found in stack');
  const { discover: ask } = ctx.connectors[connector.kind];
  if (!ask) throw new AppError('invalid_input', `Server ${server.slug} cannot list its tools`);
  const opened = await openCredentials(ctx, snapshot, server);
  if ('kind' in opened) throw new AppError('invalid_input', opened.message);
  const { credentials } = opened;
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(ctx.callTimeoutMs)]);
  const { accountId } = ctx.actor;
  return { ...(await ask({ serverId: server.slug, connector, credentials, signal, accountId })), credentials };
}
