import type {
  Connector,
  DiscoveredServer,
  Discovery,
  PassedAnswer,
  PassedRequest,
  ToolCall,
} from '../../core/calls/connector.ts';
import { noteAttempt } from '../../core/calls/diagnostics.ts';
import type { Log } from '../../core/kernel/context.ts';
import { AppError } from '../../core/lib/errors.ts';
import { sha256Text } from '../../core/lib/sha256.ts';
import { plural } from '../../core/lib/text.ts';
import type { ToolFailure, ToolOutcome } from '../../core/results/outcome.ts';
import type { ConnectorDocument } from '../../core/servers/document.ts';
import { discoveryError } from '../failure.ts';
import { failureOf } from '../mcp/client.ts';
import { previewMessage } from '../mcp/previewMessage.ts';
import { badAnswer } from '../mcp/result.ts';
import { type AccountTotals, totalReached } from './accountTotals.ts';
import type { ProgramHost } from './host.ts';
import { type Launch, type StdioDocument, toLaunch } from './launch.ts';
import { callIn, discoverIn, passOn } from './liveServer.ts';
import { createStdioPool, type PoolTarget, type StdioPool } from './pool.ts';
import type { Program } from './program.ts';
import { createStarter, type LiveServer, type StartProgram } from './start.ts';
import { stderrFor, withoutGivenValues } from './stderrTail.ts';
import { type MachineOptions, thisMachine } from './thisMachine.ts';

/** Limits on the lifetime and number of programs, wherever they run. */
export type StdioBounds = {
  /** A program without a call for this long is stopped. */
  readonly idleMs?: number;
  readonly startTimeoutMs?: number;
  /** Maximum programs in total and per account. */
  readonly processesMax?: number;
  readonly accountProcessesMax?: number;
  /** The setting that determines the limit per account, for the message. */
  readonly accountSetting?: string;
  /** The npm registry for programs whose document names none; null: npm's own. */
  readonly npmRegistry?: string | null;
  readonly log?: Log;
};

export type McpStdioOptions = StdioBounds & MachineOptions;

/** The connector, with one program per account, stack, server and set of credentials; `processes` counts them. */
export type McpStdio = Required<Connector> & { processes(): number };

/** MCP servers that run as child processes. Nothing is started before the first call. */
export const createMcpStdio = (options: McpStdioOptions): McpStdio => runOn(thisMachine(options), options);

/** MCP servers that run as programs on a host. Nothing is started before the first call. */
export function runOn(host: ProgramHost, bounds: StdioBounds): McpStdio {
  const { idleMs = 5 * 60_000, startTimeoutMs: timeoutMs = 60_000, log } = bounds;
  const { processesMax = 128, accountProcessesMax = 32 } = bounds;
  const { accountSetting = 'TOOLYARD_STDIO_PROCESSES_PER_ACCOUNT', npmRegistry = null } = bounds;
  const start = createStarter({ ...host, timeoutMs });
  const accountFull = `The limit ${accountSetting} is reached: ${plural(accountProcessesMax, 'program')} of an account at a time`;
  const full = `all ${processesMax} server processes are busy`;
  const pool = createStdioPool({ idleMs, processesMax, accountProcessesMax, full, accountFull, log });
  const totals = host.watch(pool);
  const place = { host, totals, start, npmRegistry };
  return {
    call: (call) =>
      inProcess<ToolOutcome>(pool, place, call, (server) => {
        noteAttempt(call.diagnostics, null, null);
        return callIn(server, call);
      }),
    pass: (request) => passOn(request, (work) => inProcess<PassedAnswer>(pool, place, request, work)),
    preview: async (call) => ({ method: null, url: null, headers: {}, ...previewMessage(call) }),
    discover: (discovery) => discover(pool, place, discovery),
    async close() {
      await pool.close();
      await totals.close();
    },
    processes: () => pool.size(),
  };
}

type Place = {
  readonly host: ProgramHost;
  readonly totals: AccountTotals;
  readonly start: StartProgram;
  readonly npmRegistry: string | null;
};

const targetOf = (
  { start }: Place,
  { launch, ...owner }: Pick<PoolTarget, 'key' | 'account' | 'isOneOff'> & { readonly launch: Launch },
): PoolTarget => ({
  ...owner,
  // A digest that differs for different launches, so that their secrets need not be stored.
  digest: sha256Text(JSON.stringify(launch), 'hex'),
  start: (signal, onSpawned) => start({ account: owner.account, launch }, signal, onSpawned),
  lastLines: (child) => withoutGivenValues(child.stderrTail(), launch),
});

/** Runs `work` on the process of the call's account, stack, server and owner. */
async function inProcess<O>(
  pool: StdioPool,
  place: Place,
  { accountId, stackId, owner, serverId, connector, credentials, signal }: ToolCall | PassedRequest,
  work: (server: LiveServer) => Promise<O | ToolFailure>,
): Promise<O | ToolFailure> {
  const { host, totals, npmRegistry } = place;
  let used: UsedProgram | null = null;
  try {
    // The directory for a server's data. It is next to the stack's own directory, not in it, so that a server
    // cannot see data of other owners.
    const state = owner === '' ? serverId : `${serverId}_${sha256Text(owner, 'hex')}`;
    const scratch = await host.directory([accountId, stackId, state]);
    const launch = toLaunch(stdioDocument(connector), credentials, { ...host, scratch, npmRegistry });
    const target = targetOf(place, { key: `${accountId}/${stackId}/${state}`, account: accountId, launch });
    await totals.require(accountId);
    return await pool.run(target, signal, (server) => {
      used = { child: server.child, launch, owner };
      return work(server);
    });
  } catch (error) {
    // The account reached its limit; the server didn't fail.
    if (error instanceof AppError) throw error;
    return failureOf(error, signal, () => endedEarly(used));
  }
}

/** The program that received a call, with its launch and owner. */
type UsedProgram = { readonly child: Program; readonly launch: Launch; readonly owner: string };

function endedEarly(used: UsedProgram | null): ToolFailure {
  const end = used?.child.end() ?? null;
  if (end?.reason === 'line_too_long') return badAnswer('sent an endless line');
  const reached = end && totalReached(end.reason);
  if (reached) return ended(used, reached);
  // If the program has several callers, the text may contain another caller's data, so it is omitted.
  const stderr = used?.child.isOfOne(used.owner) ? stderrFor(used.child, used.launch) : '';
  return ended(used, `the server process ended before it answered (${end?.exit ?? 'closed'})${stderr}`);
}

/** A program that received the call may have run the tool before it ended. */
const ended = (used: UsedProgram | null, message: string): ToolFailure => ({
  kind: used ? 'outcome_unknown' : 'unreachable',
  message,
});

/** The account name of programs that are started only for discovery. */
const DISCOVERY = 'discovery';

async function discover(pool: StdioPool, place: Place, discovery: Discovery): Promise<DiscoveredServer> {
  const { host, totals, npmRegistry } = place;
  const { signal, accountId = null } = discovery;
  // A temporary directory, because servers of two accounts may have the same id.
  const directory = await host.directoryOnce();
  try {
    const scratch = directory.path;
    await totals.require(DISCOVERY);
    const launch = toLaunch(stdioDocument(discovery.connector), discovery.credentials, {
      ...host,
      scratch,
      npmRegistry,
    });
    const target = targetOf(place, { key: scratch, account: DISCOVERY, launch, isOneOff: true });
    return await pool.run(target, signal, (server) => discoverIn(server, { signal, accountId }));
  } catch (error) {
    const failure = failureOf(error, signal, () => endedEarly(null));
    throw discoveryError(discovery, failure, error);
  } finally {
    await directory.remove();
  }
}

function stdioDocument(connector: ConnectorDocument): StdioDocument {
  if (connector.kind !== 'mcp-stdio') throw new Error(`not a stdio server: ${connector.kind}`);
  return connector;
}
