import { ProtocolError, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { BulkheadRejectedError, bulkhead, TaskCancelledError } from 'cockatiel';
import type { UpstreamFacts } from '../../core/calls/connector.ts';
import { type UpstreamFailure, unreachable } from '../failure.ts';
import { newClient, STATELESS_REVISION } from '../mcp/client.ts';
import { factsOf, type McpSession, sessionOf } from '../mcp/session.ts';
import { totalReached } from './accountTotals.ts';
import type { StdioTarget } from './launch.ts';
import type { Program, ProgramEnd } from './program.ts';
import { stderrFor } from './stderrTail.ts';

const QUEUED_STARTS_MAX = 256;

/** A program that has completed the handshake. */
export type LiveServer = {
  readonly session: McpSession;
  readonly facts: UpstreamFacts;
  readonly child: Program;
};

/** Starts a server. `signal` cancels the start and leaves no program behind. */
export type StartProgram = (target: StdioTarget, signal: AbortSignal, onSpawned: OnSpawned) => Promise<LiveServer>;

/** Receives the program before it has sent anything. Memory is measured from then on. */
export type OnSpawned = (child: Program) => void;

/** Dependencies for starting a server. */
export type StarterOptions = {
  /**
   * Starts the program and resolves before it sends anything. @throws UpstreamFailure, or AppError when the account
   * reached its limit
   */
  readonly spawn: (target: StdioTarget, signal: AbortSignal) => Promise<Program>;
  /** Describes the searched directories, to complete a message. */
  readonly where: string;
  /** Maximum concurrent starts; others wait. */
  readonly startsMax: number;
  readonly timeoutMs: number;
};

/** Starts servers, with a limit on concurrent starts. */
export function createStarter(options: StarterOptions): StartProgram {
  const starts = bulkhead(options.startsMax, QUEUED_STARTS_MAX);
  return async (target, signal, onSpawned) => {
    try {
      return await starts.execute(() => handshake({ ...options, target, signal, onSpawned }), signal);
    } catch (error) {
      if (error instanceof BulkheadRejectedError) throw unreachable('too many servers are being started');
      if (error instanceof TaskCancelledError) throw unreachable('the start was cancelled');
      throw error;
    }
  };
}

type Start = StarterOptions & {
  readonly target: StdioTarget;
  readonly signal: AbortSignal;
  readonly onSpawned: OnSpawned;
};

async function handshake(start: Start): Promise<LiveServer> {
  try {
    return await connect(start, 'legacy');
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    // The server responded without knowing `initialize`, so it uses a stateless revision.
    return await connect(start, { pin: STATELESS_REVISION });
  }
}

async function connect(start: Start, mode: VersionNegotiationMode): Promise<LiveServer> {
  const { target, timeoutMs, signal } = start;
  const child = await start.spawn(target, signal);
  start.onSpawned(child);
  const client = newClient(mode);
  try {
    await client.connect(child, { timeout: timeoutMs, signal });
    return { session: sessionOf(client), facts: factsOf(client), child };
  } catch (error) {
    await child.close();
    if (error instanceof ProtocolError) throw error;
    throw startFailure(await child.ended, start, {
      cause: error,
      stderr: stderrFor(child, target.launch),
    });
  }
}

type Failed = { readonly cause: unknown; readonly stderr: string };

function startFailure(
  end: ProgramEnd,
  { timeoutMs, where }: StarterOptions,
  { cause, stderr: stderrText }: Failed,
): UpstreamFailure {
  if (end.reason === 'not_started') return unreachable('the server program was not found or cannot be executed', cause);
  if (end.reason === 'line_too_long') return unreachable('the server sent too much output while starting', cause);
  const reached = totalReached(end.reason);
  if (reached !== null) return unreachable(reached, cause);
  if (end.exit === 'code 127') return unreachable(`the server program was not found ${where}${stderrText}`, cause);
  const ending = `the server process ended (${end.exit}) or stayed silent for ${timeoutMs / 1_000} s`;
  return unreachable(`${ending}${stderrText}`, cause);
}
