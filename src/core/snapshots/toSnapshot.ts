import type { KeptDefinition, Prisma, Tool } from '../../generated/prisma/client.ts';
import { redactionOf } from '../callContents/redact.ts';
import { clientFieldsOf } from '../credentials/clientFields.ts';
import { destinationsOf, toDestinationServer } from '../credentials/destination.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { storedObject, storedObjectOrNull } from '../lib/storedJson.ts';
import { type HintSettings, hintsInForce, resultLabelOf } from '../policies/hints.ts';
import type { Policies } from '../policies/policies.ts';
import { exposeForClients } from '../results/namespacing.ts';
import { toChangeKind } from '../reviews/change.ts';
import { type HeldChange, heldDescription, toDefinition } from '../reviews/heldTool.ts';
import { connectorSchema, placementSchema } from '../servers/document.ts';
import { toForClients } from '../servers/forClients.ts';
import { keyPlaceOf } from '../servers/keyPlace.ts';
import { oauth2Schema } from '../servers/oauth2.ts';
import { type SkillContent, storedFrontMatter } from '../servers/skillText.ts';
import { toolRequestSchema } from '../servers/toolRequest.ts';
import { credentialModeSchema } from '../stacks/credentialMode.ts';
import { pinnedIn } from './pinnedIn.ts';
import { createMemo, type SnapshotServer, type SnapshotTool, type StackSnapshot } from './snapshot.ts';
import { isSafe } from './unknownOutcome.ts';

/** Rows per read: reading ten thousand tools together would block the event loop for a quarter of a second. */
export const TOOLS_AT_A_TIME = 250;

/** The rows of a stack's snapshot, except its tools. */
export const STACK_ROWS = {
  versions: { select: { number: true }, orderBy: { number: 'desc' }, take: 1 },
  skills: { select: { name: true, content: true, frontMatter: true }, orderBy: { name: 'asc' } },
  servers: {
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: { server: { include: { fields: { orderBy: { position: 'asc' } } } } },
  },
} satisfies Prisma.StackInclude;

type Rows = Prisma.StackGetPayload<{ include: typeof STACK_ROWS }>;
/** A stack with these rows. Its skills may come from a version. */
export type StackRow = Omit<Rows, 'skills'> & {
  readonly skills: readonly (SkillContent & { readonly frontMatter: unknown })[];
};
export type PlacedRow = StackRow['servers'][number];
/** An enabled tool, or one of a version, which the stack may no longer enable. */
export type ToolRow = Pick<
  Prisma.EnabledToolGetPayload<object>,
  'alias' | 'description' | 'isPinned' | 'refusedDigest'
> & { readonly tool: Tool; readonly held: KeptDefinition | null };

/** A server's owner, and the account's hint settings for the server. */
export type Hinted = { readonly owner: string; readonly settings: HintSettings | undefined };
type ToolsByPlace = ReadonlyMap<string, { readonly server: SnapshotServer; readonly tools: readonly SnapshotTool[] }>;

export function toSnapshot(stack: StackRow, toolsByPlace: ToolsByPlace, policies: Policies | null): StackSnapshot {
  const placed = [...toolsByPlace.values()];
  const { recordsCalls, contentDays, contentRedactions } = stack;
  return {
    stackId: stack.id,
    accountId: stack.accountId,
    version: stack.version,
    stackVersion: stack.versions[0]?.number ?? null,
    recordsCalls: stack.recordsCalls,
    contents:
      recordsCalls && contentDays !== null ? { days: contentDays, redaction: redactionOf(contentRedactions) } : null,
    policies,
    servers: placed.map(({ server }) => server),
    tools: byName(placed.flatMap(({ tools }) => tools.filter((tool) => !isRemoved(tool)))),
    removed: new Map(
      placed
        .flatMap(({ tools }) => tools.filter(isRemoved))
        .flatMap((tool) => [[tool.toolId, tool] as const, [tool.exposedName, tool] as const]),
    ),
    skills: stack.skills.map((skill) => ({ ...skill, frontMatter: storedFrontMatter.parse(skill.frontMatter) })),
    memo: createMemo(),
  };
}

// If two servers without a prefix have the same name, it belongs to the server that was added first.
function byName(tools: readonly SnapshotTool[]): ReadonlyMap<string, SnapshotTool> {
  const named = new Map<string, SnapshotTool>();
  for (const tool of tools) if (!named.has(tool.exposedName)) named.set(tool.exposedName, tool);
  return named;
}

const isRemoved = ({ held }: SnapshotTool): boolean => held?.kind === 'removed';

export function toServer(placed: PlacedRow): SnapshotServer {
  const { server } = placed;
  const credentialMode = credentialModeSchema.parse(placed.credentialMode);
  return {
    id: server.id,
    stackServerId: placed.id,
    slug: server.slug,
    name: server.name,
    isPrefixed: server.toolPrefix,
    connector: connectorSchema.parse(server.connector),
    instructions: placed.heldInstructions ?? server.instructions ?? '',
    skills: pinnedIn(placed),
    fields: server.fields.map(({ fieldId, name, required, secret, placement, oauth2 }) => ({
      fieldId,
      name,
      required,
      isSecret: secret,
      placement: placement === null ? null : placementSchema.parse(placement),
      oauth2: oauth2 === null ? null : oauth2Schema.parse(oauth2),
    })),
    clientFields: clientFieldsOf(server.fields),
    credentialMode,
    usesCredentials: server.fields.length > 0 || credentialMode !== 'stack',
    destinations: destinationsOf(toDestinationServer(server)),
  };
}

export function toTool(row: ToolRow, server: SnapshotServer, { owner, settings }: Hinted): SnapshotTool {
  const { tool, alias, description, isPinned, held } = row;
  const { toolId } = tool;
  // While a change awaits review, callers only see the previous definition.
  const { name, title, ...own } = held ? toDefinition(held) : definedBy(tool);
  const shown = description ?? own.description;
  const request = own.request === null ? null : toolRequestSchema.parse(own.request);
  const toolFacts = { toolId, annotations: toObjectOrNull(own.annotations) };
  const { annotations, ruleHints } = hintsInForce(toolFacts, { owner, connector: server.connector }, settings);
  return {
    toolId,
    exposedName: alias ?? toolId,
    name,
    title,
    description: held ? heldDescription(shown) : shown,
    isPinned,
    inputSchema: toObject(own.inputSchema),
    outputSchema: toObjectOrNull(own.outputSchema),
    annotations,
    ...(ruleHints !== annotations && { ruleHints }),
    resultLabel: settings ? resultLabelOf(settings, toolId) : '',
    forClients: exposeForClients(server, toForClients(own.forClients)),
    request,
    keyPlace: keyPlaceOf(request, server),
    isSafe: isSafe(request, annotations),
    asks: held ? [] : tool.asks,
    digest: held ? held.digest : tool.digest,
    held: heldOf(row),
    server,
  };
}

const definedBy = ({ inputSchema, outputSchema, annotations, forClients, request, ...row }: Tool) => ({
  ...row,
  inputSchema: storedObject(inputSchema),
  outputSchema: storedObjectOrNull(outputSchema),
  annotations: storedObjectOrNull(annotations),
  forClients: storedObjectOrNull(forClients),
  request: storedObjectOrNull(request),
});

/** Why a tool is held; null if it isn't. A removed tool is held even if the stack keeps no definition. */
function heldOf({ tool, held, refusedDigest }: ToolRow): HeldChange | null {
  if (tool.removedAt !== null) return { kind: 'removed', isRefused: false };
  return held ? { kind: toChangeKind(held.kind), isRefused: refusedDigest === tool.digest } : null;
}

/** Reads a JSON column that holds an object or nothing. */
const toObjectOrNull = (value: unknown): JsonObject | null => (value === null ? null : toObject(value));

/** Reads a JSON column that always holds an object. */
const toObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
