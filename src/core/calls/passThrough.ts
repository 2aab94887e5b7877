import type { Ctx } from '../context.ts';
import { mayReachBesideTools } from '../endpoints/tokenReach.ts';
import { AppError } from '../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';
import { countBytes } from '../policies/counts.ts';
import { decideAboutServer } from '../policies/decide.ts';
import type { SnapshotServer, StackSnapshot } from '../snapshots/snapshot.ts';
import { askUpstream } from './askUpstream.ts';
import type { PassedAnswer, PassedMethod, ToolFailure } from './connector.ts';
import { newDiagnostics } from './diagnostics.ts';
import { isPassed, ownersOf, type Passed } from './passedName.ts';

/** One item of an upstream's list, in the upstream's own names. */
export type PassedItem = { readonly server: SnapshotServer; readonly item: JsonObject };

/** A list method of MCP that is passed through. */
export type PassedList = {
  readonly what: Passed;
  readonly method: Extract<PassedMethod, `${string}/list`>;
  /** The member of the result that holds the items. */
  readonly key: string;
};

// Short, because the caller waits for the slowest server.
const LIST_TIMEOUT_MS = 10_000;
const ITEMS_PER_SERVER_MAX = 1_000;

/** The servers of a stack that pass resources or prompts through. */
export const serversPassing = ({ servers }: StackSnapshot, what: Passed): readonly SnapshotServer[] =>
  servers.filter((server) => isPassed(server, what));

/** A token for named tools reaches no resources and prompts. */
const serversFor = ({ actor }: Ctx, snapshot: StackSnapshot, what: Passed): readonly SnapshotServer[] =>
  mayReachBesideTools(actor) ? serversPassing(snapshot, what) : [];

/** Asks all servers of the stack for their list at the same time; a server that does not answer is left out. */
export async function listPassed(
  ctx: Ctx,
  snapshot: StackSnapshot,
  { what, method, key }: PassedList,
): Promise<readonly PassedItem[]> {
  const timeoutMs = Math.min(LIST_TIMEOUT_MS, ctx.callTimeoutMs);
  const lists = await Promise.all(
    serversFor(ctx, snapshot, what).map(async (server) => {
      const answer = await ask(ctx, snapshot, server, { method, params: {}, timeoutMs });
      if (answer.kind === 'ok') return itemsIn(answer.result[key]).map((item) => ({ server, item }));
      const { stackId } = snapshot;
      ctx.log.warn({ stackId, server: server.slug, method, outcome: answer.kind }, 'a server is missing in a list');
      return [];
    }),
  );
  return lists.flat();
}

const itemsIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.slice(0, ITEMS_PER_SERVER_MAX).filter(isJsonObject) : [];

/** A request about one resource or prompt of a stack. */
export type PassedItemRequest = {
  readonly what: Passed;
  readonly method: PassedMethod;
  /** The name that the stack shows. */
  readonly name: string;
  /** The request in the upstream's own names. */
  params(own: string): JsonObject;
};

/** An upstream's answer, and the server it came from. */
export type PassedReply = { readonly server: SnapshotServer; readonly result: JsonObject };

/**
 * Asks the owner of a resource or prompt. Where names have no prefix, every server that may own it is asked until one
 * knows it.
 * @throws not_found when no server can own it
 */
export async function askPassed(
  ctx: Ctx,
  snapshot: StackSnapshot,
  { what, method, name, params }: PassedItemRequest,
): Promise<PassedReply | ToolFailure> {
  let failure: ToolFailure | null = null;
  for (const { server, own } of ownersOf(serversFor(ctx, snapshot, what), what, name)) {
    const answer = await ask(ctx, snapshot, server, { method, params: params(own), timeoutMs: ctx.callTimeoutMs });
    if (answer.kind === 'ok') return { server, result: answer.result };
    failure = answer;
  }
  if (failure) return failure;
  throw new AppError('not_found', `${what === 'resources' ? 'Resource' : 'Prompt'} ${name} not found`);
}

type Request = { readonly method: PassedMethod; readonly params: JsonObject; readonly timeoutMs: number };

async function ask(
  ctx: Ctx,
  snapshot: StackSnapshot,
  server: SnapshotServer,
  { method, params, timeoutMs }: Request,
): Promise<PassedAnswer> {
  const permit = await decideAboutServer(ctx, snapshot, server);
  if ('kind' in permit) return permit;
  const { pass } = ctx.connectors[server.connector.kind];
  if (!pass) throw new Error(`${server.connector.kind} passes nothing through`);
  const answer = await askUpstream<PassedAnswer>(ctx, {
    snapshot,
    server,
    timeoutMs,
    // Of a request that is not recorded nobody asks more than where it belongs.
    ...(ctx.trace && { diagnostics: newDiagnostics(ctx) }),
    ask: (asked) => pass({ ...asked, permit, method, params }),
    scrub: async (scrubber, given) =>
      given.kind === 'ok' ? { kind: 'ok', result: await scrubber.object(given.result) } : scrubFailure(scrubber, given),
  });
  const { byteCounts } = permit;
  if (byteCounts) await countBytes(ctx, byteCounts, Buffer.byteLength(JSON.stringify([params, answer])));
  return answer;
}

const scrubFailure = (scrubber: { text(text: string): string }, failure: ToolFailure): ToolFailure => ({
  ...failure,
  message: scrubber.text(failure.message),
});
