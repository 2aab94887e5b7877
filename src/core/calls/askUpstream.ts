import type { Ctx } from '../context.ts';
import { createSlots } from '../limits/slots.ts';
import { createScrubber, type Scrubber } from '../results/scrub.ts';
import type { SnapshotServer, StackSnapshot } from '../snapshots/snapshot.ts';
import type { OpenCredential, PassedAnswer, ToolCall, ToolFailure, ToolOutcome } from './connector.ts';
import type { Alternatives } from './openCredentials.ts';
import { type Opened, openCredentials } from './openCredentials.ts';
import { renewRefused } from './signIn.ts';

const CANCELLED: ToolFailure = { kind: 'cancelled', message: 'the call was cancelled' };

/** Upstreams bound their messages by nothing. */
const MESSAGE_CHARS_MAX = 2_000;

/** Whose upstream is asked, with what, and how long. */
export type UpstreamCall = Pick<
  ToolCall,
  'accountId' | 'stackId' | 'owner' | 'serverId' | 'connector' | 'credentials' | 'signal' | 'scrub'
>;

export type Question<O> = {
  readonly snapshot: StackSnapshot;
  readonly server: SnapshotServer;
  readonly timeoutMs: number;
  /** What the tool that is called needs beyond the server's required fields. */
  readonly alternatives?: Alternatives;
  ask(asked: UpstreamCall): Promise<O>;
  /** The answer without the secrets that were used to get it. */
  scrub(scrubber: Scrubber, answer: O | ToolFailure): Promise<O | ToolFailure>;
};

/**
 * Asks an upstream with the caller's credentials, opened for this alone; renewed once where it refuses them.
 * @throws rate_limited at the bound of `max_calls`
 */
export async function askUpstream<O extends ToolOutcome | PassedAnswer>(
  ctx: Ctx,
  question: Question<O>,
): Promise<O | ToolFailure> {
  const done = underWay.take(ctx.actor);
  try {
    return await askOpened(ctx, question);
  } finally {
    done();
  }
}

/** Each holds a socket, what the upstream answers, and its caller's connection. */
const underWay = createSlots('max_calls');

async function askOpened<O extends ToolOutcome | PassedAnswer>(
  ctx: Ctx,
  question: Question<O>,
): Promise<O | ToolFailure> {
  const opened = await openCredentials(ctx, question.snapshot, question.server, question.alternatives);
  if ('kind' in opened) return opened;
  const answer = await askWith(ctx, question, opened);
  const renewed = isRefused(answer) ? await renewRefused(ctx, opened.signIns) : NONE_RENEWED;
  // Once more, because a call that was refused was not run.
  return renewed.size === 0 ? answer : askWith(ctx, question, withTokens(opened, renewed));
}

const NONE_RENEWED: ReadonlyMap<string, string> = new Map();

const withTokens = ({ owner, credentials, signIns }: Opened, renewed: ReadonlyMap<string, string>): Opened => ({
  owner,
  credentials: credentials.map((each) => ({ ...each, value: renewed.get(each.fieldId) ?? each.value })),
  signIns,
});

const isRefused = (answer: ToolOutcome | PassedAnswer): boolean =>
  answer.kind === 'upstream_refused' && answer.status === 401;

async function askWith<O extends ToolOutcome | PassedAnswer>(
  ctx: Ctx,
  { snapshot, server, timeoutMs, ask, scrub }: Question<O>,
  { owner, credentials }: Opened,
): Promise<O | ToolFailure> {
  const { accountId, stackId } = snapshot;
  const { id: serverId, connector } = server;
  const scrubber = createScrubber(secretsOf(server, credentials));
  const asked = { accountId, stackId, owner, serverId, connector, credentials, scrub: scrubber.text };
  const answer = await withDeadline(ctx.signal, timeoutMs, (signal) => ask({ ...asked, signal }));
  // The caller learns that the address is refused; only the operator can do something about it.
  if (answer.kind === 'address_refused') {
    ctx.log.warn({ stackId, server: server.slug, reason: answer.message }, 'refused: see TOOLYARD_EGRESS_ALLOW');
  }
  return bounded(await scrub(scrubber, answer));
}

/**
 * What `ask` gives, unless the time is up or the caller gone before: then that, at once, and `ask` is told by its signal.
 * One timer and one controller a call: signals that are joined cost more than all the rest of a call's walls.
 */
function withDeadline<O>(
  caller: AbortSignal,
  timeoutMs: number,
  ask: (signal: AbortSignal) => Promise<O>,
): Promise<O | ToolFailure> {
  if (caller.aborted) return Promise.resolve(CANCELLED);
  const { promise, resolve, reject } = Promise.withResolvers<O | ToolFailure>();
  const own = new AbortController();
  const end = (): void => {
    clearTimeout(timer);
    caller.removeEventListener('abort', leave);
  };
  const leave = (): void => {
    end();
    resolve(CANCELLED);
    own.abort(caller.reason);
  };
  const timer = setTimeout(() => {
    end();
    resolve(timedOut(timeoutMs));
    own.abort(new DOMException('The deadline of the call has passed', 'TimeoutError'));
  }, timeoutMs);
  caller.addEventListener('abort', leave);
  ask(own.signal).then(
    (answer) => {
      end();
      resolve(answer);
    },
    (error: unknown) => {
      end();
      reject(error);
    },
  );
  return promise;
}

const bounded = <O extends ToolOutcome | PassedAnswer>(answer: O): O =>
  'message' in answer && answer.message.length > MESSAGE_CHARS_MAX
    ? { ...answer, message: `${answer.message.slice(0, MESSAGE_CHARS_MAX)}…` }
    : answer;

// A value that its owner calls no secret, such as a sender's address, may come back.
function secretsOf(server: SnapshotServer, credentials: readonly OpenCredential[]): readonly string[] {
  const open = new Set(server.fields.filter((field) => !field.isSecret).map((field) => field.fieldId));
  return credentials.filter((credential) => !open.has(credential.fieldId)).map((credential) => credential.value);
}

const timedOut = (ms: number): ToolFailure => ({
  kind: 'timed_out',
  message: `the upstream did not answer within ${ms / 1_000} seconds`,
});
