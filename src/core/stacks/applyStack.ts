import type { Server, Stack } from '../../generated/prisma/client.ts';
import { appendAudit } from '../kernel/audit/audit.ts';
import type { CredentialKey } from '../kernel/audit/envelopes.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { bumpStack, findStackByName } from '../kernel/findStack.ts';
import type { StackServerId } from '../kernel/ids.ts';
import { accountIdOf, requireRight, requireRightIn, requireRightSomewhere } from '../kernel/scope.ts';
import { writeUnlessDone } from '../kernel/write.ts';
import { AppError, type Issue } from '../lib/errors.ts';
import { toPointer } from '../lib/jsonPointer.ts';
import { isUniqueViolation } from '../lib/unique.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import {
  createdRule,
  newRuleRow,
  requireCallers,
  requireCondition,
  requireRulesOf,
  ruleAudit,
} from '../policies/policyRule.ts';
import { findServersBySlug, lockServer } from '../servers/server.ts';
import { replaceSkills } from '../skills/skill.ts';
import { newStack, stackNameTaken } from './stack.ts';
import {
  type DocumentTool,
  differences,
  documentDigest,
  type MissingCredential,
  missingCredentials,
  type ParsedStackDocument,
  parseStackDocument,
  readStackRows,
  rulesByPath,
  type StackDifference,
  type StackDocument,
} from './stackDocument.ts';
import { placeServer, replaceTools } from './stackServer.ts';
import { requireFreeNames } from './toolNames.ts';

/**
 * The changes that applying a document would make. `stack` is null if it would be created. `digest` identifies the
 * stack's present document; null for a new stack.
 */
export type StackPlan = {
  readonly stack: Stack | null;
  readonly digest: string | null;
  readonly differences: readonly StackDifference[];
  readonly missingCredentials: readonly MissingCredential[];
};

/** Compares a document with the caller's stack of the same name. @throws invalid_input */
export async function planStack(ctx: Ctx, input: unknown): Promise<StackPlan> {
  const document = await parseStackDocument(ctx, input);
  return planDocument(ctx, await findStackByName(ctx, document.name), document);
}

/** As `planStack`, for any stack of the caller. */
export async function planDocument(ctx: Ctx, existing: Stack | null, document: StackDocument): Promise<StackPlan> {
  const current = existing && (await readStackRows(ctx, ctx.db, existing.id)).document;
  return {
    stack: existing,
    digest: current && documentDigest(current),
    differences: differences(current, document),
    missingCredentials: missingCredentials(document, current),
  };
}

/** A stack after a document was applied, with the changes. */
export type AppliedStack = Omit<StackPlan, 'stack' | 'digest'> & { readonly stack: Stack };

/**
 * Makes a stack equal to a document, in one transaction; creates it if the account has none of this name. Tools that
 * their server no longer lists stay. If `ifDigest` is given, the stack has to be the planned one. Nothing is written if
 * nothing differs. Tested by `test/core/stacks/stackDocument.test.ts`.
 * @throws invalid_input, also for an unknown server or tool, or if the stack has changed since the plan
 * @throws forbidden without the right `write`, or without `admin` if rules or the storage of call contents change
 */
export async function applyStack(ctx: Ctx, input: unknown, ifDigest: string | null): Promise<AppliedStack> {
  requireRightSomewhere(ctx.actor, 'write');
  const document = await parseStackDocument(ctx, input);
  const existing = await findStackByName(ctx, document.name);
  return applyDocument(ctx, { document, existing, ifDigest, action: 'stack.apply', details: {} });
}

type Application = {
  readonly document: ParsedStackDocument;
  /** The stack to change; null to create one. */
  readonly existing: Stack | null;
  readonly ifDigest: string | null;
  /** The audited action and its details, if the stack exists. */
  readonly action: 'stack.apply' | 'stack.roll_back';
  readonly details: Readonly<Record<string, number>>;
};

/** Makes a stack of the caller equal to a document. @throws as `applyStack` */
export async function applyDocument(ctx: Ctx, application: Application): Promise<AppliedStack> {
  const { document, existing } = application;
  if (existing) requireRightIn(ctx.actor, 'write', existing.id);
  else requireRight(ctx.actor, 'write');
  const ids = document.servers.map(({ id }) => id);
  const servers = await findServersBySlug(ctx, ids);
  const current = existing && (await readStackRows(ctx, ctx.db, existing.id)).document;
  await checkRules(ctx, document, current, existing);
  try {
    const applied = await writeUnlessDone(ctx, (tx) => applyIn(ctx, tx, { ...application, servers }));
    if (applied) return applied;
  } catch (error) {
    throw isUniqueViolation(error) ? stackNameTaken(document.name) : error;
  }
  const stack = await findStackByName(ctx, document.name);
  if (!stack) throw changedMeanwhile();
  return { stack, differences: [], missingCredentials: missingCredentials(document, current) };
}

const BAD_INPUT = 'Invalid request parameters';
const refused = (issues: readonly Issue[]): AppError => new AppError('invalid_input', BAD_INPUT, { issues });
const changedMeanwhile = (): AppError =>
  refused([{ path: '/ifDigest', message: 'the stack has changed since the plan: plan again' }]);

/** Checks the audiences and conditions of rules that the stack does not have yet. @throws invalid_input, forbidden */
async function checkRules(ctx: Ctx, document: StackDocument, current: StackDocument | null, existing: Stack | null) {
  const requestedRules = rulesByPath(document.rules);
  for (const { path, after } of differences(current, document)) {
    const rule = after === null ? undefined : requestedRules.get(path);
    if (!rule) continue;
    const place = { accountId: accountIdOf(ctx.actor), stackId: existing?.id ?? null, endpointId: null };
    const row = newRuleRow(ctx, place, rule);
    await requireCallers(ctx, row);
    await requireCondition(ctx, row);
  }
}

type Applying = Application & { readonly servers: ReadonlyMap<string, Server> };

/** Null if the stack already equals the document. */
async function applyIn(ctx: Ctx, tx: Tx, { document, existing, servers, ifDigest, ...audited }: Applying) {
  // Lock servers before the stack, in the same order as saves.
  for (const { id } of [...servers.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))) await lockServer(tx, id);
  if (existing) await bumpStack(ctx, tx, existing.id);
  else await requireCapacity(ctx, tx, 'max_stacks');
  const stackId = existing?.id ?? (await tx.stack.create({ data: newStack(ctx, { name: document.name }) })).id;
  const before = await readStackRows(ctx, tx, stackId);
  const changes = differences(existing && before.document, document);
  if (existing && changes.length === 0) return null;
  if (ifDigest !== null && ifDigest !== documentDigest(before.document)) throw changedMeanwhile();
  const { actor } = ctx;
  if (changes.some(({ path }) => path.startsWith('/rules/'))) requireRulesOf(actor, stackId);
  if (changes.some((each) => each.path.startsWith('/content') && (each.before ?? each.after) !== null))
    requireRight(actor, 'admin');
  const credentials = await applyServers(ctx, tx, before, { document, servers, changes });
  await applyRules(ctx, tx, before.stack, { document, changes });
  if (changes.some(({ path }) => path.startsWith('/skills/'))) await replaceSkills(ctx, tx, stackId, document.skills);
  const { recordsCalls, contentDays, contentRedactions } = document;
  const at = ctx.now();
  const data = { recordsCalls, contentDays, contentRedactions, updatedAt: at, changedAt: at };
  const stack = await tx.stack.update({ where: { id: stackId }, data });
  const stored = (await readStackRows(ctx, tx, stackId)).document;
  const changed = changes.slice(0, AUDITED_MAX).map(({ path }) => path);
  return {
    value: { stack, differences: changes, missingCredentials: missingCredentials(document, stored) },
    audit: {
      action: existing ? audited.action : ('stack.create' as const),
      target: { kind: 'stack' as const, id: stackId },
      stackId,
      details: { name: stack.name, ...audited.details, changed },
      credentials,
    },
    changes: [{ kind: 'tools' as const, id: stackId }],
  };
}

/** Maximum changed parts that the audit event lists. */
const AUDITED_MAX = 100;

type Rows = Awaited<ReturnType<typeof readStackRows>>;
type DesiredStack = { readonly document: StackDocument; readonly changes: readonly StackDifference[] };

/** Returns the credentials that new servers share with other stacks. */
async function applyServers(
  ctx: Ctx,
  tx: Tx,
  { stack }: Rows,
  { document, servers, changes }: DesiredStack & Pick<Applying, 'servers'>,
): Promise<CredentialKey[]> {
  const ids = new Set<string>(document.servers.map(({ id }) => id));
  const gone = stack.servers.filter(({ server }) => !ids.has(server.slug)).map(({ id }) => id);
  if (gone.length > 0) await tx.stackServer.deleteMany({ where: { id: { in: gone } } });
  const paths = new Set(changes.map(({ path }) => path.split('/', 3).join('/')));
  const changed = document.servers.filter(({ id }) => paths.has(toPointer(['servers', id])));
  const places = new Map(stack.servers.map((place) => [place.server.slug, place]));
  // Names first, so that a name that one tool gives up is free for another.
  for (const desired of changed) {
    const place = places.get(desired.id);
    if (place) await writeTexts(tx, place.id, desired.tools);
  }
  const credentials: CredentialKey[] = [];
  for (const { id, credentialMode, tools } of changed) {
    const toolIds = tools.map((tool) => tool.id);
    const place = places.get(id);
    if (place) {
      const removed = place.enabledTools.filter(({ tool }) => tool.removedAt !== null).map(({ tool }) => tool.toolId);
      await replaceTools(ctx, tx, place, [...toolIds, ...removed]);
      await tx.stackServer.update({ where: { id: place.id }, data: { credentialMode } });
      continue;
    }
    const server = servers.get(id);
    if (!server) throw refused([{ path: '/servers', message: `Server ${id} not found` }]);
    const added = await placeServer(ctx, tx, { stackId: stack.id, server, requestedTools: toolIds });
    await tx.stackServer.update({ where: { id: added.stackServer.id }, data: { credentialMode } });
    await writeTexts(tx, added.stackServer.id, tools);
    credentials.push(...added.credentials);
  }
  for (const { id, tools } of changed) {
    const place = places.get(id);
    if (place) await writeTexts(tx, place.id, tools);
  }
  await requireFreeNames(tx, stack.id);
  await requireCapacity(ctx, tx, 'max_descriptions_bytes', 0);
  return credentials;
}

/** Sets the stack's own names, descriptions and pins of a server's enabled tools, in one statement. */
const writeTexts = (tx: Tx, stackServerId: StackServerId, tools: readonly DocumentTool[]): Promise<number> =>
  tx.$executeRaw`
    UPDATE enabled_tool SET alias = given.name, description = given.description, is_pinned = given."isPinned"
    FROM jsonb_to_recordset(${JSON.stringify(tools)}::jsonb)
      AS given (id text, name text, description text, "isPinned" boolean)
    JOIN tool ON tool_id = given.id
    WHERE stack_server_id = ${stackServerId} AND tool_key = tool.id AND removed_at IS NULL`;

async function applyRules(ctx: Ctx, tx: Tx, stack: Rows['stack'], { document, changes }: DesiredStack): Promise<void> {
  const [rows, requestedRules] = [rulesByPath(stack.rules), rulesByPath(document.rules)];
  const paths = changes.map(({ path }) => path).filter((path) => path.startsWith('/rules/'));
  const added = paths.filter((path) => !rows.has(path));
  if (added.length > 0) await requireCapacity(ctx, tx, 'max_rules', added.length);
  for (const path of paths) {
    const [row, rule] = [rows.get(path), requestedRules.get(path)];
    if (!rule) {
      if (!row) continue;
      await tx.policyRule.delete({ where: { id: row.id } });
      await appendAudit(ctx, tx, ruleAudit('rule.delete', row));
      continue;
    }
    const place = { accountId: stack.accountId, stackId: stack.id, endpointId: null };
    const { id, createdAt, ...fields } = newRuleRow(ctx, place, rule);
    const data = { ...fields, disabledAt: rule.isEnabled ? null : (row?.disabledAt ?? ctx.now()) };
    if (row) {
      await appendAudit(ctx, tx, ruleAudit('rule.update', await tx.policyRule.update({ where: { id: row.id }, data })));
    } else {
      await appendAudit(ctx, tx, createdRule(await tx.policyRule.create({ data: { id, createdAt, ...data } })));
    }
  }
}
