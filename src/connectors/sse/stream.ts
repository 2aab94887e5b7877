import type { AccountId } from '../../core/kernel/ids.ts';
import { checkUrl } from '../egress/egress.ts';
import { EgressError } from '../egress/error.ts';
import type { CheckedUrl, Egress } from '../egress/types.ts';
import { UpstreamFailure } from '../failure.ts';
import { egressFailure, statusFailure } from '../http/statusFailure.ts';
import { badAnswer, MESSAGE_BYTES_MAX } from '../mcp/result.ts';
import { EventTooLarge, eventsOf, type ServerSentEvent } from '../mcp/sse.ts';
import type { McpTarget } from '../mcp/target.ts';
import { type Program, type ProgramEnd, toProgram } from '../stdio/program.ts';

/** The account that opens a stream, and the signal that ends its waiting. */
type Opener = { readonly accountId: AccountId | null; readonly signal: AbortSignal };

/** Silence after which the connection counts as lost. An unused stream is closed earlier. */
const SILENCE_MS = 10 * 60_000;
const OPENING_MS = 20_000;
/** Limit for the direct response to a message, which is empty: the server answers on its stream. */
const ACCEPTED_BYTES_MAX = 65_536;
const EVENTS_BEFORE_ENDPOINT_MAX = 16;

type Connection = {
  readonly egress: Egress;
  readonly target: McpTarget;
  readonly accountId: AccountId | null;
  /** Ends the stream and its messages. */
  readonly closing: AbortController;
};

/**
 * Opens the stream of a server with the HTTP+SSE transport (MCP 2024-11-05). The server's messages arrive on the
 * stream; ours are posted to the address that the server sends first. @throws UpstreamFailure
 */
export async function openStream(egress: Egress, target: McpTarget, { accountId, signal }: Opener): Promise<Program> {
  const connection = { egress, target, accountId, closing: new AbortController() };
  const opening = AbortSignal.any([signal, AbortSignal.timeout(OPENING_MS)]);
  const giveUp = () => connection.closing.abort(opening.reason);
  if (opening.aborted) giveUp();
  opening.addEventListener('abort', giveUp, { once: true });
  try {
    const events = await openEvents(connection);
    return toServer(connection, await readEndpoint(events, target), events);
  } catch (error) {
    connection.closing.abort();
    throw error instanceof EgressError ? new UpstreamFailure(egressFailure(error), error) : error;
  } finally {
    opening.removeEventListener('abort', giveUp);
  }
}

type Events = AsyncGenerator<ServerSentEvent>;

const noStream = (problem: string) => new UpstreamFailure(badAnswer(problem));

async function openEvents({ egress, target, accountId, closing }: Connection): Promise<Events> {
  const { status, headers, body } = await egress.open({
    url: target.url,
    headers: { ...target.headers, accept: 'text/event-stream' },
    signal: closing.signal,
    isIndirect: target.isIndirect ?? false,
    accountId,
    // Each event has its own bound.
    maxBytes: Number.MAX_SAFE_INTEGER,
    bodyIdleMs: SILENCE_MS,
  });
  const isStream = headers['content-type']?.toLowerCase().startsWith('text/event-stream') ?? false;
  if (status === 200 && isStream) return eventsOf(body, MESSAGE_BYTES_MAX);
  await body.cancel();
  const { message } = badAnswer('sent no event stream');
  throw new UpstreamFailure(
    status < 300 ? { kind: 'upstream_error', status, message } : statusFailure(status, headers),
  );
}

/** The address for messages. It must have the same origin, because it receives the credentials. */
async function readEndpoint(events: Events, target: McpTarget): Promise<CheckedUrl> {
  for (let count = 0; count < EVENTS_BEFORE_ENDPOINT_MAX; count += 1) {
    const { value, done } = await events.next();
    if (done) break;
    if (value.event !== 'endpoint') continue;
    const url = URL.parse(value.data.trim(), target.url.href);
    if (url?.origin === target.url.origin) return checkUrl(url);
    throw noStream('announces a message address of another origin');
  }
  throw noStream('announces no message address');
}

function toServer(connection: Connection, url: CheckedUrl, events: Events): Program {
  const { closing } = connection;
  const { promise: ended, resolve } = Promise.withResolvers<ProgramEnd>();
  const end = (reason: ProgramEnd['reason'] = 'exited') => {
    closing.abort();
    resolve({ reason, exit: 'closed' });
  };
  const revision = { header: {} };
  const send = (body: string) => post(connection, url, revision.header, body);
  const program = toProgram({
    pid: undefined,
    stdout: linesOf(events, end),
    write: send,
    // A server may respond to a message only after its tool has run; other calls do not wait for that response.
    outbox: {
      put(body, fail) {
        send(body).catch(fail);
        return () => false;
      },
    },
    ended,
    cut: end,
    stop: async () => end(),
    stderrTail: () => '',
  });
  program.setProtocolVersion = (version) => {
    revision.header = { 'mcp-protocol-version': version };
  };
  return program;
}

/** Each message as one line. JSON has line breaks only between its tokens. */
async function* linesOf(events: Events, end: (reason?: ProgramEnd['reason']) => void): AsyncGenerator<Uint8Array> {
  try {
    for await (const { event, data } of events) {
      if (event === undefined) yield Buffer.from(`${data.replaceAll('\n', ' ')}\n`);
    }
    end();
  } catch (error) {
    end(error instanceof EventTooLarge ? 'line_too_long' : 'exited');
  }
}

/** @throws UpstreamFailure */
async function post(
  { egress, target, accountId, closing }: Connection,
  url: CheckedUrl,
  revision: Readonly<Record<string, string>>,
  body: string,
): Promise<void> {
  try {
    const { status, headers } = await egress.request({
      url,
      method: 'POST',
      headers: { ...target.headers, ...revision, 'content-type': 'application/json' },
      body,
      signal: closing.signal,
      isIndirect: target.isIndirect ?? false,
      accountId,
      maxBytes: ACCEPTED_BYTES_MAX,
    });
    if (status >= 300) throw new UpstreamFailure(statusFailure(status, headers));
  } catch (error) {
    throw error instanceof EgressError ? new UpstreamFailure(egressFailure(error), error) : error;
  }
}
