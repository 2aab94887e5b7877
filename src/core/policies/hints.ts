import { z } from 'zod';
import type { HintSetting, Server } from '../../generated/prisma/client.ts';
import type { Ctx, Db, Tx } from '../kernel/context.ts';
import { touchStacks } from '../kernel/findStack.ts';
import type { AccountId, ServerId, ServerKey, ToolId, ToolKey } from '../kernel/ids.ts';
import { accountIdOf, requireRight } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { isJsonObject, isRecord, type JsonObject } from '../lib/json.ts';
import { parseInput } from '../lib/parse.ts';
import { storedObject } from '../lib/storedJson.ts';
import { isStorable } from '../lib/text.ts';
import { isMcp } from '../servers/document.ts';
import { findServer, lockServer, MARKETPLACE, OFFERED } from '../servers/server.ts';

/** Maximum tools of one server whose hints an account can correct. */
const CORRECTED_MAX = 2_000;
const BAD_INPUT = 'Invalid request parameters';

const hintsInput = z.object({
  readOnly: z.boolean().nullish(),
  destructive: z.boolean().nullish(),
  idempotent: z.boolean().nullish(),
});
const trustInput = z.object({ isTrusted: z.boolean().nullish() });

const ANNOTATION = { readOnly: 'readOnlyHint', destructive: 'destructiveHint', idempotent: 'idempotentHint' } as const;

/**
 * An account's settings for a server: whether it trusts its hints, its own hints for tools, as annotations, and the
 * labels of results.
 */
export type HintSettings = {
  readonly isTrusted: boolean;
  readonly tools: ReadonlyMap<string, JsonObject>;
  readonly labels: ReadonlyMap<string, string>;
};

const NO_SETTINGS: HintSettings = { isTrusted: false, tools: new Map(), labels: new Map() };

/** The settings of an account by server; a server without any is absent. */
export async function readHintSettings(
  db: Pick<Db | Tx, 'hintSetting'>,
  accountId: AccountId,
  serverIds: readonly ServerKey[],
): Promise<ReadonlyMap<ServerKey, HintSettings>> {
  if (serverIds.length === 0) return new Map();
  const rows = await db.hintSetting.findMany({ where: { accountId, serverId: { in: [...serverIds] } } });
  return new Map(
    rows.map(({ serverId, isTrusted, tools, labels }) => [
      serverId,
      { isTrusted, tools: hintsIn(tools), labels: labelsIn(labels) },
    ]),
  );
}

/** The settings of the caller's account, by server. */
export const listHintSettings = async (
  { db, actor }: Ctx,
  serverIds: readonly ServerKey[],
): Promise<ReadonlyMap<ServerKey, HintSettings>> =>
  actor.accountId === null ? new Map() : readHintSettings(db, actor.accountId, serverIds);

/** The stored hints by tool id. */
export const hintsIn = (text: string): ReadonlyMap<string, JsonObject> =>
  new Map(Object.entries(storedObject(text)).flatMap(([toolId, own]) => (isJsonObject(own) ? [[toolId, own]] : [])));

/** The stored labels by tool id. */
export const labelsIn = (labels: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(isRecord(labels) ? labels : {}).flatMap(([toolId, label]) =>
      typeof label === 'string' ? [[toolId, label]] : [],
    ),
  );

/** The label of a tool's results: its own, or that of its server; empty for none. */
export const resultLabelOf = ({ labels }: Pick<HintSettings, 'labels'>, toolId: ToolId | null): string =>
  labels.get(toolId ?? '') ?? labels.get('') ?? '';

/** The parts of a server that determine whether its hints are trusted. */
export type HintedServer = { readonly owner: string; readonly connector: { readonly kind: string } };

/** The hints of a tool in an account. */
type HintsInForce = {
  /** The server's hints with the account's corrections. */
  readonly annotations: JsonObject | null;
  /** The hints that rules use. For an untrusted MCP server, only the account's own hints. */
  readonly ruleHints: JsonObject | null;
  /** True if a person has set whether the tool only reads. */
  readonly isConfirmed: boolean;
};

/** The hints of a tool in an account. Tested by `test/core/policies/hints.test.ts`. */
export function hintsInForce(
  { toolId, annotations: stored }: { readonly toolId: ToolId; readonly annotations: JsonObject | null },
  { owner, connector }: HintedServer,
  settings: HintSettings = NO_SETTINGS,
): HintsInForce {
  const own = settings.tools.get(toolId) ?? null;
  const annotations = own ? { ...stored, ...own } : stored;
  // Hints of HTTP tools come from their documents, and those of the marketplace from its operator.
  const isVouched = !isMcp(connector) || owner === MARKETPLACE || settings.isTrusted;
  const isConfirmed = own !== null && 'readOnlyHint' in own;
  return { annotations, ruleHints: isVouched ? annotations : own, isConfirmed };
}

/** A tool's stored hints with the account's own hints applied, for display. All are JSON objects as text. */
export function correctedHints(annotations: string | null, own: string | null) {
  if (own === null) return { annotations, isConfirmed: false };
  const hints = storedObject(own);
  const corrected = { ...storedObject(annotations ?? '{}'), ...hints };
  return { annotations: JSON.stringify(corrected), isConfirmed: 'readOnlyHint' in hints };
}

/** The row of the tool whose hints were changed. */
export type HintedTool = { readonly tool: ToolKey };

/**
 * Corrects a tool's hints in the account, or confirms them: `{ readOnly?, destructive?, idempotent? }`. Null restores
 * the server's own hint. Corrections survive imports and refreshes of the server.
 * @throws not_found; forbidden without the right `admin`, as for rules, which use hints; invalid_input
 */
export async function updateToolHints(ctx: Ctx, slug: ServerId, toolId: ToolId, input: unknown): Promise<HintedTool> {
  const parsed = parseInput(hintsInput, input, BAD_INPUT);
  const server = await hintedServer(ctx, slug);
  const tool = await hintedTool(ctx, server, toolId);
  const accountId = accountIdOf(ctx.actor);
  return write(ctx, async (tx) => {
    const key = { accountId, serverId: server.id };
    const row = await lockSetting(tx, server, accountId);
    const tools = new Map(hintsIn(row?.tools ?? '{}'));
    const own = corrected(tools.get(toolId) ?? {}, parsed);
    if (Object.keys(own).length > 0) tools.set(toolId, own);
    else tools.delete(toolId);
    if (tools.size > CORRECTED_MAX)
      throw new AppError('invalid_input', `Hints of at most ${CORRECTED_MAX} tools of a server can be corrected`);
    const data = { tools: JSON.stringify(Object.fromEntries(tools)) };
    await tx.hintSetting.upsert({ where: { accountId_serverId: key }, update: data, create: { ...key, ...data } });
    return {
      value: { tool },
      audit: {
        action: 'server.set_hints',
        target: { kind: 'server', id: slug },
        details: { toolId, hints: Object.entries(own).map(([name, value]) => `${name}=${String(value)}`) },
      },
      changes: await touchStacks(ctx, tx, server.id, accountId),
    };
  });
}

/** The account's hints of a tool after a change: null removes a hint, and omitted hints are unchanged. */
function corrected(before: JsonObject, input: z.output<typeof hintsInput>): JsonObject {
  const after = new Map(Object.entries(before));
  for (const hint of ['readOnly', 'destructive', 'idempotent'] as const) {
    const value = input[hint];
    if (value === null) after.delete(ANNOTATION[hint]);
    else if (value !== undefined) after.set(ANNOTATION[hint], value);
  }
  // A read-only tool can't be destructive.
  if (after.get('readOnlyHint') === true) after.set('destructiveHint', false);
  return Object.fromEntries(after);
}

/**
 * Sets whether rules use the unconfirmed hints of an MCP server: `{ isTrusted }`.
 * @throws as `updateToolHints`
 */
export async function updateHintTrust(ctx: Ctx, slug: ServerId, input: unknown): Promise<Server> {
  const requestedTrust = parseInput(trustInput, input, BAD_INPUT).isTrusted;
  const server = await hintedServer(ctx, slug);
  if (requestedTrust === undefined) return server;
  const isTrusted = requestedTrust ?? false;
  const accountId = accountIdOf(ctx.actor);
  return write(ctx, async (tx) => {
    const key = { accountId, serverId: server.id };
    await lockSetting(tx, server, accountId);
    await tx.hintSetting.upsert({
      where: { accountId_serverId: key },
      update: { isTrusted },
      create: { ...key, isTrusted, tools: '{}' },
    });
    return {
      value: server,
      audit: {
        action: 'server.trust_hints',
        target: { kind: 'server', id: slug },
        details: { trust: isTrusted ? 'on' : 'off' },
      },
      changes: await touchStacks(ctx, tx, server.id, accountId),
    };
  });
}

const serverNotFound = (slug: string): AppError => new AppError('not_found', `Server ${slug} not found`);

/** The server whose settings the caller changes. @throws forbidden without the right `admin`; not_found */
export async function hintedServer(ctx: Ctx, slug: ServerId): Promise<Server> {
  requireRight(ctx.actor, 'admin');
  const server = await findServer(ctx, slug);
  if (!server) throw serverNotFound(slug);
  return server;
}

/** The row of a tool that the server offers. @throws not_found */
export async function hintedTool({ db }: Pick<Ctx, 'db'>, { id, slug }: Server, toolId: ToolId): Promise<ToolKey> {
  const tool = isStorable(toolId)
    ? await db.tool.findFirst({ where: { serverId: id, toolId, ...OFFERED }, select: { id: true } })
    : null;
  if (!tool) throw new AppError('not_found', `Tool ${toolId} not found in server ${slug}`);
  return tool.id;
}

/** Locks a server, and returns an account's settings for it; null for none. @throws not_found if the server is gone */
export async function lockSetting(tx: Tx, { id, slug }: Server, accountId: AccountId): Promise<HintSetting | null> {
  if (!(await lockServer(tx, id))) throw serverNotFound(slug);
  return tx.hintSetting.findUnique({ where: { accountId_serverId: { accountId, serverId: id } } });
}
