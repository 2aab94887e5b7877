import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { contentSettings } from '../callContents/settings.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { findStack } from '../kernel/findStack.ts';
import { serverIdSchema, toolIdSchema } from '../kernel/idSchemas.ts';
import type { ServerId, StackId } from '../kernel/ids.ts';
import { noSuchStack, stackWhere } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { toPointer } from '../lib/jsonPointer.ts';
import { listUpTo, parseInput } from '../lib/parse.ts';
import { isStorable, stackNameSchema } from '../lib/text.ts';
import { ruleInput } from '../policies/policyRule.ts';
import { quotaColumns, quotaInput } from '../policies/quota.ts';
import { NAMED_TOOLS_MAX } from '../servers/document.ts';
import { type ParsedSkill, type SkillContent, skillTextSchema } from '../servers/skillText.ts';
import { readSkills } from '../skills/readSkills.ts';
import { credentialModeSchema } from './credentialMode.ts';
import { toolTextSchemas } from './stackTool.ts';

const BAD_INPUT = 'Invalid request parameters';

/** Maximum servers, and maximum rules, of a document. The default bounds of a stack are lower. */
const LISTED_MAX = 1_000;

/** Maximum skills of a document. */
const SKILLS_MAX = 200;

const flag = (byDefault: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((input) => input ?? byDefault);

const idText = z.string().refine(isStorable, 'must be well-formed Unicode without NUL');

const toolSchema = z.object({
  id: toolIdSchema(idText),
  name: toolTextSchemas.name.nullish().transform((input): string | null => input ?? null),
  description: toolTextSchemas.description.nullish().transform((input) => input ?? null),
  isPinned: flag(false),
});

const serverSchema = z.object({
  id: serverIdSchema(idText),
  credentialMode: credentialModeSchema.nullish().transform((input) => input ?? 'stack'),
  /** The ids of credential fields that need a value. */
  credentials: listUpTo(idText, LISTED_MAX)
    .nullish()
    .transform((input) => input ?? []),
  tools: listUpTo(toolSchema, NAMED_TOOLS_MAX),
});

const ruleSchema = ruleInput
  .and(z.object({ isEnabled: flag(true) }))
  .transform((rule) => ({ ...rule, quota: quotaInput(quotaColumns(rule.quota)) }));

const isUnique = (ids: readonly { readonly id: string }[]): boolean =>
  new Set(ids.map(({ id }) => id)).size === ids.length;

/**
 * A stack as data, without ids and secrets: settings, servers with their enabled tools, its own rules and skills.
 * Endpoints, tokens and the values of credentials are not part of it.
 */
export const documentSchema = z.object({
  name: stackNameSchema,
  recordsCalls: flag(true),
  contentDays: contentSettings.days.transform((input) => input ?? null),
  contentRedactions: contentSettings.redact.transform((input) => input ?? []),
  servers: listUpTo(
    serverSchema.refine(({ tools }) => isUnique(tools), { path: ['tools'], message: 'names a tool twice' }),
    LISTED_MAX,
  ).refine(isUnique, 'names a server twice'),
  rules: listUpTo(ruleSchema, LISTED_MAX)
    .nullish()
    .transform((input) => input ?? []),
  /** Each as Markdown with front matter. */
  skills: listUpTo(z.object({ content: skillTextSchema }), SKILLS_MAX)
    .nullish()
    .transform((input) => input ?? []),
});

/** A document with all defaults. */
export type StackDocument = Omit<z.output<typeof documentSchema>, 'skills'> & {
  readonly skills: readonly SkillContent[];
};
/** A document that can be applied. */
export type ParsedStackDocument = StackDocument & { readonly skills: readonly ParsedSkill[] };

/** @throws invalid_input; rate_limited and unavailable as `FairQueue`, if it has long skills */
export async function parseStackDocument(ctx: Ctx, input: unknown): Promise<ParsedStackDocument> {
  const { skills: texts, ...document } = parseInput(documentSchema, input, BAD_INPUT);
  const contents = texts.map(({ content }) => content);
  const skills = await readSkills(ctx, contents, (at) => toPointer(['skills', at, 'content']));
  if (new Set(skills.map(({ name }) => name)).size === skills.length) return { ...document, skills };
  throw new AppError('invalid_input', BAD_INPUT, { issues: [{ path: '/skills', message: 'names a skill twice' }] });
}

/** An enabled tool, with the stack's own texts. */
export type DocumentTool = StackDocument['servers'][number]['tools'][number];
/** The rows of a stack from which its document is made. */
const ROWS = {
  servers: {
    include: {
      server: { select: { id: true, slug: true } },
      credentials: { where: { endUser: '' }, select: { fieldId: true } },
      enabledTools: {
        select: { alias: true, description: true, isPinned: true, tool: { select: { toolId: true, removedAt: true } } },
      },
    },
  },
  rules: { where: { endpointId: null }, orderBy: [{ name: 'asc' }, { id: 'asc' }] },
  skills: { select: { name: true, content: true }, orderBy: { name: 'asc' } },
} satisfies Prisma.StackInclude;

/** A stack with its document and the rows that it was made from. @throws not_found */
export async function readStackRows({ actor }: Pick<Ctx, 'actor'>, db: Pick<Tx, 'stack'>, id: StackId) {
  const stack = await db.stack.findFirst({ where: { id, ...stackWhere(actor) }, include: ROWS });
  if (!stack) throw noSuchStack();
  const document: StackDocument = {
    name: stack.name,
    recordsCalls: stack.recordsCalls,
    contentDays: stack.contentDays,
    contentRedactions: stack.contentRedactions,
    servers: stack.servers
      .map(({ server, credentialMode, credentials, enabledTools }) => ({
        id: server.slug,
        credentialMode: credentialModeSchema.parse(credentialMode),
        credentials: credentials.map(({ fieldId }) => fieldId).toSorted(),
        tools: enabledTools
          .filter(({ tool }) => tool.removedAt === null)
          .map(({ tool, alias, description, isPinned }) => ({ id: tool.toolId, name: alias, description, isPinned }))
          .toSorted(byId),
      }))
      .toSorted(byId),
    rules: stack.rules.map((rule) =>
      ruleSchema.parse({ ...rule, quota: quotaInput(rule), isEnabled: rule.disabledAt === null }),
    ),
    skills: stack.skills,
  };
  return { stack, document };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byId = (a: { readonly id: string }, b: { readonly id: string }): number => compare(a.id, b.id);

/**
 * The document of one of the caller's stacks, with its lists in a stable order; null if unknown. Tested by
 * `test/core/stacks/stackDocument.test.ts`.
 */
export const findStackDocument = async (ctx: Ctx, id: StackId): Promise<StackDocument | null> =>
  (await findStack(ctx, id)) && (await readStackRows(ctx, ctx.db, id)).document;

/** The SHA-256 of a document, in hex. */
export const documentDigest = (document: StackDocument): string =>
  createHash('sha256')
    .update(JSON.stringify([...partsOf(document)]))
    .digest('hex');

/** A difference between two documents. `path` is a JSON Pointer: `/servers/stripe/tools/stripe_create_refund`. */
export type StackDifference = {
  readonly path: string;
  /** The part before and after; null if there is none. */
  readonly before: unknown;
  readonly after: unknown;
};

/** The differences of two documents, by part, in order of their paths; `before` is null for a new stack. */
export function differences(before: StackDocument | null, after: StackDocument): StackDifference[] {
  const [old, next] = [before ? partsOf(before) : new Map<string, unknown>(), partsOf(after)];
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? null, after: next.get(path) ?? null }))
    .filter((part) => !isDeepStrictEqual(part.before, part.after))
    .toSorted((a, b) => compare(a.path, b.path));
}

/** A document's parts by path. Rules have no id: those with the same name are counted, `/rules/Ask`, `/rules/Ask/2`. */
function partsOf({
  servers,
  rules,
  skills,
  name: _,
  contentRedactions,
  ...settings
}: StackDocument): Map<string, unknown> {
  const parts = new Map<string, unknown>(Object.entries(settings).map(([key, value]) => [toPointer([key]), value]));
  if (contentRedactions.length > 0) parts.set('/contentRedactions', contentRedactions);
  for (const { id, credentialMode, tools } of servers) {
    parts.set(toPointer(['servers', id]), { credentialMode });
    for (const { id: toolId, ...texts } of tools) parts.set(toPointer(['servers', id, 'tools', toolId]), texts);
  }
  for (const [path, rule] of rulesByPath(rules)) parts.set(path, rule);
  for (const { name, content } of skills) parts.set(toPointer(['skills', name]), content);
  return parts;
}

/** Rules by their path in a list of differences. */
export function rulesByPath<R extends { readonly name: string }>(rules: readonly R[]): Map<string, R> {
  const byPath = new Map<string, R>();
  const seen = new Map<string, number>();
  for (const rule of rules) {
    const count = (seen.get(rule.name) ?? 0) + 1;
    seen.set(rule.name, count);
    byPath.set(toPointer(['rules', rule.name, ...(count > 1 ? [count] : [])]), rule);
  }
  return byPath;
}

/** A credential that a document needs and the stack lacks. */
export type MissingCredential = { readonly serverId: ServerId; readonly fieldId: string };

/** The credentials that `desired` requires and the stored stack does not have. */
export function missingCredentials(desired: StackDocument, stored: StackDocument | null): MissingCredential[] {
  const known = new Set(stored?.servers.flatMap(({ id, credentials }) => credentials.map((field) => `${id} ${field}`)));
  return desired.servers.flatMap(({ id: serverId, credentials }) =>
    credentials.filter((field) => !known.has(`${serverId} ${field}`)).map((fieldId) => ({ serverId, fieldId })),
  );
}
