import { previewMessage } from '../../connectors/mcp/previewMessage.ts';
import type { Connector, DiscoveredServer, PassedAnswer, PassedRequest, ToolCall } from '../../core/calls/connector.ts';
import { type JsonObject, parseJson } from '../../core/lib/json.ts';
import { readOutcome } from '../../core/results/largeOutput.ts';
import type { ProgramRequest, ProgramResult, SupervisorHandlers, WorkerHandlers } from './messages.ts';
import type { Peer } from './peer.ts';

/** The functions of a call that the supervisor's messages are for. */
type OpenCall = Partial<Pick<ToolCall, 'hold' | 'diagnostics' | 'onProgress' | 'logging' | 'dialogue'>> &
  Pick<ToolCall, 'signal'>;

/** The connector of programs that the supervisor runs for all workers, and its part of the messages. */
type RemotePrograms = {
  readonly connector: Required<Connector>;
  readonly handlers: Pick<WorkerHandlers, 'noteSent' | 'hold' | 'reportProgress' | 'reportLog' | 'elicit'>;
};

// Boundary: the supervisor wrote these as JSON.
const passedAnswer = (text: string): PassedAnswer => parseJson(text) as unknown as PassedAnswer;
const discovered = (text: string): DiscoveredServer => parseJson(text) as unknown as DiscoveredServer;
const noticeOf = <T>(text: string): T => parseJson(text) as unknown as T;

/** Runs programs in the supervisor, so that one program serves all workers. */
export function createRemotePrograms(supervisor: () => Peer<SupervisorHandlers>): RemotePrograms {
  const open = new Map<number, OpenCall>();
  let last = 0;
  const run = async (kind: ProgramRequest['kind'], call: OpenCall, request: object): Promise<ProgramResult> => {
    last += 1;
    const id = last;
    const abort = () => supervisor().notify('abortProgram', id);
    open.set(id, call);
    call.signal.addEventListener('abort', abort, { once: true });
    try {
      const reply = supervisor().ask('runProgram', { id, kind, text: JSON.stringify(request) });
      if (call.signal.aborted) abort();
      const result = await reply;
      Object.assign(call.diagnostics ?? {}, result.noted);
      return result;
    } finally {
      open.delete(id);
      call.signal.removeEventListener('abort', abort);
    }
  };
  const connector: Required<Connector> = {
    async call(call) {
      const { toolName, input, isSafe, secrets, onProgress, logging } = call;
      // The supervisor may use these functions of the call.
      const functions = { hasProgress: onProgress !== undefined, logLevel: logging?.level };
      const request = { ...requestToSend(call), toolName, input, isSafe, secrets, ...functions };
      return readOutcome(Buffer.from((await run('call', call, request)).text), call);
    },
    async pass(request) {
      const { method, params } = request;
      return passedAnswer((await run('pass', request, { ...requestToSend(request), method, params })).text);
    },
    preview: async (call) => ({ method: null, url: null, headers: {}, ...previewMessage(call) }),
    async discover(discovery) {
      const { signal: _, ...rest } = discovery;
      return discovered((await run('discover', discovery, rest)).text);
    },
    close: async () => undefined,
  };
  return {
    connector,
    handlers: {
      noteSent(id) {
        const { diagnostics } = open.get(id) ?? {};
        if (diagnostics) diagnostics.isSent = true;
      },
      hold: ({ id, bytes }) => open.get(id)?.hold?.(bytes),
      reportProgress: ({ id, text }) => open.get(id)?.onProgress?.(noticeOf(text)),
      reportLog: ({ id, text }) => open.get(id)?.logging?.send(noticeOf<JsonObject>(text)),
      elicit: async ({ id, text }) =>
        JSON.stringify((await open.get(id)?.dialogue?.askNow?.(noticeOf<JsonObject>(text))) ?? null),
    },
  };
}

const requestToSend = (call: Omit<PassedRequest, 'method' | 'params'>) => {
  const { permit, accountId, stackId, owner, serverId, connector, credentials, meta, dialogue } = call;
  return {
    ...{ permit, accountId, stackId, owner, serverId, connector, credentials, meta },
    dialogue: dialogue && { capabilities: dialogue.capabilities, answers: dialogue.answers },
    canAsk: dialogue?.askNow !== undefined,
    traceparent: call.diagnostics?.traceparent,
  };
};
