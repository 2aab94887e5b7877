import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  Connector,
  DiscoveredServer,
  Discovery,
  PassedAnswer,
  PassedRequest,
  ToolCall,
  ToolFailure,
  ToolOutcome,
} from '../../core/calls/connector.ts';
import { noteAttempt } from '../../core/calls/trail.ts';
import type { Log } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { ServerKey } from '../../core/ids.ts';
import { sha256Text } from '../../core/lib/sha256.ts';
import type { ConnectorDocument } from '../../core/marketplace/document.ts';
import type { EgressRule } from '../egress/allow.ts';
import { discoveryError, failureOf } from '../mcp/client.ts';
import { passInSession } from '../mcp/passThrough.ts';
import { callParams } from '../mcp/question.ts';
import { READERS } from '../mcp/readers.ts';
import { badAnswer } from '../mcp/result.ts';
import { listAllTools } from '../mcp/toolList.ts';
import {
  type AccountTotals,
  DEFAULT_TOTALS,
  TOTAL_REACHED,
  type TotalsMax,
  watchAccountTotals,
} from './accountTotals.ts';
import type { StdioChild } from './child.ts';
import { type Confinement, findConfinement, SEARCH_PATH } from './confinement.ts';
import { type StdioDocument, toLaunch } from './launch.ts';
import { createStdioPool, type StdioPool } from './pool.ts';
import { createStarter, type LiveServer } from './start.ts';

/** What the connector is made with. */
export type McpStdioOptions = {
  /** Below it every account and stack gets directories of its own, closed to other users of the machine. */
  readonly scratchDir: string;
  /** After this long without a call a process is stopped. */
  readonly idleMs?: number;
  readonly startTimeoutMs?: number;
  /** Bounds on processes, in all and per account. */
  readonly processesMax?: number;
  readonly accountProcessesMax?: number;
  /** What all programs of one account may take together. */
  readonly accountTotalsMax?: TotalsMax;
  /** What programs with `network: egress` may reach besides public addresses. */
  readonly egressAllow?: readonly EgressRule[];
  /** What confines the programs; absent: the best that this machine has. */
  readonly confinement?: () => Promise<Confinement>;
  /** Directories in which programs are looked up. */
  readonly searchPath?: string;
  readonly log?: Log;
};

const CONNECT_TIMEOUT_MS = 5_000;
const DIR_MODE = 0o700;
const PATH_PART = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * The connector, which keeps one process per account, stack, server and set of credentials; `processes` counts them.
 */
export type McpStdio = Required<Connector> & { processes(): number };

/** MCP servers that run as child processes. Nothing is started before the first call. */
export function createMcpStdio(options: McpStdioOptions): McpStdio {
  const { scratchDir, idleMs = 5 * 60_000, startTimeoutMs = 60_000, log } = options;
  const { processesMax = 128, accountProcessesMax = 32 } = options;
  const searchPath = options.searchPath ?? SEARCH_PATH;
  const { confinement = findConfinement({ scratchDir, searchPath }) } = options;
  const egress = { allow: options.egressAllow ?? [], connectTimeoutMs: CONNECT_TIMEOUT_MS };
  const start = createStarter({ confinement, egress, timeoutMs: startTimeoutMs });
  const pool = createStdioPool({ start, idleMs, processesMax, accountProcessesMax, log });
  const totals = watchAccountTotals({ pool, scratchDir, max: options.accountTotalsMax ?? DEFAULT_TOTALS, log });
  const place = { scratchDir, searchPath, totals };
  return {
    call: (call) => callTool(pool, place, call),
    pass: (request) => pass(pool, place, request),
    discover: (discovery) => discover(pool, place, discovery),
    close: () => {
      totals.close();
      return pool.close();
    },
    processes: () => pool.size(),
  };
}

type Place = { readonly scratchDir: string; readonly searchPath: string; readonly totals: AccountTotals };

const callTool = (pool: StdioPool, place: Place, call: ToolCall): Promise<ToolOutcome> =>
  inProcess<ToolOutcome>(pool, place, call, async ({ child, session }) => {
    const params = callParams(call);
    noteAttempt(call.trail, null);
    return (await child.ask(session, { method: 'tools/call', params, reader: READERS.call }, call)).outcome;
  });

const pass = (pool: StdioPool, place: Place, request: PassedRequest): Promise<PassedAnswer> =>
  inProcess<PassedAnswer>(pool, place, request, async ({ child, session }) => {
    const answer = await passInSession(session, request, (asked) => child.ask(session, asked, request));
    return answer ?? badAnswer('was asked for what it does not offer');
  });

/** Runs `work` on the process of the call's account, stack, server and owner. */
async function inProcess<O>(
  pool: StdioPool,
  place: Place,
  { accountId, stackId, owner, serverId, connector, credentials, signal }: ToolCall | PassedRequest,
  work: (server: LiveServer) => Promise<O | ToolFailure>,
): Promise<O | ToolFailure> {
  let used: StdioChild | null = null;
  try {
    const state = stateName(serverId, owner);
    const scratch = await scratchOf(place.scratchDir, [accountId, stackId, state]);
    const launch = toLaunch(stdioDocument(connector), credentials, { ...place, scratch });
    const target = { key: `${accountId}/${stackId}/${state}`, account: accountId, launch };
    await place.totals.require(accountId);
    return await pool.run(target, signal, (server) => {
      used = server.child;
      return work(server);
    });
  } catch (error) {
    // A bound of the account, not a failure of the server.
    if (error instanceof AppError) throw error;
    return failureOf(error, signal, () => endedEarly(used));
  }
}

/** Beside the stack's own directory, not in it, so that a server sees nothing of other owners. */
const stateName = (serverId: ServerKey, owner: string): string =>
  owner === '' ? serverId : `${serverId}_${sha256Text(owner, 'hex')}`;

function endedEarly(child: StdioChild | null): ToolFailure {
  const end = child?.end() ?? null;
  if (end?.reason === 'line_too_long') return badAnswer('sent a line that does not end');
  if (end?.reason === 'over_memory' || end?.reason === 'over_files') return endedUnknown(TOTAL_REACHED[end.reason]);
  return endedUnknown(`the server process ended before it answered (${end?.exit ?? 'closed'})`);
}

// It may have run the tool before it ended.
const endedUnknown = (message: string): ToolFailure => ({ kind: 'unreachable', message });

async function discover(pool: StdioPool, place: Place, discovery: Discovery): Promise<DiscoveredServer> {
  const { signal, accountId = null } = discovery;
  const caller = { signal, accountId };
  // A directory of its own, removed afterwards, since servers of two accounts may have the same id.
  const scratch = await mkdtemp(join(await scratchOf(place.scratchDir, ['discovery']), 'once-'));
  try {
    const launch = toLaunch(stdioDocument(discovery.connector), discovery.credentials, { ...place, scratch });
    const target = { key: scratch, account: 'discovery', launch, isOneOff: true };
    return await pool.run(target, signal, async ({ child, session, instructions }) => ({
      tools: await listAllTools(async (request) => ({
        kind: 'outcome',
        ...(await child.ask(session, request, caller)),
      })),
      instructions,
    }));
  } catch (error) {
    const failure = failureOf(error, signal, () => endedEarly(null));
    throw discoveryError(discovery, failure, error);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

function stdioDocument(connector: ConnectorDocument): StdioDocument {
  if (connector.kind !== 'mcp-stdio') throw new Error(`not a stdio server: ${connector.kind}`);
  return connector;
}

async function scratchOf(root: string, parts: readonly string[]): Promise<string> {
  // The ids are our own, but a path must not depend on that.
  if (!parts.every((part) => PATH_PART.test(part))) throw new Error('an id that cannot name a directory');
  const dir = join(root, ...parts);
  await mkdir(dir, { recursive: true, mode: DIR_MODE });
  return dir;
}
