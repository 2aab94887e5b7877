import { ProtocolError, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { BulkheadRejectedError, bulkhead, TaskCancelledError } from 'cockatiel';
import type { DialOptions } from '../egress/connect.ts';
import { type EgressProxy, openEgressProxy, PROXY_ENVIRONMENT } from '../egress/programProxy.ts';
import { type UpstreamFailure, unreachable } from '../failure.ts';
import { newClient, STATELESS_REVISION } from '../mcp/client.ts';
import { type McpSession, sessionOf } from '../mcp/session.ts';
import { type ChildEnd, type StdioChild, spawnChild } from './child.ts';
import { type Confinement, handOverScratch, hasOwnNetwork } from './confinement.ts';
import type { Launch } from './launch.ts';

const STARTS_MAX = 4;
const QUEUED_STARTS_MAX = 256;

/** A server process that has completed the handshake. */
export type LiveServer = {
  readonly session: McpSession;
  /** As in `DiscoveredServer`. */
  readonly instructions: string | null;
  readonly child: StdioChild;
};

/** Starts a server. `signal` gives up the start and leaves no process behind. */
export type StartProgram = (launch: Launch, signal: AbortSignal) => Promise<LiveServer>;

/** What starting a server needs. */
export type StarterOptions = {
  readonly confinement: () => Promise<Confinement>;
  /** What a program with `network: egress` may reach. */
  readonly egress: DialOptions;
  readonly timeoutMs: number;
};

/**
 * Starts servers, only a few at a time: each start costs a second of processor time, and many at once would starve
 * everything else.
 */
export function createStarter({ confinement, egress, timeoutMs }: StarterOptions): StartProgram {
  const starts = bulkhead(STARTS_MAX, QUEUED_STARTS_MAX);
  return async (launch, signal) => {
    const found = await confinement();
    try {
      return await starts.execute(() => handshake({ launch, confinement: found, egress, timeoutMs, signal }), signal);
    } catch (error) {
      if (error instanceof BulkheadRejectedError) throw unreachable('too many servers are being started');
      if (error instanceof TaskCancelledError) throw unreachable('the start was given up');
      throw error;
    }
  };
}

type Start = {
  readonly launch: Launch;
  readonly confinement: Confinement;
  readonly egress: DialOptions;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

async function handshake(start: Start): Promise<LiveServer> {
  try {
    return await connect(start, 'legacy');
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    // It answered without knowing `initialize`, so it speaks a stateless revision.
    return await connect(start, { pin: STATELESS_REVISION });
  }
}

async function connect(start: Start, mode: VersionNegotiationMode): Promise<LiveServer> {
  const { timeoutMs, signal } = start;
  const child = await spawnConfined(start);
  const client = newClient(mode);
  try {
    await client.connect(child, { timeout: timeoutMs, signal });
    return { session: sessionOf(client), instructions: client.getInstructions() ?? null, child };
  } catch (error) {
    await child.close();
    if (error instanceof ProtocolError) throw error;
    throw startFailure(await child.ended, timeoutMs, error);
  }
}

/** Starts the process, with an egress proxy if it may reach the network; the proxy closes when the process is gone. */
async function spawnConfined({ launch, confinement, egress }: Start): Promise<StdioChild> {
  const isProxied = launch.network === 'egress' && hasOwnNetwork(confinement);
  await handOverScratch(launch, confinement);
  const proxy = isProxied ? await openEgressProxy(egress) : null;
  try {
    const child = spawnSafely(launch, confinement, proxy);
    // What is left of its directory is the system's to clear; it must not end the service.
    if (proxy) void child.ended.then(() => proxy.close()).catch(() => undefined);
    return child;
  } catch (error) {
    await proxy?.close();
    throw error;
  }
}

function spawnSafely(launch: Launch, confinement: Confinement, proxy: EgressProxy | null): StdioChild {
  const line = confinement.wrap(launch, proxy?.socket ?? null);
  const env = proxy ? { ...PROXY_ENVIRONMENT, ...launch.env } : launch.env;
  try {
    return spawnChild({ ...line, env, cwd: launch.scratch });
  } catch {
    // Node's message would repeat the refused value, which may be a credential.
    throw unreachable('a value given to the server process is not allowed there');
  }
}

const WHERE = 'among what it may see: the system, its own files, and what its document names under reads';

function startFailure(end: ChildEnd, timeoutMs: number, cause: unknown): UpstreamFailure {
  if (end.reason === 'not_started') return unreachable('the server program was not found or cannot be run', cause);
  if (end.reason === 'line_too_long') return unreachable('the server sent more than it may while starting', cause);
  if (end.exit === 'code 127') return unreachable(`the server program was not found ${WHERE}`, cause);
  return unreachable(`the server process ended (${end.exit}) or stayed silent for ${timeoutMs / 1_000} s`, cause);
}
