import type { Ctx } from '../context.ts';
import { forgetClientToken } from '../credentials/clientTokens.ts';
import { Bag, type InBag } from '../lib/bag.ts';
import { createSlots } from '../limits/slots.ts';
import { alsoInHosts, createScrubber, type Scrubber } from '../results/scrub.ts';
import type { SnapshotServer, SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import {
  CANCELLED,
  CUT_OFF,
  type OpenCredential,
  type PassedAnswer,
  type ToolFailure,
  type ToolOutcome,
  type UpstreamCall,
} from './connector.ts';
import { startDeadline } from './deadline.ts';
import type { CallDiagnostics } from './diagnostics.ts';
import { NOTHING_TO_OPEN, type OpenedCredentials, openCredentials } from './openCredentials.ts';
import { renewRefused } from './signIn.ts';

/** Bound on an upstream's message, since upstreams have none of their own. */
const MESSAGE_CHARS_MAX = 2_000;
/** More than a log or row keeps, so that what is cut off here is not in them. */
const CAUSE_CHARS_MAX = 4_000;

type RunningCall = InBag & { cutOff(): void };

/** The upstream calls of this process that are under way. */
export type RunningCalls = {
  /** Bounded by `max_calls`. */
  readonly calls: Bag<RunningCall>;
  /** Cuts off every call that is under way, and every one that comes. */
  cutOff(): void;
  readonly isOver: boolean;
};

/** The calls that this process runs, for all accounts, so that a shutdown can cut them off. Made once. */
export function createRunningCalls(): RunningCalls {
  const running = {
    calls: new Bag<RunningCall>(),
    isOver: false,
    cutOff() {
      running.isOver = true;
      for (const { cutOff } of running.calls.all()) cutOff();
    },
  };
  return running;
}

/** One request to an upstream: what to ask, with whose credentials, and how long. */
export type UpstreamRequest<O> = {
  readonly snapshot: StackSnapshot;
  readonly server: SnapshotServer;
  /** The tool that is called: it may need more than the server's required fields. */
  readonly tool?: SnapshotTool;
  readonly timeoutMs: number;
  readonly diagnostics?: CallDiagnostics;
  ask(upstream: UpstreamCall): Promise<O>;
  /** Removes the secrets that were used from the answer. */
  scrub(scrubber: Scrubber, answer: O | ToolFailure): Promise<O | ToolFailure>;
};

/**
 * Asks an upstream with the caller's credentials, which are opened for this request alone and renewed once if it
 * refuses them.
 * @throws rate_limited at the bound of `max_calls`
 */
export async function askUpstream<O extends ToolOutcome | PassedAnswer>(
  ctx: Ctx,
  question: UpstreamRequest<O>,
): Promise<O | ToolFailure> {
  const done = callSlots.take(ctx.actor);
  try {
    const opened = await openedFor(ctx, question);
    if ('kind' in opened) return opened;
    const answer = await askWith(ctx, question, opened);
    const isRefused = answer.kind === 'upstream_refused' && answer.status === 401;
    if (isRefused) for (const { signIn, token } of opened.clientSignIns ?? []) forgetClientToken(ctx, signIn, token);
    if (!isRefused || opened.signIns.length === 0) return answer;
    const renewed = await renewRefused(ctx, opened.signIns);
    // Repeating is safe: the upstream refused the credentials, so the tool has not run.
    return renewed.size === 0 ? answer : await askWith(ctx, question, withTokens(opened, renewed));
  } finally {
    done();
  }
}

/** The credentials of a call; most servers have none. */
const openedFor = (
  ctx: Ctx,
  { snapshot, server, tool }: Pick<UpstreamRequest<unknown>, 'snapshot' | 'server' | 'tool'>,
): OpenedCredentials | Promise<OpenedCredentials | ToolFailure> =>
  server.fields.length === 0 && server.credentialMode === 'stack'
    ? NOTHING_TO_OPEN
    : openCredentials(ctx, snapshot, server, tool);

/** Each call holds a socket, the upstream's answer and the caller's connection. */
const callSlots = createSlots('max_calls');

const withTokens = (
  { owner, credentials, signIns }: OpenedCredentials,
  renewed: ReadonlyMap<string, string>,
): OpenedCredentials => ({
  owner,
  credentials: credentials.map((each) => ({ ...each, value: renewed.get(each.fieldId) ?? each.value })),
  signIns,
});

async function askWith<O extends ToolOutcome | PassedAnswer>(
  ctx: Ctx,
  { snapshot, server, timeoutMs, diagnostics, ask, scrub }: UpstreamRequest<O>,
  { owner, credentials }: OpenedCredentials,
): Promise<O | ToolFailure> {
  const { accountId, stackId } = snapshot;
  const { id: serverId, connector } = server;
  // Without credentials there is nothing to scrub.
  const secrets = credentials.length === 0 ? NO_SECRETS : secretsOf(server, credentials);
  const scrubber = secrets.length === 0 ? null : createScrubber(secrets);
  const secretless = { scrub: scrubber?.text ?? unchanged, secrets };
  const whose = { accountId, stackId, owner, serverId };
  const onToolsChanged = () => ctx.toolNotices.heard(whose);
  const upstream = { ...whose, connector, credentials, diagnostics, onToolsChanged, ...secretless };
  const askedAt = performance.now();
  const queuedMs = diagnostics?.queueMs ?? 0;
  if (diagnostics) diagnostics.askedAt ??= askedAt;
  noteValues(diagnostics, snapshot, credentials);
  // A person who is asked takes time that is not the upstream's.
  const notePause = (ms: number): void => {
    if (diagnostics) diagnostics.queueMs += ms;
  };
  const answer = await withDeadline(ctx, { timeoutMs, notePause }, (part) => ask({ ...upstream, ...part }));
  if (diagnostics) diagnostics.upstreamMs += performance.now() - askedAt - (diagnostics.queueMs - queuedMs);
  // The caller only learns that the address is refused; the operator, who can allow it, finds it in the log.
  if (answer.kind === 'address_refused') {
    const reason = secretless.scrub(answer.message);
    ctx.log.warn({ stackId, server: server.slug, reason }, 'refused: see TOOLYARD_EGRESS_ALLOW');
  }
  const clean = scrubber ? await scrub(scrubber, answer) : answer;
  clearDiagnostics(diagnostics, clean, credentials, connector);
  return 'message' in clean && clean.message.length > MESSAGE_CHARS_MAX
    ? { ...clean, message: `${clean.message.slice(0, MESSAGE_CHARS_MAX)}…` }
    : clean;
}

/** A call whose sign-in was renewed has used both. */
function noteValues(
  diagnostics: CallDiagnostics | undefined,
  { contents }: StackSnapshot,
  credentials: readonly OpenCredential[],
): void {
  if (diagnostics && contents)
    diagnostics.values = [...new Set([...diagnostics.values, ...credentials.map(({ value }) => value)])];
}

/** An answer may show a credential that is no secret, such as a user's name; logs and records hold none. */
function clearDiagnostics(
  diagnostics: CallDiagnostics | undefined,
  outcome: object,
  credentials: readonly OpenCredential[],
  connector: SnapshotServer['connector'],
): void {
  if (!diagnostics || credentials.length === 0) return;
  const told = 'message' in outcome ? String(outcome.message).slice(0, CAUSE_CHARS_MAX) : null;
  const isHostMade = addressOf(connector).includes('{');
  if (told === null && !isHostMade) return;
  const { text } = createScrubber(alsoInHosts(credentials.map(({ value }) => value)));
  if (told !== null) diagnostics.cause = text(told);
  if (isHostMade && diagnostics.host !== null) diagnostics.host = text(diagnostics.host);
}

const NO_SECRETS: readonly string[] = [];
const unchanged = (text: string): string => text;

// A field that is not secret, such as a sender's address, may appear in an answer.
function secretsOf(server: SnapshotServer, credentials: readonly OpenCredential[]): readonly string[] {
  const isOpen = ({ fieldId }: OpenCredential): boolean =>
    server.fields.some((field) => field.fieldId === fieldId && !field.isSecret);
  return credentials.flatMap((credential) => {
    if (isOpen(credential)) return [];
    const { fieldId, value } = credential;
    // A host may hold the value of a field.
    return addressOf(server.connector).includes(`{${fieldId}}`) ? alsoInHosts([value]) : [value];
  });
}

const addressOf = (connector: SnapshotServer['connector']): string => {
  if ('baseUrl' in connector) return connector.baseUrl;
  return 'url' in connector ? connector.url : '';
};

/**
 * The result of `ask`, or at once a failure when the time is up, the caller leaves, the service stops, or the answer
 * takes too much memory; the signal of `ask` aborts then. One timer and one controller per call, since joined signals
 * cost more than all other checks of a call together.
 */
async function withDeadline<O>(
  { actor, signal: caller, runningCalls, answerBytes, whenAnswered }: Ctx,
  { timeoutMs, notePause }: { readonly timeoutMs: number; readonly notePause: (ms: number) => void },
  ask: (part: Pick<UpstreamCall, 'signal' | 'hold' | 'pauseDeadline'>) => Promise<O>,
): Promise<O | ToolFailure> {
  if (caller.aborted) return CANCELLED;
  const { promise: outcome, resolve, reject } = Promise.withResolvers<O | ToolFailure>();
  const own = new AbortController();
  const cut = (failure: ToolFailure, reason?: unknown): void => {
    resolve(failure);
    own.abort(reason);
  };
  const leave = (): void => cut(CANCELLED, caller.reason);
  const passed = (): void => {
    const message = `the upstream did not answer within ${timeoutMs / 1_000} seconds`;
    cut({ kind: 'timed_out', message }, new DOMException('The deadline of the call has passed', 'TimeoutError'));
  };
  const deadline = startDeadline(timeoutMs, passed, notePause);
  caller.addEventListener('abort', leave);
  const running = { cutOff: () => cut(CUT_OFF), place: -1 };
  runningCalls.calls.add(running);
  if (runningCalls.isOver) running.cutOff();
  const answer = answerBytes.open(actor, (message) => cut({ kind: 'bad_answer', message }));
  try {
    // What arrives after the call was ended is ignored.
    ask({ signal: own.signal, hold: answer.hold, pauseDeadline: deadline.pause }).then(resolve, reject);
    return await outcome;
  } finally {
    answer.keepFor(whenAnswered);
    deadline.end();
    runningCalls.calls.delete(running);
    caller.removeEventListener('abort', leave);
  }
}
