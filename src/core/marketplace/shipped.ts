import { appendAudit } from '../kernel/audit/audit.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ServerId } from '../kernel/ids.ts';
import { requireOperator } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { digestOf } from '../servers/digest.ts';
import { type ServerDocument, serverDocumentSchema } from '../servers/document.ts';
import { MARKETPLACE } from '../servers/server.ts';
import type { ImportedServer } from './discovered.ts';
import { type SavedServer, saveServer } from './saveServer.ts';

type ShippedServer = { readonly document: ServerDocument; readonly digest: string };

/**
 * Adds the shipped documents to the marketplace, except for servers that the operator has changed or removed. Must run
 * on one instance at a time.
 * @throws forbidden
 */
export async function offerShippedServers(ctx: Ctx, inputs: readonly unknown[]): Promise<void> {
  requireOperator(ctx.actor);
  const shipped = inputs.map(toShipped);
  const offered = digestBySlug(await ctx.db.shippedServer.findMany());
  const news = shipped.filter(({ document, digest }) => offered.get(document.id) !== digest);
  const [first, ...others] = news;
  if (!first) return;
  const where = { owner: MARKETPLACE, slug: { in: news.map(({ document }) => document.id) } };
  const present = digestBySlug(await ctx.db.server.findMany({ where, select: { slug: true, digest: true } }));
  for (const each of news) {
    const { id } = each.document;
    const [before, now] = [offered.get(id), present.get(id)];
    // Without a record of the shipped version, a server that differs counts as changed by the operator.
    const isChanged = before === undefined ? now !== undefined : now !== before;
    if (isChanged && now !== each.digest) {
      ctx.log.info({ server: id }, 'a shipped server was changed or removed here; `server reset` restores it');
    } else {
      await saveServer(ctx, each.document, { isShipped: true });
    }
  }
  // Record the digests after saving. If the process dies in between, the next start finds unchanged servers.
  await remember(ctx, first, others);
}

/**
 * Restores a marketplace server to its shipped document.
 * @throws not_found if the product ships none with that id
 */
export async function resetShippedServer(ctx: Ctx, inputs: readonly unknown[], slug: ServerId): Promise<SavedServer> {
  const shipped = inputs.map(toShipped).find(({ document }) => document.id === slug);
  if (!shipped) throw new AppError('not_found', `No server ${slug} comes with Toolyard`);
  const saved = await saveServer(ctx, shipped.document, { isShipped: true });
  await remember(ctx, shipped, []);
  return saved;
}

/**
 * Gives the tools of a shipped stdio server their search phrases. Removes those that the product excludes because they
 * access the network or show the environment. Otherwise a refresh would undo both.
 */
export function withoutExcludedTools(imported: ImportedServer, inputs: readonly unknown[]): ImportedServer {
  const { document, warnings } = imported;
  const program = packageOf(document);
  const match = program && inputs.map(toShipped).find((shipped) => packageOf(shipped.document) === program);
  if (!match) return imported;
  const offered = new Map(match.document.tools.map(({ name, asks }) => [name, asks]));
  // The program doesn't know the everyday requests that search finds its tools by.
  const tools = document.tools
    .filter(({ name }) => offered.has(name))
    .map((tool) => ({ ...tool, asks: offered.get(tool.name) }));
  const leftOut = document.tools
    .filter(({ name }) => !offered.has(name))
    .map(({ name }) => ({ tool: name, reason: 'Toolyard does not offer this tool of the program' }));
  return { document: { ...document, tools }, warnings: [...warnings, ...leftOut] };
}

const packageOf = ({ connector }: ServerDocument): string | undefined =>
  connector.kind === 'mcp-stdio' ? connector.package : undefined;

function toShipped(input: unknown): ShippedServer {
  const document = parseInput(serverDocumentSchema, input, 'Invalid server document');
  return { document, digest: digestOf(document) };
}

const digestBySlug = (rows: readonly { readonly slug: ServerId; readonly digest: string }[]) =>
  new Map(rows.map(({ slug, digest }) => [slug, digest]));

/** Records the shipped versions in one transaction, because a first start has dozens. */
function remember(ctx: Ctx, first: ShippedServer, others: readonly ShippedServer[]): Promise<void> {
  const eventOf = ({ document: { id } }: ShippedServer) =>
    ({ action: 'server.offer', target: { kind: 'server', id }, details: { owner: MARKETPLACE } }) as const;
  return write(ctx, async (tx) => {
    for (const { document, digest } of [first, ...others]) {
      const offer = { digest, offeredAt: ctx.now() };
      await tx.shippedServer.upsert({
        where: { slug: document.id },
        create: { slug: document.id, ...offer },
        update: offer,
      });
    }
    for (const other of others) await appendAudit(ctx, tx, eventOf(other));
    return { value: undefined, audit: eventOf(first) };
  });
}
