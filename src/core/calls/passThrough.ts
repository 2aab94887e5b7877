import { decideAboutServer } from '../decisions/decide.ts';
import { mayPassThrough } from '../endpoints/tokenReach.ts';
import type { Ctx } from '../kernel/context.ts';
import { AppError } from '../lib/errors.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { sha256Text } from '../lib/sha256.ts';
import { countBytes } from '../policies/counts.ts';
import { isPassed, ownersOf, type PassedKind } from '../results/namespacing.ts';
import type { ToolFailure } from '../results/outcome.ts';
import type { Scrubber } from '../results/scrub.ts';
import { pinnedDigest } from '../servers/serverSkill.ts';
import type { SnapshotServer, StackSnapshot } from '../snapshots/snapshot.ts';
import { scrubRpc } from './call.ts';
import { callUpstream } from './callUpstream.ts';
import type { PassedAnswer, PassedMethod, ResourceWatch } from './connector.ts';
import { newDiagnostics } from './diagnostics.ts';
import {
  type ElicitationContext,
  InvalidRequestState,
  isAskable,
  NOT_APPROVED,
  openAnswer,
  type PassedSubject,
  sealElicitation,
} from './elicitation.ts';

/** One item of an upstream's list, in the upstream's own names. */
export type PassedItem = { readonly server: SnapshotServer; readonly item: JsonObject };

/** An MCP list method that is passed through. */
export type PassedList = {
  readonly kind: PassedKind;
  readonly method: Extract<PassedMethod, `${string}/list`>;
  /** The member of the result that contains the items. */
  readonly key: string;
};

// Short, because the caller waits for the slowest server.
const LIST_TIMEOUT_MS = 10_000;
const ITEMS_PER_SERVER_MAX = 1_000;

/** The servers of a stack that pass resources or prompts through. */
export const serversPassing = ({ servers }: StackSnapshot, kind: PassedKind): readonly SnapshotServer[] =>
  servers.filter((server) => isPassed(server, kind));

/** The servers whose resources or prompts the caller may use. */
const serversFor = ({ actor }: Ctx, snapshot: StackSnapshot, kind: PassedKind): readonly SnapshotServer[] =>
  mayPassThrough(actor) ? serversPassing(snapshot, kind) : [];

/** Requests the lists of all servers of the stack concurrently; omits servers that do not answer. */
export async function listPassed(
  ctx: Ctx,
  snapshot: StackSnapshot,
  { kind, method, key }: PassedList,
): Promise<readonly PassedItem[]> {
  const timeoutMs = Math.min(LIST_TIMEOUT_MS, ctx.callTimeoutMs);
  const lists = await Promise.all(
    serversFor(ctx, snapshot, kind).map(async (server) => {
      const answer = await send(ctx, snapshot, server, { method, params: {}, timeoutMs });
      if (answer.kind === 'ok') {
        const items = answer.result[key];
        const listed = Array.isArray(items) ? items.slice(0, ITEMS_PER_SERVER_MAX).filter(isJsonObject) : [];
        return listed.map((item) => ({ server, item }));
      }
      const { stackId } = snapshot;
      ctx.log.warn({ stackId, server: server.slug, method, outcome: answer.kind }, 'a server is missing from a list');
      return [];
    }),
  );
  return lists.flat();
}

/** A request about one resource or prompt of a stack. */
export type PassedItemRequest = {
  readonly kind: PassedKind;
  readonly method: PassedMethod;
  /** The name in the stack. */
  readonly name: string;
  /** The request with the upstream's own names. */
  params(own: string): JsonObject;
  /** Whether the caller supports elicitation, and its answers to the previous one. */
  readonly dialogue?: ElicitationContext;
  /** `_meta` from the caller, for the server. */
  readonly meta?: JsonObject | undefined;
  /** Subscribes to the server's resource instead of reading it. */
  watch?(server: SnapshotServer): ResourceWatch;
};

/** An upstream's answer, and the server that gave it. */
export type PassedReply = { readonly server: SnapshotServer; readonly result: JsonObject };

/**
 * Sends a request to the server that owns a resource or prompt. Asks servers without a prefix one by one, until one
 * knows the name or raises an elicitation. The failure contains the elicitation, for callers that support it.
 * @throws not_found when no server can own it; invalid_input for an answer to another elicitation
 */
export async function requestPassThrough(
  ctx: Ctx,
  snapshot: StackSnapshot,
  { kind, method, name, params, dialogue, meta, watch }: PassedItemRequest,
): Promise<PassedReply | ToolFailure> {
  let failure: ToolFailure | InvalidRequestState | null = null;
  for (const { server, own, digest } of ownersFor(ctx, snapshot, kind, name)) {
    const more = { ...(dialogue && { dialogue }), ...(watch && { watch: watch(server) }) };
    const request = { method, params: params(own), timeoutMs: ctx.callTimeoutMs, meta, ...more };
    const answer = await sendToOwner(ctx, snapshot, server, request);
    if (!(answer instanceof InvalidRequestState) && ('result' in answer || 'elicitation' in answer)) {
      return digest === undefined ? answer : checkedFile(ctx, snapshot, { answer, request, name, digest });
    }
    failure = answer;
  }
  if (failure instanceof InvalidRequestState) throw failure;
  if (failure) return failure;
  throw new AppError('not_found', `${kind === 'resources' ? 'Resource' : 'Prompt'} ${name} not found`);
}

/** A server that may own a name, its own name for it, and the digest that it must have as a file of a skill. */
type Owner = { readonly server: SnapshotServer; readonly own: string; readonly digest: string | undefined };

/**
 * The servers that may own a name: those that pass such names through, or a reviewed skill with this file.
 * @throws not_found if it can only be a file of a skill that was not reviewed
 */
function ownersFor(ctx: Ctx, snapshot: StackSnapshot, kind: PassedKind, name: string): readonly Owner[] {
  if (kind === 'prompts' || !snapshot.servers.some(({ skills }) => skills))
    return ownersOf(serversFor(ctx, snapshot, kind), kind, name).map((owner) => ({ ...owner, digest: undefined }));
  const passing = mayPassThrough(ctx.actor)
    ? snapshot.servers.filter((server) => server.skills || isPassed(server, kind))
    : [];
  const pinned = ownersOf(passing, kind, name).map(({ server, own }) => ({
    ...{ server, own },
    digest: server.skills ? pinnedDigest(server.skills, own) : undefined,
  }));
  const owners = pinned.flatMap(({ digest, ...owner }) =>
    digest === null || (digest === undefined && !isPassed(owner.server, kind)) ? [] : [{ ...owner, digest }],
  );
  if (owners.length === 0 && pinned.some(({ digest }) => digest === null))
    throw new AppError('not_found', `Resource ${name} is not a file of a reviewed skill`);
  return owners;
}

type ReadFile = {
  readonly answer: PassedReply | ToolFailure;
  readonly request: Request;
  /** Its name in the stack. */
  readonly name: string;
  readonly digest: string;
};

/**
 * The answer about a file of a skill, or a failure if the file differs from its reviewed digest. Its server is then
 * refreshed as after a notice.
 */
function checkedFile(
  { toolNotices }: Ctx,
  { accountId, stackId }: StackSnapshot,
  { answer, request: { method, watch }, name, digest }: ReadFile,
): PassedReply | ToolFailure {
  if (!('result' in answer) || method !== 'resources/read' || watch || hasDigest(answer.result, digest)) return answer;
  const { id: serverId, slug } = answer.server;
  toolNotices.heard({ accountId, stackId, serverId });
  const message = `the skill has changed upstream: ${name} does not have its reviewed digest. Refresh the server ${slug} and review its skills`;
  return { kind: 'bad_answer', message };
}

/** Whether the result of `resources/read` is one file with this digest. */
function hasDigest({ contents }: JsonObject, digest: string): boolean {
  const [file, ...more] = Array.isArray(contents) ? contents.filter(isJsonObject) : [];
  if (!file || more.length > 0) return false;
  const { text, blob } = file;
  if (typeof text === 'string' && blob === undefined) return digest === `sha256:${sha256Text(text, 'hex')}`;
  if (typeof blob !== 'string' || text !== undefined) return false;
  return digest === `sha256:${sha256Text(Buffer.from(blob, 'base64'), 'hex')}`;
}

/**
 * If several servers may own a name, an answer belongs to the server that asked; other servers' errors are returned
 * unchanged.
 */
async function sendToOwner(
  ctx: Ctx,
  snapshot: StackSnapshot,
  server: SnapshotServer,
  request: Request,
): Promise<PassedReply | ToolFailure | InvalidRequestState> {
  try {
    const answer = await send(ctx, snapshot, server, request);
    return answer.kind === 'ok' ? { server, result: answer.result } : answer;
  } catch (error) {
    if (error instanceof InvalidRequestState) return error;
    throw error;
  }
}

type Request = {
  readonly method: PassedMethod;
  readonly params: JsonObject;
  readonly timeoutMs: number;
  readonly dialogue?: ElicitationContext;
  readonly meta?: JsonObject | undefined;
  readonly watch?: ResourceWatch;
};

async function send(
  ctx: Ctx,
  snapshot: StackSnapshot,
  server: SnapshotServer,
  { method, params, timeoutMs, dialogue, meta, watch }: Request,
): Promise<PassedAnswer> {
  const subject = { snapshot, passed: [server.id, method, params] };
  const answered = dialogue ? await openAnswer(ctx, subject, dialogue) : null;
  const permit = await decideAboutServer(ctx, snapshot, server);
  if ('kind' in permit) return permit;
  const { pass } = ctx.connectors[server.connector.kind];
  if (!pass) throw new Error(`${server.connector.kind} passes nothing through`);
  const answer = await callUpstream<PassedAnswer>(ctx, {
    snapshot,
    server,
    timeoutMs,
    // Requests that pass through aren't recorded, so only traces need their diagnostics.
    ...(ctx.trace && { diagnostics: newDiagnostics(ctx) }),
    send: async (upstream) => {
      await answered?.use();
      const asking = dialogue && {
        dialogue: { capabilities: dialogue.capabilities, answers: answered?.answers ?? {} },
      };
      const watching = watch && {
        watch: { ...watch, onUpdated: (uri: string) => watch.onUpdated(upstream.scrub(uri)) },
      };
      return pass({ ...upstream, permit, method, params, meta, ...asking, ...watching });
    },
    scrub: async (scrubber, reply) =>
      reply.kind === 'ok' ? { kind: 'ok', result: await scrubber.object(reply.result) } : scrubFailure(scrubber, reply),
  });
  const { byteCounts } = permit;
  if (byteCounts) await countBytes(ctx, byteCounts, Buffer.byteLength(JSON.stringify([params, answer])));
  return withElicitation(ctx, subject, answer, dialogue);
}

async function scrubFailure(scrubber: Scrubber, unscrubbed: ToolFailure): Promise<ToolFailure> {
  const failure = await scrubRpc(scrubber, unscrubbed);
  const scrubbed = { ...failure, message: scrubber.text(failure.message) };
  if (scrubbed.kind !== 'bad_answer' || !scrubbed.elicitation) return scrubbed;
  const inputRequests = await scrubber.object(scrubbed.elicitation.inputRequests);
  return { ...scrubbed, elicitation: { ...scrubbed.elicitation, inputRequests } };
}

/** The answer, with its elicitation sealed for the caller, or without one. */
async function withElicitation(
  ctx: Ctx,
  subject: PassedSubject,
  answer: PassedAnswer,
  dialogue: ElicitationContext | undefined,
): Promise<PassedAnswer> {
  if (answer.kind !== 'bad_answer' || !answer.elicitation) return answer;
  const { elicitation, ...failure } = answer;
  if (!dialogue || !isAskable(elicitation, dialogue)) return failure;
  return { ...failure, elicitation: await sealElicitation(ctx, subject, elicitation, NOT_APPROVED) };
}
