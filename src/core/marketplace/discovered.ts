import type { DiscoveredServer, DiscoveredTool, OpenCredential } from '../calls/connector.ts';
import type { ServerId } from '../kernel/ids.ts';
import { eventLoop } from '../lib/eventLoopScheduler.ts';
import type { Tenant } from '../lib/fairQueue.ts';
import type { JsonObject } from '../lib/json.ts';
import { createScrubber, type Scrubber } from '../results/scrub.ts';
import { isSameJson } from '../reviews/definition.ts';
import { schemaProblems } from '../schemas/problems.ts';
import { DESCRIPTION_CHARS_MAX, type ServerDocument, TITLE_CHARS_MAX, type ToolDocument } from '../servers/document.ts';
import { readForClients } from '../servers/forClients.ts';
import { readInstructions } from '../servers/instructions.ts';
import { TOOL_NAME_CHARS_MAX, toolIdFor } from '../servers/toolName.ts';
import { type ReadSkills, readServerSkills } from '../skills/readServerSkills.ts';

/** An imported server, with a warning for each tool that is omitted and each text that is truncated. */
export type ImportedServer = {
  readonly document: ServerDocument;
  readonly warnings: readonly { readonly tool: string; readonly reason: string }[];
  /** True if the source states the id; false if it was given, or derived from a title, an address or a name. */
  readonly isIdWritten?: boolean;
  /** The id that an earlier import may have: from the whole title, or without the name that the server states. */
  readonly earlierId?: ServerId;
};

const toToolDocument = ({
  title,
  description,
  omitted: _,
  selectionProblem: _unused,
  ...rest
}: DiscoveredTool): ToolDocument => ({
  ...rest,
  description: cut(description, DESCRIPTION_CHARS_MAX),
  ...(title !== undefined && { title: cut(title, TITLE_CHARS_MAX) }),
});

/** Truncates a text, but never inside a surrogate pair. */
const cut = (text: string, charsMax: number): string => text.slice(0, charsMax).replace(/[\ud800-\udbff]$/, '');

/** Warnings about the tool's omitted members and truncated texts. */
const lossesOf = ({ title = '', description, selectionProblem, omitted = [] }: DiscoveredTool): string[] => [
  ...(selectionProblem === undefined ? [] : [`its selection is not used: ${selectionProblem}`]),
  ...omitted,
  ...[
    ['description', description.length, DESCRIPTION_CHARS_MAX] as const,
    ['title', title.length, TITLE_CHARS_MAX] as const,
  ].flatMap(([member, chars, max]) =>
    chars > max ? [`its ${member} is cut after ${max.toLocaleString('en-US')} characters`] : [],
  ),
];

/** The queue for imports by the operator. */
const OPERATOR = 'operator';

/** Why a tool's name cannot be used; null if it can. Checks the length first, since a name may be megabytes long. */
function nameProblem(
  { id, toolPrefix }: ServerDocument,
  { name }: DiscoveredTool,
  usedNames: Set<string>,
): string | null {
  if (name === '' || name.length > TOOL_NAME_CHARS_MAX) return `its name is not 1 to ${TOOL_NAME_CHARS_MAX} characters`;
  const toolId = toolIdFor(id, name, { prefix: toolPrefix });
  if (usedNames.has(toolId)) return `another tool has the same tool id: ${toolId}`;
  usedNames.add(toolId);
  return null;
}

/** A server's response to discovery, and the credentials sent to it. */
type DiscoveryAnswer = DiscoveredServer & {
  readonly credentials: readonly Pick<OpenCredential, 'fieldId' | 'value'>[];
};

async function scrubTool(scrubber: Scrubber, tool: DiscoveredTool): Promise<DiscoveredTool> {
  const {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
    forClients,
    request,
    example,
    problem,
    selectionProblem,
    omitted,
  } = tool;
  const metadata = forClients && readForClients(withoutChangedIcons(forClients, await scrubber.object(forClients)));
  return {
    name: scrubber.text(name),
    ...(title !== undefined && { title: scrubber.text(title) }),
    description: scrubber.text(description),
    inputSchema: await scrubber.object(inputSchema),
    ...(outputSchema && { outputSchema: await scrubber.object(outputSchema) }),
    ...(annotations && { annotations: await scrubber.object(annotations) }),
    ...(metadata && { forClients: metadata }),
    ...(request && { request }),
    ...(example && { example: await scrubber.object(example) }),
    ...(problem !== undefined && { problem }),
    ...(selectionProblem !== undefined && { selectionProblem }),
    ...(omitted && { omitted }),
  };
}

/** Drops icons whose address contained a secret, since the scrubbed address does not work. */
function withoutChangedIcons({ icons: before }: JsonObject, scrubbed: JsonObject): JsonObject {
  const { icons: after } = scrubbed;
  if (!Array.isArray(before) || !Array.isArray(after)) return scrubbed;
  return { ...scrubbed, icons: after.filter((icon, at) => isSameJson(icon, before[at])) };
}

/**
 * The document with the tools that can be offered. Other tools become warnings, so that one bad tool does not prevent
 * the import.
 * @throws AppError as `schemaProblems`
 */
export async function withTools(
  document: ServerDocument,
  answer: DiscoveryAnswer,
  requester: Tenant,
): Promise<ImportedServer> {
  const open = new Set(document.credentials.filter(({ secret }) => !secret).map(({ id }) => id));
  const secrets = answer.credentials.filter(({ fieldId }) => !open.has(fieldId)).map(({ value }) => value);
  const scrubber = createScrubber(secrets);
  const { instructions, problem } = readInstructions(answer.instructions, scrubber.text);
  const skills = await skillsOf(document, answer, scrubber);
  const discovered = await scrubTools(scrubber, answer.tools, requester);
  const problems = await schemaProblems(
    discovered.map(({ inputSchema }) => inputSchema),
    requester,
  );
  const usedNames = new Set<string>();
  const warnings: ImportedServer['warnings'][number][] = [
    ...(problem === null ? [] : [problem]),
    ...skills.problems,
  ].map((reason) => ({ tool: '*', reason }));
  const tools = discovered.flatMap((tool, at) => {
    const { type = 'object' } = tool.inputSchema;
    // MCP clients refuse a tool whose input isn't an object.
    const typeProblem = [type].flat().includes('object') ? null : 'its inputSchema does not describe an object';
    const reason = tool.problem ?? nameProblem(document, tool, usedNames) ?? problems[at] ?? typeProblem;
    const named = tool.name.slice(0, TOOL_NAME_CHARS_MAX);
    warnings.push(...(reason === null ? lossesOf(tool) : [reason]).map((each) => ({ tool: named, reason: each })));
    return reason === null ? [toToolDocument(tool)] : [];
  });
  const { skills: _earlier, ...rest } = document;
  const texts = {
    ...(instructions !== null && { instructions }),
    ...(skills.kept.length > 0 && { skills: skills.kept }),
  };
  return { document: { ...rest, ...texts, tools }, warnings };
}

/** The skills to store. If they could not be listed, the earlier ones stay. */
async function skillsOf(
  { connector, skills: earlier = [] }: ServerDocument,
  { skills }: DiscoveryAnswer,
  scrubber: Scrubber,
): Promise<ReadSkills> {
  if (!('passThrough' in connector) || !connector.passThrough?.includes('skills')) return { kept: [], problems: [] };
  return skills ? readServerSkills(skills, scrubber) : { kept: earlier, problems: ['its skills could not be listed'] };
}

/** Yields, because a server may list thousands of long tools. */
async function scrubTools(
  scrubber: Scrubber,
  tools: readonly DiscoveredTool[],
  { accountId }: Tenant,
): Promise<readonly DiscoveredTool[]> {
  const scrubbed: DiscoveredTool[] = [];
  for (const tool of tools) {
    const turn = eventLoop.yieldIfBusy(accountId ?? OPERATOR);
    if (turn) await turn;
    scrubbed.push(await scrubTool(scrubber, tool));
  }
  return scrubbed;
}
