import { rehearsalOf } from '../kernel/actor.ts';
import type { Ctx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import { type SwapRemoveItem, SwapRemoveSet } from '../lib/swapRemoveSet.ts';
import { callSlots } from '../limits/concurrency.ts';
import type { ToolFailure, ToolOutcome } from '../results/outcome.ts';
import { CANCELLED, CUT_OFF } from '../results/outcome.ts';
import type { Scrubber } from '../results/scrub.ts';
import type { SnapshotServer, SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { replaceClientTokens } from './clientSignIn.ts';
import type { PassedAnswer, PauseDeadline, UpstreamCall } from './connector.ts';
import type { CallDiagnostics } from './diagnostics.ts';
import { type OpenedCredentials, openCredentials } from './openCredentials.ts';
import { renewRefused } from './signIn.ts';
import { clearDiagnostics, NOTHING_USED, secretsUsed } from './usedSecrets.ts';

/** Maximum length of an upstream message; upstreams themselves set no limit. */
const MESSAGE_CHARS_MAX = 2_000;

type RunningCall = SwapRemoveItem & { cutOff(): void };

/** The upstream calls in progress in this process. */
export type RunningCalls = {
  /** All running calls; `max_calls` limits their number. */
  readonly calls: SwapRemoveSet<RunningCall>;
  /** Cancels every running call, and every new one. */
  cutOff(): void;
  readonly isOver: boolean;
};

/** The running calls of this process, for all accounts, so that a shutdown can cut them off. Created once. */
export function createRunningCalls(): RunningCalls {
  const running = {
    calls: new SwapRemoveSet<RunningCall>(),
    isOver: false,
    cutOff() {
      running.isOver = true;
      for (const { cutOff } of running.calls.all()) cutOff();
    },
  };
  return running;
}

/** One request to an upstream: its content, credentials and timeout. */
type UpstreamRequest<O> = {
  readonly snapshot: StackSnapshot;
  readonly server: SnapshotServer;
  /** The called tool, which may need more than the server's required fields. */
  readonly tool?: SnapshotTool;
  readonly timeoutMs: number;
  readonly diagnostics?: CallDiagnostics;
  send(upstream: UpstreamCall): Promise<O>;
  /** Removes the call's secrets from the answer. */
  scrub(scrubber: Scrubber, answer: O | ToolFailure): Promise<O | ToolFailure>;
};

/**
 * Calls an upstream with the caller's credentials, which are decrypted for this request only and renewed once if
 * rejected. Refuses rehearsals.
 * @throws rate_limited at the bound of `max_calls`
 */
export async function callUpstream<O extends ToolOutcome | PassedAnswer>(
  ctx: Ctx,
  request: UpstreamRequest<O>,
): Promise<O | ToolFailure> {
  if (rehearsalOf(ctx.actor)) return REHEARSED;
  const release = callSlots.tryAcquire(ctx.actor, ctx.signal) ?? (await callSlots.acquire(ctx.actor, ctx.signal));
  try {
    const { snapshot, server, tool } = request;
    const opened = server.usesCredentials ? await openCredentials(ctx, snapshot, server, tool) : NOTHING_TO_OPEN;
    if ('kind' in opened) return opened;
    const answer = await sendWith(ctx, request, opened);
    const isRefused = answer.kind === 'upstream_refused' && answer.status === 401;
    if (!isRefused || (opened.signIns.length === 0 && opened.clientSignIns.length === 0)) return answer;
    const renewed = new Map([
      ...(await renewRefused(ctx, opened.signIns)),
      ...(await replaceClientTokens(ctx, opened.clientSignIns)),
    ]);
    if (renewed.size === 0) return answer;
    const credentials = opened.credentials.map((each) => ({ ...each, value: renewed.get(each.fieldId) ?? each.value }));
    // Repeating is safe: the upstream refused the credentials, so the tool has not run.
    return await sendWith(ctx, request, { ...opened, credentials, clientSignIns: [] });
  } finally {
    release();
  }
}

/** Rehearsals are answered before this point. This refusal makes any other path of theirs fail. */
const REHEARSED: ToolFailure = { kind: 'unreachable', message: 'a rehearsal endpoint connects to no service' };

/** For a server that needs no credentials. */
const NOTHING_TO_OPEN: OpenedCredentials = { owner: STACK_ITSELF, credentials: [], signIns: [], clientSignIns: [] };

async function sendWith<O extends ToolOutcome | PassedAnswer>(
  ctx: Ctx,
  { snapshot, server, timeoutMs, diagnostics, send, scrub }: UpstreamRequest<O>,
  { owner, credentials }: OpenedCredentials,
): Promise<O | ToolFailure> {
  const { accountId, stackId } = snapshot;
  const { id: serverId, connector } = server;
  // Without credentials there is nothing to scrub.
  const used = credentials.length === 0 ? NOTHING_USED : secretsUsed(server, credentials);
  const { secrets, scrubText } = used;
  const whose = { accountId, stackId, owner, serverId };
  const onToolsChanged = () => ctx.toolNotices.heard(whose);
  const upstream = { ...whose, connector, credentials, diagnostics, onToolsChanged, scrub: scrubText, secrets };
  const sentAt = performance.now();
  const queuedMs = diagnostics?.queueMs ?? 0;
  if (diagnostics) diagnostics.sentAt ??= sentAt;
  if (snapshot.contents && diagnostics)
    diagnostics.values = [...new Set([...diagnostics.values, ...credentials.map(({ value }) => value)])];
  const answer = await withDeadline(ctx, timeoutMs, upstream, send);
  if (diagnostics) diagnostics.upstreamMs += performance.now() - sentAt - (diagnostics.queueMs - queuedMs);
  // Only the log names the address, since only the operator can allow it. The caller learns that it was refused.
  if (answer.kind === 'address_refused') {
    const reason = scrubText(answer.message);
    ctx.log.warn({ stackId, server: server.slug, reason }, 'refused: see TOOLYARD_EGRESS_ALLOW');
  }
  const clean = used.scrubber ? await scrub(used.scrubber, answer) : answer;
  if (credentials.length > 0) clearDiagnostics(diagnostics, clean, credentials, connector);
  return 'message' in clean && clean.message.length > MESSAGE_CHARS_MAX
    ? { ...clean, message: `${clean.message.slice(0, MESSAGE_CHARS_MAX)}…` }
    : clean;
}

/**
 * Resolves to the result of `send`. Fails early on timeout, caller disconnect, shutdown or an oversized response, and
 * then aborts the signal of `send`. Uses one timer and one controller per call: combined signals would cost more than
 * all other checks.
 */
async function withDeadline<O>(
  { actor, signal: caller, runningCalls, answerBytes, whenAnswered }: Ctx,
  timeoutMs: number,
  upstream: Omit<UpstreamCall, 'signal' | 'hold' | 'pauseDeadline'>,
  send: (upstream: UpstreamCall) => Promise<O>,
): Promise<O | ToolFailure> {
  if (caller.aborted) return CANCELLED;
  const { promise: outcome, resolve, reject } = Promise.withResolvers<O | ToolFailure>();
  const controller = new AbortController();
  const cut = (failure: ToolFailure, reason?: unknown): void => {
    resolve(failure);
    controller.abort(reason);
  };
  const callerLeft = (): void => cut(CANCELLED, caller.reason);
  const expire = (): void => {
    const message = `the upstream did not answer within ${timeoutMs / 1_000} seconds`;
    cut(
      endedEarly(upstream.diagnostics, 'timed_out', message),
      new DOMException('The deadline of the call has passed', 'TimeoutError'),
    );
  };
  const [timer, since] = [setTimeout(expire, timeoutMs), performance.now()];
  const deadline: Deadline = { expire, timer, since, leftMs: timeoutMs, waiting: 0, isOver: false };
  const pauseDeadline: PauseDeadline = (work) => withoutDeadline(deadline, work, upstream.diagnostics);
  caller.addEventListener('abort', callerLeft);
  const running = { cutOff: () => cut(endedEarly(upstream.diagnostics, 'cancelled', CUT_OFF)), place: -1 };
  runningCalls.calls.add(running);
  if (runningCalls.isOver) running.cutOff();
  const { hold, releaseOnceAnswered } = answerBytes.open(actor, (message) => cut({ kind: 'bad_answer', message }));
  try {
    // Results after the call has ended are ignored.
    send({ ...upstream, signal: controller.signal, hold, pauseDeadline }).then(resolve, reject);
    return await outcome;
  } finally {
    releaseOnceAnswered(whenAnswered);
    clearTimeout(deadline.timer);
    deadline.isOver = true;
    runningCalls.calls.delete(running);
    caller.removeEventListener('abort', callerLeft);
  }
}

/** Outcome of a call aborted here. Without diagnostics it is unknown whether the call was sent. */
const endedEarly = (
  diagnostics: CallDiagnostics | undefined,
  kind: 'timed_out' | 'cancelled',
  message: string,
): ToolFailure => ({ kind: diagnostics?.isSent === false ? kind : 'outcome_unknown', message });

/** The deadline of a call: `expire` runs after `leftMs` more of running time. */
type Deadline = {
  expire(): void;
  timer: NodeJS.Timeout;
  leftMs: number;
  /** When it last started or stopped, by `performance.now()`. */
  since: number;
  /** Number of tasks that wait for a person; the deadline runs while there are none. */
  waiting: number;
  isOver: boolean;
};

/** Stops the deadline while a person is asked, since the upstream isn't responsible for that time. */
async function withoutDeadline<T>(
  deadline: Deadline,
  work: () => Promise<T>,
  diagnostics: CallDiagnostics | undefined,
): Promise<T> {
  if (deadline.waiting === 0) {
    clearTimeout(deadline.timer);
    deadline.leftMs -= sinceThen(deadline);
  }
  deadline.waiting += 1;
  try {
    return await work();
  } finally {
    deadline.waiting -= 1;
    if (deadline.waiting === 0 && !deadline.isOver) {
      const pausedMs = sinceThen(deadline);
      if (diagnostics) diagnostics.queueMs += pausedMs;
      deadline.timer = setTimeout(deadline.expire, Math.max(0, deadline.leftMs));
    }
  }
}

/** Milliseconds since the deadline last started or stopped; resets the start to now. */
function sinceThen(deadline: Deadline): number {
  const { since } = deadline;
  deadline.since = performance.now();
  return deadline.since - since;
}
