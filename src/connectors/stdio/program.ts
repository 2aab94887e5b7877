import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { inheritLossless, isJsonObject, type JsonObject, parseJson, withPlainNumbers } from '../../core/lib/json.ts';
import { withNamedNumbers, withoutNames } from '../../core/lib/namedNumbers.ts';
import { LARGE_BYTES } from '../../core/results/largeOutput.ts';
import { ANSWERS_UNDER_WAY_MAX } from '../mcp/eventStream.ts';
import { MESSAGE_BYTES_MAX } from '../mcp/result.ts';
import { EndlessLine, type Line, linesOf, messagesIn } from './lines.ts';
import type { Outbox } from './outbox.ts';
import { createRequests, isLong, type Requests } from './requests.ts';

/** A server that sends a longer line is stopped. Only `MESSAGE_BYTES_MAX` bytes of a line are kept. */
const ENDLESS_BYTES = 16 * MESSAGE_BYTES_MAX;

/** How a program ended; `exit` describes its exit code or signal. */
export type ProgramEnd = {
  readonly reason: 'exited' | 'line_too_long' | 'not_started' | 'over_memory' | 'over_program_memory' | 'over_files';
  readonly exit: string;
};

/** A running program's streams and its end, wherever it runs. */
type RunningStreams = {
  /** The process id on this machine; undefined elsewhere. */
  readonly pid: number | undefined;
  readonly stdout: AsyncIterable<Uint8Array>;
  /** Resolves when more may be written. @throws SdkError when the program has ended */
  write(text: string): Promise<void>;
  /** The queue for outgoing requests; absent: requests are written one after the other. */
  readonly outbox?: Outbox;
  /** Resolves when the process has exited, for any reason. */
  readonly ended: Promise<ProgramEnd>;
  /** Ends the program immediately. */
  cut(reason: ProgramEnd['reason']): void;
  /** Ends the program and removes everything that belongs to it. */
  stop(): Promise<void>;
  /** The end of its stderr output; may hold secrets. */
  stderrTail(): string;
};

/** A program as an SDK transport, for the handshake and server-initiated requests; everything else uses `ask`. */
export type Program = Transport &
  Pick<Requests, 'ask' | 'isOfOne' | 'listen'> &
  Pick<RunningStreams, 'pid' | 'ended' | 'cut' | 'stderrTail'> & {
    /** How the program ended; null while it runs. */
    end(): ProgramEnd | null;
  };

/** Speaks MCP over the input and output of a program. */
export function toProgram(streams: RunningStreams): Program {
  let how: ProgramEnd | null = null;
  const { pid, ended, cut, stderrTail } = streams;
  const requests = createRequests((line) => streams.write(`${line}\n`), streams.outbox);
  const sdk = { isAnswerDue: false };
  let answersUnderWay = 0;
  /**
   * A program that sends endless requests without reading gets no more answers, because they would all wait in memory.
   */
  const giveAnswer = async (text: string): Promise<void> => {
    if (answersUnderWay >= ANSWERS_UNDER_WAY_MAX) return;
    answersUnderWay += 1;
    await streams.write(text).finally(() => {
      answersUnderWay -= 1;
    });
  };
  const program: Program = {
    ...{ pid, ended, cut, stderrTail },
    end: () => how,
    ask: requests.ask,
    isOfOne: requests.isOfOne,
    listen: requests.listen,
    async start() {
      void pump(streams.stdout, program, requests, sdk).catch((error) => {
        // From here on, the program's output is not read, so it must get no further requests.
        cut(error instanceof EndlessLine ? 'line_too_long' : 'exited');
      });
      void ended.then((end) => {
        how = end;
        program.onclose?.();
        requests.end();
      });
    },
    send(message) {
      sdk.isAnswerDue ||= isJSONRPCRequest(message);
      const text = withoutNames(serializeMessage(message));
      return 'method' in message ? streams.write(text) : giveAnswer(text);
    },
    close: () => streams.stop(),
  };
  return program;
}

async function pump(
  stdout: AsyncIterable<Uint8Array>,
  transport: Transport,
  requests: Requests,
  sdk: { isAnswerDue: boolean },
): Promise<void> {
  // Long lines are discarded while no request is pending.
  const lineMax = () => (requests.count() > 0 ? MESSAGE_BYTES_MAX : LARGE_BYTES);
  for await (const variables of linesOf(stdout, { lineMax, endlessMax: ENDLESS_BYTES, hold: requests.hold })) {
    for (const line of isLong(variables) ? [variables] : messagesIn(variables)) {
      if (!(await requests.accept(line))) deliver(line, transport, sdk);
    }
  }
}

/** @throws EndlessLine for a long line instead of a response, because the SDK reads on the event loop */
function deliver(line: Line, transport: Transport, sdk: { isAnswerDue: boolean }): void {
  if (isLong(line)) {
    if (sdk.isAnswerDue) throw new EndlessLine();
    return;
  }
  try {
    const message = toSdkMessage(line.bytes.toString());
    if (message === null) return;
    if (isJSONRPCResponse(message)) sdk.isAnswerDue = false;
    transport.onmessage?.(message);
  } catch (error) {
    transport.onerror?.(error instanceof Error ? error : new Error('unreadable message'));
  }
}

/**
 * Converts a program's message for the SDK, replacing ids that the SDK would reject with strings. Null for a line that
 * is not a message, such as a banner.
 * @throws for a message that breaks the protocol
 */
function toSdkMessage(line: string): JSONRPCMessage | null {
  if (!line.startsWith('{')) return null;
  const message = parseJson(line);
  if (!isJsonObject(message)) return null;
  return parseJSONRPCMessage(withPlainNumbers(inheritLossless(message, withoutOthers(message))));
}

/** Drops members outside JSON-RPC, and a null error next to a result. */
function withoutOthers(message: JsonObject): JsonObject {
  const { jsonrpc = null, result = null, error = null } = message;
  const { id, method, params } = withNamedNumbers(message);
  const own = { jsonrpc, ...(id !== undefined && { id }) };
  if (method !== undefined) return { ...own, method, ...(params !== undefined && { params }) };
  // A response repeats an id that we chose, so its id needs no placeholder.
  return { ...own, id: message['id'] ?? null, ...(error === null ? { result } : { error }) };
}
