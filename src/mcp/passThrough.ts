import {
  type CompleteRequestParams,
  type CompleteResult,
  type GetPromptRequestParams,
  type GetPromptResult,
  type InputRequiredResult,
  isSpecType,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
  type Server,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ResourceWatch } from '../core/calls/connector.ts';
import type { ElicitationContext } from '../core/calls/elicitation.ts';
import {
  listPassed,
  type PassedItem,
  type PassedItemRequest,
  type PassedList,
  type PassedReply,
  requestPassThrough,
  serversPassing,
} from '../core/calls/passThrough.ts';
import { watchResource } from '../core/calls/resourceWatches.ts';
import { visibleServerSkills, visibleSkills } from '../core/decisions/visibleSkills.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { AppError } from '../core/lib/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/lib/json.ts';
import {
  exposedName,
  exposeUri,
  isPassed,
  namespaceContent,
  type PassedKind,
  withExposedMeta,
} from '../core/results/namespacing.ts';
import type { Elicitation, ToolFailure } from '../core/results/outcome.ts';
import { pinnedDigest } from '../core/servers/serverSkill.ts';
import type { SnapshotServer, StackSnapshot } from '../core/snapshots/snapshot.ts';
import { dialogueIn, invalidParams, toInputRequired, upstreamErrorOf } from './call.ts';
import { readKept } from './kept.ts';
import type { Era } from './list.ts';
import { passedMeta } from './passedMeta.ts';
import type { SessionUpdates } from './resourceUpdates.ts';
import { MARKDOWN, toResource, toServerResource } from './skills.ts';
import { withTraceOf } from './trace.ts';
import { keepingCode } from './writtenAnswer.ts';

/** Capabilities other than tools: stored files and skills, and those at least one server passes through. */
export function otherCapabilities(
  snapshot: StackSnapshot,
): Pick<ServerCapabilities, 'resources' | 'prompts' | 'completions'> {
  const [resources, prompts] = [isOffered(snapshot, 'resources'), isOffered(snapshot, 'prompts')];
  return {
    // Stored files and skills never change while a client can watch them.
    resources: resources ? { subscribe: true } : {},
    ...(prompts && { prompts: {} }),
    ...((resources || prompts) && { completions: {} }),
  };
}

const isOffered = (snapshot: StackSnapshot, kind: PassedKind): boolean => serversPassing(snapshot, kind).length > 0;

/** `updates`: for clients of the revisions with a handshake that are in a session. */
type PassingServer = {
  readonly ctx: Ctx;
  readonly snapshot: StackSnapshot;
  readonly era: Era;
  readonly updates: SessionUpdates | null;
};

/** Registers the methods that are passed through; every other method stays unknown. */
export function registerPassThrough(server: Server, { ctx, snapshot, era, updates }: PassingServer): void {
  const [resources, prompts] = [isOffered(snapshot, 'resources'), isOffered(snapshot, 'prompts')];
  const passed = (params: Traced | undefined, context?: ServerContext) => ({
    ctx: withTraceOf(ctx, params?._meta),
    snapshot,
    era,
    meta: passedMeta(params?._meta),
    ...(context && dialogueIn(context.mcpReq)),
  });
  server.setRequestHandler('resources/list', ({ params }) => listResources(passed(wholeList(params))));
  server.setRequestHandler('resources/templates/list', ({ params }) => listTemplates(passed(wholeList(params))));
  server.setRequestHandler('resources/read', ({ params }, context) =>
    keepingCode(readResource(passed(params, context), params.uri)),
  );
  if (resources) {
    server.setRequestHandler('resources/subscribe', ({ params }) => keepingCode(inSession(updates).add(params.uri)));
    server.setRequestHandler('resources/unsubscribe', ({ params }) => inSession(updates).remove(params.uri));
  }
  if (prompts) {
    server.setRequestHandler('prompts/list', ({ params }) => listPrompts(passed(wholeList(params))));
    server.setRequestHandler('prompts/get', ({ params }, context) =>
      keepingCode(getPrompt(passed(params, context), params)),
    );
  }
  if (resources || prompts)
    server.setRequestHandler('completion/complete', ({ params }) => keepingCode(complete(passed(params), params)));
}

function inSession(updates: SessionUpdates | null): SessionUpdates {
  if (updates) return updates;
  throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'A subscription needs the session: send Mcp-Session-Id');
}

type Traced = { readonly _meta?: Readonly<Record<string, unknown>> | undefined };

/** Refuses a cursor, because each of these lists is a single page. */
function wholeList<P extends Traced & { readonly cursor?: string | undefined }>(params: P | undefined): P | undefined {
  if (params?.cursor === undefined) return params;
  throw invalidParams('Invalid cursor: list from the beginning');
}

type PassThroughContext = {
  readonly ctx: Ctx;
  readonly snapshot: StackSnapshot;
  readonly era: Era;
  /** The client's `_meta` for the server. */
  readonly meta: JsonObject | undefined;
  /** For clients that support elicitation. */
  readonly dialogue?: ElicitationContext;
};

const RESOURCES: PassedList = { kind: 'resources', method: 'resources/list', key: 'resources' };
const TEMPLATES: PassedList = { kind: 'resources', method: 'resources/templates/list', key: 'resourceTemplates' };
const PROMPTS: PassedList = { kind: 'prompts', method: 'prompts/list', key: 'prompts' };

// An item that no client would accept is left out, because it would make clients refuse the whole list.
async function listResources({ ctx, snapshot }: PassThroughContext): Promise<{ resources: Resource[] }> {
  const items = await listPassed(ctx, snapshot, RESOURCES);
  // Agents don't get a file of a skill that was not reviewed.
  const readable = items.filter(
    ({ server: { skills }, item: { uri } }) =>
      skills === null || typeof uri !== 'string' || pinnedDigest(skills, uri) !== null,
  );
  const passed = readable.map((each): unknown => withName(each, 'uri', 'resources')).filter(isSpecType.Resource);
  const listed = new Set(passed.map(({ uri }) => uri));
  const skills = visibleServerSkills(ctx, snapshot).filter(({ skill }) => !listed.has(skill.uri));
  return {
    resources: [
      ...visibleSkills(ctx, snapshot).map(toResource),
      ...skills.map(({ skill }) => toServerResource(skill)),
      ...passed,
    ],
  };
}

async function listTemplates({
  ctx,
  snapshot,
}: PassThroughContext): Promise<{ resourceTemplates: ResourceTemplateType[] }> {
  const items = await listPassed(ctx, snapshot, TEMPLATES);
  const named = items.map((each): unknown => withName(each, 'uriTemplate', 'resources'));
  return { resourceTemplates: named.filter(isSpecType.ResourceTemplate) };
}

async function listPrompts({ ctx, snapshot }: PassThroughContext): Promise<{ prompts: Prompt[] }> {
  const items = await listPassed(ctx, snapshot, PROMPTS);
  return { prompts: items.map((each): unknown => withName(each, 'name', 'prompts')).filter(isSpecType.Prompt) };
}

const withName = ({ server, item }: PassedItem, key: string, kind: PassedKind): JsonObject => {
  const own = item[key];
  const named = typeof own === 'string' ? { ...item, [key]: exposedName(server, kind, own) } : item;
  return withReadablePages(server, named);
};

/** Pages are resources, so their addresses stay if the server's resources are not passed through. */
const withReadablePages = (server: SnapshotServer, item: JsonObject): JsonObject =>
  isPassed(server, 'resources') ? withExposedMeta(server, item) : item;

async function readResource(
  { ctx, snapshot, era, ...asking }: PassThroughContext,
  uri: string,
): Promise<ReadResourceResult | InputRequiredResult> {
  const skill = visibleSkills(ctx, snapshot).find((each) => each.uri === uri);
  if (skill) return { contents: [{ uri, mimeType: MARKDOWN, text: skill.content }] };
  const kept = await named(readKept(ctx, snapshot, uri), { method: 'resources/read', name: uri }, era);
  if (kept) return kept;
  const itemRequest: PassedItemRequest = {
    kind: 'resources',
    method: 'resources/read',
    name: uri,
    params: (own) => ({ uri: own }),
    ...asking,
  };
  const reply = await askOne(ctx, snapshot, itemRequest, era);
  if ('elicitation' in reply) return toInputRequired(reply.elicitation);
  const { server, result } = reply;
  const contents = objectsIn(result['contents']).map((content) => exposeUri(server, withExposedMeta(server, content)));
  return checked(withExposedMeta(server, { ...result, contents }), isSpecType.ReadResourceResult);
}

async function getPrompt(
  { ctx, snapshot, era, ...asking }: PassThroughContext,
  params: GetPromptRequestParams,
): Promise<GetPromptResult | InputRequiredResult> {
  const itemRequest: PassedItemRequest = {
    kind: 'prompts',
    method: 'prompts/get',
    name: params.name,
    params: (name) => ({ name, arguments: { ...params.arguments } }),
    ...asking,
  };
  const reply = await askOne(ctx, snapshot, itemRequest, era);
  if ('elicitation' in reply) return toInputRequired(reply.elicitation);
  const { server, result } = reply;
  const messages = objectsIn(result['messages']).map((message) => {
    const { content } = message;
    const isLink = isJsonObject(content) && isPassed(server, 'resources');
    return isLink ? { ...message, content: namespaceContent(server, content) } : message;
  });
  return checked(withReadablePages(server, { ...result, messages }), isSpecType.GetPromptResult);
}

async function complete(
  { ctx, snapshot, era, meta }: PassThroughContext,
  { ref, argument, context }: CompleteRequestParams,
): Promise<CompleteResult> {
  const isPrompt = ref.type === 'ref/prompt';
  const itemRequest: PassedItemRequest = {
    kind: isPrompt ? 'prompts' : 'resources',
    method: 'completion/complete',
    name: isPrompt ? ref.name : ref.uri,
    params: (own) => ({
      ref: isPrompt ? { type: ref.type, name: own } : { type: 'ref/resource', uri: own },
      argument: { name: argument.name, value: argument.value },
      ...(context?.arguments && { context: { arguments: { ...context.arguments } } }),
    }),
  };
  const reply = await askOne(ctx, snapshot, { ...itemRequest, meta }, era);
  return checked('elicitation' in reply ? null : reply.result, isSpecType.CompleteResult);
}

const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

function checked<T>(result: unknown, isResult: (value: unknown) => value is T): T {
  if (isResult(result)) return result;
  throw new ProtocolError(ProtocolErrorCode.InternalError, 'The upstream violated the protocol');
}

/** Watches a resource by its address in the stack. @throws ProtocolError if its server refuses */
export async function watchOne(
  ctx: Ctx,
  snapshot: StackSnapshot,
  { uri, era, watch }: { readonly uri: string; readonly era: Era; readonly watch: ResourceWatch },
): Promise<void> {
  await answered(watchResource(ctx, snapshot, uri, watch), { method: 'resources/read', name: uri }, era);
}

type ReplyOrElicitation = PassedReply | { readonly elicitation: Elicitation };
type Named = Pick<PassedItemRequest, 'method' | 'name'>;

const askOne = (
  ctx: Ctx,
  snapshot: StackSnapshot,
  itemRequest: PassedItemRequest,
  era: Era,
): Promise<ReplyOrElicitation> => answered(requestPassThrough(ctx, snapshot, itemRequest), itemRequest, era);

async function answered(
  asking: Promise<PassedReply | ToolFailure>,
  item: Named,
  era: Era,
): Promise<ReplyOrElicitation> {
  const answer = await named(asking, item, era);
  if ('kind' in answer && 'elicitation' in answer && answer.elicitation) return { elicitation: answer.elicitation };
  if ('kind' in answer) throw toProtocolError(answer, item, era);
  return answer;
}

/** Converts errors about an item that the client named. */
async function named<T>(asking: Promise<T>, item: Named, era: Era): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw notFound(error.message, item, era);
    // Also if the client's answer does not belong to an elicitation of this request. Tool calls report the same error.
    if (error instanceof AppError && error.code === 'invalid_input') throw invalidParams(error.message);
    throw error;
  }
}

/** The error code for a missing resource, in the revisions with a handshake. */
const RESOURCE_NOT_FOUND = -32_002;

/** The error names an unknown resource by its address in the stack. */
function notFound(message: string, { method, name }: Named, era: Era): ProtocolError {
  if (method !== 'resources/read') return invalidParams(message);
  const code = era === 'legacy' ? RESOURCE_NOT_FOUND : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, message, { uri: name });
}

/** Converts an upstream's failure. A failed tool means that the caller can correct its arguments. */
function toProtocolError(failure: ToolFailure, named: Named, era: Era): ProtocolError {
  const { kind, message } = failure;
  if (kind === 'tool_error') return notFound(message, named, era);
  const error = upstreamErrorOf(failure) ?? new ProtocolError(ProtocolErrorCode.InternalError, message);
  return Number(error.code) === RESOURCE_NOT_FOUND ? notFound(message, named, era) : error;
}
