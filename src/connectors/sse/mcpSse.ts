import { randomUUID } from 'node:crypto';
import type {
  Connector,
  DiscoveredServer,
  Discovery,
  PassedAnswer,
  PassedRequest,
  ToolCall,
} from '../../core/calls/connector.ts';
import { noteAttempt } from '../../core/calls/diagnostics.ts';
import type { AccountId } from '../../core/kernel/ids.ts';
import { AppError } from '../../core/lib/errors.ts';
import type { ToolFailure, ToolOutcome } from '../../core/results/outcome.ts';
import type { Egress } from '../egress/types.ts';
import { discoveryError } from '../failure.ts';
import { failureOf, newClient } from '../mcp/client.ts';
import { previewMcp } from '../mcp/mcpHttp.ts';
import { badAnswer } from '../mcp/result.ts';
import { factsOf, sessionOf } from '../mcp/session.ts';
import { type McpTarget, toTarget } from '../mcp/target.ts';
import { callIn, discoverIn, passOn } from '../stdio/liveServer.ts';
import { createStdioPool, type PoolTarget, type StdioPool } from '../stdio/pool.ts';
import type { Program } from '../stdio/program.ts';
import type { LiveServer, OnSpawned } from '../stdio/start.ts';
import { openStream } from './stream.ts';

/** An unused stream is closed after this time, like an idle program. */
const IDLE_MS = 5 * 60_000;
const HANDSHAKE_MS = 20_000;
const STREAMS_MAX = 1_024;
/** Maximum streams of an account: fewer than its connections to one origin, because messages need connections too. */
const ACCOUNT_STREAMS_MAX = 48;
const ACCOUNT_FULL = `${ACCOUNT_STREAMS_MAX} streams of an account to servers with the HTTP+SSE transport are open`;

/**
 * MCP servers with the HTTP+SSE transport, which streamable HTTP replaced. A server ties its state to its stream, so
 * streams are reused like programs: one for each account, stack, server and set of credentials.
 */
export function createMcpSse({ egress }: { readonly egress: Egress }): Required<Connector> {
  const pool = createStdioPool({
    idleMs: IDLE_MS,
    processesMax: STREAMS_MAX,
    accountProcessesMax: ACCOUNT_STREAMS_MAX,
    full: `all ${STREAMS_MAX} streams to servers with the HTTP+SSE transport are in use`,
    accountFull: ACCOUNT_FULL,
  });
  const place = { egress, pool };
  return {
    call: (call) =>
      inStream<ToolOutcome>(place, call, (server, target) => {
        noteAttempt(call.diagnostics, target.url.origin, 'POST');
        return callIn(server, call);
      }),
    pass: (request) => passOn(request, (work) => inStream<PassedAnswer>(place, request, work)),
    preview: previewMcp,
    discover: (discovery) => discover(place, discovery),
    close: () => pool.close(),
  };
}

type Place = { readonly egress: Egress; readonly pool: StdioPool };

/** Runs `work` on the stream of the call's account, stack, server and owner. */
async function inStream<O>(
  { egress, pool }: Place,
  { accountId, stackId, owner, serverId, connector, credentials, signal }: ToolCall | PassedRequest,
  work: (server: LiveServer, target: McpTarget) => Promise<O | ToolFailure>,
): Promise<O | ToolFailure> {
  let used: Program | null = null;
  try {
    const target = toTarget(connector, credentials);
    const key = `${accountId}/${stackId}/${serverId}/${owner}`;
    return await pool.run(toPooled(egress, target, { key, accountId }), signal, (server) => {
      used = server.child;
      return work(server, target);
    });
  } catch (error) {
    // The account reached its limit; the server didn't fail.
    if (error instanceof AppError) throw error;
    return failureOf(error, signal, () => endedEarly(used));
  }
}

/** A server that received the call may have run the tool before its stream ended. */
function endedEarly(used: Program | null): ToolFailure {
  if (used?.end()?.reason === 'line_too_long') return badAnswer('sent more than 4 MiB');
  return { kind: used ? 'outcome_unknown' : 'unreachable', message: 'the upstream closed the connection' };
}

type Owner = Pick<PoolTarget, 'key' | 'isOneOff'> & { readonly accountId: AccountId | null };

const toPooled = (egress: Egress, target: McpTarget, { accountId, ...owner }: Owner): PoolTarget => ({
  ...owner,
  account: accountId ?? 'operator',
  digest: target.digest,
  start: (signal, onSpawned) => open(egress, target, { accountId, signal }, onSpawned),
});

async function open(
  egress: Egress,
  target: McpTarget,
  opener: Parameters<typeof openStream>[2],
  onSpawned: OnSpawned,
): Promise<LiveServer> {
  const child = await openStream(egress, target, opener);
  onSpawned(child);
  const client = newClient('legacy');
  try {
    await client.connect(child, { timeout: HANDSHAKE_MS, signal: opener.signal });
    return { session: sessionOf(client), facts: { ...factsOf(client), transport: 'sse' }, child };
  } catch (error) {
    await child.close();
    throw error;
  }
}

async function discover({ egress, pool }: Place, discovery: Discovery): Promise<DiscoveredServer> {
  const { connector, credentials, signal, isIndirect = false, accountId = null } = discovery;
  try {
    const target = { ...toTarget(connector, credentials), isIndirect };
    const owner = { key: randomUUID(), isOneOff: true, accountId };
    return await pool.run(toPooled(egress, target, owner), signal, (server) =>
      discoverIn(server, { accountId, signal }),
    );
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw discoveryError(
      discovery,
      failureOf(error, signal, () => endedEarly(null)),
      error,
    );
  }
}
