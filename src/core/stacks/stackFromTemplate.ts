import { z } from 'zod';
import type { Server, Stack } from '../../generated/prisma/client.ts';
import { appendAudit } from '../kernel/audit/audit.ts';
import type { CredentialKey } from '../kernel/audit/envelopes.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import type { StackId, ToolId } from '../kernel/ids.ts';
import { accountIdOf, hasRight, requireManagement, requireRight } from '../kernel/scope.ts';
import { writeIdempotent } from '../kernel/writeIdempotent.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { isUniqueViolation } from '../lib/unique.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import { createdRule, newRuleRow } from '../policies/policyRule.ts';
import { findServersBySlug, lockServer } from '../servers/server.ts';
import { replaceSkills } from '../skills/skill.ts';
import { createInput, newStack, stackNameTaken } from './stack.ts';
import { placeServer } from './stackServer.ts';
import { readTemplates, type StackTemplate } from './templates.ts';

/** A template with its servers; `server` is null if the caller may not see it. */
export type OfferedTemplate = Omit<StackTemplate, 'servers'> & {
  readonly servers: readonly {
    readonly id: string;
    readonly server: Server | null;
    readonly tools: readonly ToolId[];
  }[];
};

/**
 * The built-in templates.
 * @throws forbidden for an agent
 */
export async function listStackTemplates(ctx: Ctx): Promise<OfferedTemplate[]> {
  requireManagement(ctx.actor);
  const templates = await readTemplates();
  const serverSlugs = templates.flatMap(({ servers }) => servers.map(({ id }) => id));
  const existing = await findServersBySlug(ctx, [...new Set(serverSlugs)]);
  return templates.map(({ servers, ...template }) => ({
    ...template,
    servers: servers.map(({ id, tools }) => ({ id, tools, server: existing.get(id) ?? null })),
  }));
}

const input = createInput.extend({ template: z.string() });

/**
 * Creates a stack with the servers, enabled tools, rules and skills of a template, in one transaction. The input is
 * `{ name, template, configuration? }`. Credentials must still be entered, except OAuth applications that stacks share.
 * Tested by `test/core/stacks/fromTemplate.test.ts`.
 * @throws as `createStack`; invalid_input if the installation lacks parts of the template; forbidden without the right
 * `admin`, if the template has rules
 */
export async function createStackFromTemplate(ctx: Ctx, value: unknown): Promise<Stack> {
  requireRight(ctx.actor, 'write');
  const { template: templateId, ...rest } = parseInput(input, value, 'Invalid request parameters');
  const template = (await readTemplates()).find(({ id }) => id === templateId);
  if (!template) throw refused(`Template ${templateId} not found`);
  if (template.rules.length > 0 && !hasRight(ctx.actor, 'admin')) {
    throw new AppError('forbidden', 'This template creates rules, which needs the right “admin” in the whole account');
  }
  const servers = await serversOf(ctx, template);
  const data = newStack(ctx, rest);
  try {
    return await writeIdempotent(ctx, async (tx) => {
      // Lock the servers before the account, in the same order as saves.
      for (const { server } of servers.toSorted((a, b) => (a.server.id < b.server.id ? -1 : 1))) {
        if (!(await lockServer(tx, server.id))) throw missing(server.slug);
      }
      await requireCapacity(ctx, tx, 'max_stacks');
      const stack = await tx.stack.create({ data });
      const credentials: CredentialKey[] = [];
      for (const { server, tools } of servers) {
        const placed = await placeServer(ctx, tx, { stackId: stack.id, server, requestedTools: tools });
        credentials.push(...placed.credentials);
      }
      await makeRules(ctx, tx, template, stack.id);
      await replaceSkills(ctx, tx, stack.id, template.skills);
      const details = { name: stack.name, template: template.id };
      const target = { kind: 'stack' as const, id: stack.id };
      return { value: stack, audit: { action: 'stack.create', target, stackId: stack.id, details, credentials } };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? stackNameTaken(rest.name) : error;
  }
}

type TemplateServer = { readonly server: Server; readonly tools: readonly ToolId[] };

/**
 * Resolves the template's names to servers visible to the caller.
 * @throws invalid_input
 */
async function serversOf(ctx: Ctx, { servers }: StackTemplate): Promise<readonly TemplateServer[]> {
  const existing = await findServersBySlug(
    ctx,
    servers.map(({ id }) => id),
  );
  return servers.map(({ id, tools }) => {
    const server = existing.get(id);
    if (!server) throw missing(id);
    return { server, tools };
  });
}

const refused = (message: string): AppError =>
  new AppError('invalid_input', message, { issues: [{ path: '/template', message }] });
const missing = (server: string): AppError =>
  refused(`The template needs the server ${server}, which is not available`);

async function makeRules(ctx: Ctx, tx: Tx, { rules }: StackTemplate, stackId: StackId): Promise<void> {
  if (rules.length === 0) return;
  await requireCapacity(ctx, tx, 'max_rules', rules.length);
  const place = { accountId: accountIdOf(ctx.actor), stackId, endpointId: null };
  const rows = rules.map((rule) => newRuleRow(ctx, place, rule));
  await tx.policyRule.createMany({ data: rows });
  for (const row of rows) await appendAudit(ctx, tx, createdRule(row));
}
