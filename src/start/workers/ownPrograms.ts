import type { Connector, Discovery, PassedRequest, ToolCall } from '../../core/calls/connector.ts';
import { type CallDiagnostics, newDiagnostics } from '../../core/calls/diagnostics.ts';
import type { ElicitationContext } from '../../core/calls/elicitation.ts';
import { boundedLogging, boundedProgress, type LogSeverity } from '../../core/calls/notifications.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../core/lib/json.ts';
import type { TraceContext } from '../../core/lib/traceContext.ts';
import { outcomePieces } from '../../core/results/largeOutput.ts';
import { createScrubber } from '../../core/results/scrub.ts';
import type { ProgramRequest, ProgramResult, WorkerHandlers } from './messages.ts';
import type { Peer } from './peer.ts';

/** A call as `remotePrograms.ts` sends it. */
type GivenCall = Omit<ToolCall, 'secrets' | 'signal' | 'hold' | 'scrub' | 'diagnostics' | 'dialogue'> & {
  readonly dialogue?: Omit<ElicitationContext, 'askNow'>;
  readonly secrets?: readonly string[];
  readonly canAsk: boolean;
  readonly hasProgress: boolean;
  readonly logLevel?: LogSeverity;
  readonly traceparent?: TraceContext | null;
};

/** The calls of one worker that the supervisor's programs run. */
type WorkerCalls = {
  run(request: ProgramRequest): Promise<ProgramResult>;
  abort(id: number): void;
  /** Aborts all: the worker has ended. */
  abortAll(): void;
};

// Boundary: `remotePrograms.ts` of a worker wrote these.
const callOf = (text: string): GivenCall => parseJson(text) as unknown as GivenCall;
const discoveryOf = (text: string): Omit<Discovery, 'signal'> => parseJson(text) as unknown as Discovery;
const isPassed = (call: ToolCall | PassedRequest): call is PassedRequest => 'method' in call;

/** Runs the programs of a worker's calls, and reports events during the calls to the worker. */
export function createWorkerCalls(
  programs: () => Promise<Required<Connector>>,
  worker: () => Peer<WorkerHandlers>,
): WorkerCalls {
  const running = new Map<number, AbortController>();
  const perform = async ({ id, kind, text }: ProgramRequest, signal: AbortSignal): Promise<ProgramResult> => {
    const connector = await programs();
    if (kind === 'discover') {
      const tools = await connector.discover({ ...discoveryOf(text), signal });
      return { text: JSON.stringify(tools), noted: null };
    }
    const call = withFunctions(callOf(text), { id, signal, worker: worker() });
    const answer = isPassed(call)
      ? JSON.stringify(await connector.pass(call))
      : Buffer.concat(outcomePieces(await connector.call(call))).toString();
    const { attempts, cause } = call.diagnostics;
    return { text: answer, noted: { attempts, cause } };
  };
  return {
    async run(request) {
      const controller = new AbortController();
      running.set(request.id, controller);
      try {
        return await perform(request, controller.signal);
      } finally {
        running.delete(request.id);
      }
    },
    abort: (id) => running.get(id)?.abort(),
    abortAll() {
      for (const controller of running.values()) controller.abort();
    },
  };
}

type Running = { readonly id: number; readonly signal: AbortSignal; readonly worker: Peer<WorkerHandlers> };

/** The call with functions that send messages to its worker. */
function withFunctions(remoteCall: GivenCall, { id, signal, worker }: Running) {
  const { dialogue, canAsk, hasProgress, logLevel, traceparent, secrets = [], ...call } = remoteCall;
  const { accountId, stackId, serverId } = call;
  const askNow = async (params: JsonObject): Promise<JsonObject | null> => {
    const answer = parseJson(await worker.ask('elicit', { id, text: JSON.stringify(params) }));
    return isJsonObject(answer) ? answer : null;
  };
  // The worker scrubs these. Here they are only bounded, so that a program can't flood the channel.
  const report = (notice: object) => worker.notify('reportProgress', { id, text: JSON.stringify(notice) });
  const log = {
    level: logLevel ?? 'error',
    send: (message: JsonObject) => worker.notify('reportLog', { id, text: JSON.stringify(message) }),
  };
  return {
    ...call,
    signal,
    secrets,
    scrub: createScrubber(secrets).text,
    hold: (bytes: number) => worker.notify('hold', { id, bytes }),
    diagnostics: reported(traceparent ?? null, () => worker.notify('noteSent', id)),
    ...(dialogue && { dialogue: { ...dialogue, ...(canAsk && { askNow }) } }),
    ...(hasProgress && { onProgress: boundedProgress(report, unchanged) }),
    ...(logLevel !== undefined && { logging: boundedLogging(log, unchanged) }),
    onToolsChanged: () => worker.notify('noteToolsChanged', { accountId, stackId, serverId }),
  };
}

const unchanged = (text: string): string => text;

/** Diagnostics that report immediately that the call was sent, since the worker may end the call at any time. */
function reported(traceparent: TraceContext | null, onSent: () => void): CallDiagnostics {
  let isSent = false;
  return {
    ...newDiagnostics({}),
    traceparent,
    get isSent() {
      return isSent;
    },
    set isSent(value) {
      if (value && !isSent) onSent();
      isSent = value;
    },
  };
}
