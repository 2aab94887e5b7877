import type { Approval } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx, Db, Tx } from '../kernel/context.ts';
import type { AccountId, ApprovalId, EndpointId, ServerId, ServerKey, StackId, ToolId } from '../kernel/ids.ts';
import { ownAccountId, singleStacks } from '../kernel/scope.ts';
import { openText } from '../kernel/vault/sealText.ts';
import { openedOrNull } from '../kernel/vault/vault.ts';
import type { JsonObject } from '../lib/json.ts';
import { isJsonObject, parseJson } from '../lib/json.ts';
import { correctedHints } from '../policies/hints.ts';

/**
 * The tool of a pending call, with its server's description: a stack's own text could understate the tool's effects.
 */
export type ApprovalTool = {
  readonly toolId: ToolId;
  /** The name by which agents of the stack call it. */
  readonly exposedName: string;
  readonly title: string | null;
  readonly description: string;
  /** The server's annotations as a JSON object, with the account's corrections. Absent hints stay absent. */
  readonly annotations: string | null;
  /** True if a person of the account has set whether the tool only reads. */
  readonly isConfirmed: boolean;
  readonly serverId: ServerId;
  /** The server's row id. Unlike `serverId`, it stays unique if a private server has the same id. */
  readonly serverKey: ServerKey;
  readonly serverName: string;
};

/** Display names of the caller and the approver; null if absent or deleted. */
export type ApprovalNames = {
  /** The name of the stack token or API key. */
  readonly credential: string | null;
  /** The client endpoint at which the agent calls. */
  readonly endpointId: EndpointId | null;
  readonly endpoint: string | null;
  /** The service account of the token, and the trusted issuer that authenticated its holder. */
  readonly serviceAccount: string | null;
  readonly trustedIssuer: string | null;
  /** The e-mail address of the calling person, or of the person whose login key is used. */
  readonly person: string | null;
  /** Who decided: the API key's name, or the person's e-mail address. */
  readonly decider: string | null;
};

/** Scope of approvals: an account, or some of its stacks. */
type ApprovalPlace = { readonly accountId: AccountId; readonly stackIds: readonly StackId[] | null };

const idsAtPlace = ({ accountId, stackIds }: ApprovalPlace, ids: readonly ApprovalId[]): Prisma.Sql => Prisma.sql`
  approval.id = ANY(${[...ids]}::text[]) AND approval.account_id = ${accountId}
  AND (${stackIds === null} OR approval.stack_id = ANY(${[...(stackIds ?? [])]}::text[]))`;

type ToolRow = ApprovalTool & { readonly id: ApprovalId; readonly definition: string };

/**
 * Tools of pending calls. `called` selects a tool id and a definition of each approval. Omits tools that the stack
 * removed or changed, or whose change awaits review. Such an approval is void, and the approver must not see a
 * different tool. One query per page. Tested by `test/core/webhooks/approvalDetails.test.ts`.
 */
async function readTools(
  db: Db | Tx,
  place: ApprovalPlace,
  ids: readonly ApprovalId[],
  called: Prisma.Sql,
): Promise<readonly ToolRow[]> {
  const rows = await db.$queryRaw<(Omit<ToolRow, 'isConfirmed'> & { readonly own: string | null })[]>`
    SELECT approval.id, called.definition, tool.tool_id AS "toolId",
      coalesce(enabled_tool.alias, tool.tool_id) AS "exposedName",
      tool.title, tool.description, tool.annotations::text, (hint.tools -> tool.tool_id)::text AS own,
      server.slug AS "serverId", server.id AS "serverKey", server.name AS "serverName"
    FROM approval CROSS JOIN LATERAL (${called}) AS called (tool_id, definition)
    JOIN stack_server placed ON placed.stack_id = approval.stack_id
    JOIN tool ON tool.server_id = placed.server_id AND tool.tool_id = called.tool_id
      AND tool.digest = called.definition AND tool.removed_at IS NULL
    JOIN enabled_tool ON enabled_tool.stack_server_id = placed.id AND enabled_tool.tool_key = tool.id
    JOIN server ON server.id = tool.server_id
    LEFT JOIN hint_setting hint ON hint.account_id = approval.account_id AND hint.server_id = server.id
    WHERE ${idsAtPlace(place, ids)}`;
  return rows.map(({ own, ...tool }) => ({ ...tool, ...correctedHints(tool.annotations, own) }));
}

/** Tools of pending calls, by approval; none for the calls that a program announced. */
export async function readApprovalTools(
  db: Db | Tx,
  place: ApprovalPlace,
  ids: readonly ApprovalId[],
): Promise<ReadonlyMap<ApprovalId, ApprovalTool>> {
  const called = Prisma.sql`SELECT approval.tool_id, approval.definition`;
  const rows = await readTools(db, place, ids, called);
  return new Map(rows.map(({ id, definition: _, ...tool }) => [id, tool]));
}

/** A tool of announced calls, with the definition that they name. */
type AnnouncedTool = ApprovalTool & { readonly definition: string };

/** Tools of announced calls, by approval. */
async function readAnnouncedTools(
  db: Db | Tx,
  place: ApprovalPlace,
  ids: readonly ApprovalId[],
): Promise<ReadonlyMap<ApprovalId, readonly AnnouncedTool[]>> {
  const called = Prisma.sql`
    SELECT DISTINCT entry ->> 'toolId', entry ->> 'definition' FROM jsonb_array_elements(approval.announced) AS entry`;
  return Map.groupBy(await readTools(db, place, ids, called), ({ id }) => id);
}

/** Callers and approvers, by approval. One query per page. */
export async function readApprovalNames(
  db: Db | Tx,
  place: ApprovalPlace,
  ids: readonly ApprovalId[],
): Promise<ReadonlyMap<ApprovalId, ApprovalNames>> {
  const rows = await db.$queryRaw<(ApprovalNames & { readonly id: ApprovalId })[]>`
    SELECT approval.id, coalesce(token.name, api_key.name) AS credential, endpoint.id AS "endpointId",
      endpoint.name AS endpoint, machine.name AS "serviceAccount", issuer.name AS "trustedIssuer",
      person.email AS person, coalesce(decider_key.name, decider.email) AS decider
    FROM approval
    LEFT JOIN stack_token token ON approval.caller_kind = 'agent' AND token.id = approval.caller_id
    LEFT JOIN client_endpoint endpoint ON endpoint.id = token.endpoint_id
    LEFT JOIN machine_client machine ON machine.id = token.grant_id
    LEFT JOIN trusted_issuer issuer ON issuer.id = token.grant_id
    LEFT JOIN api_key ON approval.caller_kind = 'apiKey' AND api_key.id = approval.caller_id
    LEFT JOIN app_user person ON person.id =
      CASE approval.caller_kind WHEN 'user' THEN approval.caller_id ELSE api_key.user_id END
    LEFT JOIN api_key decider_key ON approval.decider_kind = 'apiKey' AND decider_key.id = approval.decider_id
    LEFT JOIN app_user decider ON approval.decider_kind = 'user' AND decider.id = approval.decider_id
    WHERE ${idsAtPlace(place, ids)}`;
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

type Read<T> = (db: Db, place: ApprovalPlace, ids: readonly ApprovalId[]) => Promise<ReadonlyMap<ApprovalId, T>>;

const ownOnly =
  <T>(read: Read<T>) =>
  (ctx: Ctx, ids: readonly ApprovalId[]): Promise<ReadonlyMap<ApprovalId, T>> =>
    read(ctx.db, { accountId: ownAccountId(ctx.actor), stackIds: singleStacks(ctx.actor, 'approve') }, ids);

/** `readApprovalTools`, limited to approvals the caller may decide. @throws forbidden without the right `approve` */
export const listApprovalTools = ownOnly(readApprovalTools);
/** `readAnnouncedTools`, limited to approvals the caller may decide. @throws forbidden without the right `approve` */
export const listAnnouncedTools = ownOnly(readAnnouncedTools);
/** `readApprovalNames`, limited to approvals the caller may decide. @throws forbidden without the right `approve` */
export const listApprovalNames = ownOnly(readApprovalNames);

/** Encryption purpose for the input of a held call. */
export const PENDING_INPUT = 'held-input';

/** The JSON text of the call's input, exactly as it will be sent; null if the key that encrypted it is gone. */
export function inputTextOf(
  { vault }: Pick<Ctx, 'vault'>,
  { id, sealed }: Pick<Approval, 'id' | 'sealed'>,
): string | null {
  return openedOrNull(() => openText(vault, PENDING_INPUT, id, sealed));
}

/** The call's input, parsed. */
export function inputOf(ctx: Pick<Ctx, 'vault'>, row: Pick<Approval, 'id' | 'sealed'>): JsonObject | null {
  const text = inputTextOf(ctx, row);
  const input = text === null ? null : parseJson(text);
  return isJsonObject(input) ? input : null;
}
