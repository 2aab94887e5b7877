import { type Client, ProtocolError, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { BulkheadRejectedError, bulkhead, TaskCancelledError } from 'cockatiel';
import { UpstreamFailure } from '../failure.ts';
import { newClient, STATELESS_REVISION } from '../mcp/client.ts';
import { type ChildEnd, type StdioChild, spawnChild } from './child.ts';
import type { Launch } from './launch.ts';
import type { Sandbox } from './sandbox.ts';

const STARTS_MAX = 4;
const QUEUED_STARTS_MAX = 256;

/** A server process that has answered the handshake. */
export type LiveServer = { readonly client: Client; readonly child: StdioChild };

/** `signal` gives the start up, and leaves no process. */
export type Starter = (launch: Launch, signal: AbortSignal) => Promise<LiveServer>;

/** Starts servers, a few at a time: each costs a second of processor time and a storm of them would starve the rest. */
export function createStarter(sandbox: () => Promise<Sandbox>, startTimeoutMs: number): Starter {
  const starts = bulkhead(STARTS_MAX, QUEUED_STARTS_MAX);
  return async (launch, signal) => {
    const confinement = await sandbox();
    try {
      return await starts.execute(
        () => handshake({ launch, sandbox: confinement, timeoutMs: startTimeoutMs, signal }),
        signal,
      );
    } catch (error) {
      if (error instanceof BulkheadRejectedError) throw unreachable('too many servers are being started');
      if (error instanceof TaskCancelledError) throw unreachable('the start was given up');
      throw error;
    }
  };
}

type Start = {
  readonly launch: Launch;
  readonly sandbox: Sandbox;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

async function handshake(start: Start): Promise<LiveServer> {
  try {
    return await connect(start, 'legacy');
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    // It answered and does not know `initialize`: a server of the stateless revision.
    return await connect(start, { pin: STATELESS_REVISION });
  }
}

async function connect(start: Start, mode: VersionNegotiationMode): Promise<LiveServer> {
  const { timeoutMs, signal } = start;
  const child = spawnSafely(start);
  const client = newClient(mode);
  try {
    await client.connect(child, { timeout: timeoutMs, signal });
    return { client, child };
  } catch (error) {
    await child.close();
    if (error instanceof ProtocolError) throw error;
    throw startFailure(await child.ended, timeoutMs, error);
  }
}

function spawnSafely({ launch, sandbox }: Start): StdioChild {
  const line = sandbox.wrap(launch, launch.scratch);
  try {
    return spawnChild({ ...line, env: launch.env, cwd: launch.scratch });
  } catch {
    // Node's message would repeat the value that it refuses, and that may be a credential.
    throw unreachable('a value given to the server process is not allowed there');
  }
}

function startFailure(end: ChildEnd, timeoutMs: number, cause: unknown): UpstreamFailure {
  if (end.reason === 'not_started') return unreachable('the server program was not found or cannot be run', cause);
  if (end.reason === 'line_too_long') return unreachable('the server sent more than it may while starting', cause);
  return unreachable(`the server process ended (${end.exit}) or stayed silent for ${timeoutMs / 1_000} s`, cause);
}

export const unreachable = (what: string, cause?: unknown): UpstreamFailure =>
  new UpstreamFailure({ kind: 'unreachable', message: `Tool execution failed: ${what}` }, cause);
