import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Closers } from '../../src/start/closers.ts';
import { freePort } from '../../test/harness/listen.ts';
import { FLOOR_TOKEN, type Floors } from '../lib/floors.ts';
import type { Cell, Subject } from '../lib/measure.ts';
import { pinned, startSilent } from '../lib/processes.ts';
import { bearer, INPUT, MCP_HEADERS, mcpCall, post } from '../lib/targets.ts';
import { cellAt } from './calls.ts';

const ROOT = join(import.meta.dirname, '../..');
const PEERS = join(ROOT, 'bench/peers');
const CONCURRENCY = 16;
const LOOK_EVERY_MS = 100;
const LOOKS_MAX = 300;

type Place = { readonly home: string; readonly port: number; readonly floors: Floors };
type Peer = {
  readonly name: string;
  /** Arguments for Node, and environment. */
  commandOf(place: Place): { readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>> };
  target(place: Place): Promise<Subject['target']>;
  /** As in `Subject`. */
  readonly isAlone?: boolean;
};

const programOf = (...path: readonly string[]): string => join(PEERS, 'node_modules', ...path);

/** Other gateways, configured to be as quick as they can be, each before the same upstream. */
const PEER_LIST: readonly Peer[] = [
  {
    name: 'mcp-hub (asks for no token)',
    commandOf({ home, port, floors }) {
      const config = join(home, 'hub.json');
      writeFileSync(config, JSON.stringify({ mcpServers: { bench: { url: `${floors.origin}/mcp` } } }));
      return { args: [programOf('mcp-hub/dist/cli.js'), '--port', String(port), '--config', config] };
    },
    target: async ({ port }) =>
      post(`http://127.0.0.1:${port}/api/servers/tools`, { server_name: 'bench', tool: 'echo', arguments: INPUT }, {}),
  },
  {
    name: '@civic/passthrough-mcp-server (passes the token on)',
    commandOf: ({ port, floors }) => ({
      args: [programOf('@civic/passthrough-mcp-server/dist/cli.js')],
      env: { PORT: String(port), TARGET_SERVER_URL: floors.origin, TARGET_SERVER_TRANSPORT: 'httpStream' },
    }),
    async target({ port }) {
      const url = `http://127.0.0.1:${port}/mcp`;
      return mcpCall(url, 'echo', { ...bearer(FLOOR_TOKEN), 'mcp-session-id': await openSession(url) });
    },
  },
  {
    name: 'mcp-proxy (upstream over stdio, not counted)',
    commandOf({ port }) {
      const upstream = pinned('rest', [process.execPath, join(ROOT, 'bench/servers/stdio.ts')]);
      const options = ['--server', 'stream', '--stateless', '--no-modern', '--no-eventStore', '--apiKey', FLOOR_TOKEN];
      const listen = ['--port', String(port), '--host', '127.0.0.1'];
      return { args: [programOf('mcp-proxy/dist/bin/mcp-proxy.mjs'), ...listen, ...options, '--', ...upstream] };
    },
    target: async ({ port }) => mcpCall(`http://127.0.0.1:${port}/mcp`, 'echo', { 'x-api-key': FLOOR_TOKEN }),
    isAlone: true,
  },
];

/** False when npm cannot install them; what it says goes to standard error. */
export function installPeers(): boolean {
  const run = spawnSync(process.execPath, ['scripts/install.ts', 'bench/peers'], { cwd: ROOT, stdio: 'inherit' });
  return run.status === 0;
}

/** The same call through each peer that starts; the others are named on standard error. */
export async function peerCells(floors: Floors, closers: Closers): Promise<readonly Cell[]> {
  const subjects: Subject[] = [];
  for (const peer of PEER_LIST) {
    try {
      subjects.push(await startPeer(peer, floors, closers));
    } catch (error) {
      process.stderr.write(`${peer.name} is left out: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  return subjects.map(cellAt(floors, 'Peers', CONCURRENCY));
}

async function startPeer(
  { name, commandOf, target, isAlone }: Peer,
  floors: Floors,
  closers: Closers,
): Promise<Subject> {
  const home = mkdtempSync(join(tmpdir(), 'toolyard-bench-peer-'));
  closers.add(async () => rmSync(home, { recursive: true, force: true }));
  const place = { home, port: await freePort(), floors };
  const { args, env } = commandOf(place);
  const command = [process.execPath, ...args] as const;
  const peer = startSilent({ command, core: 'measured', env: { ...env, HOME: home }, log: join(home, 'log') });
  closers.add(() => peer.stop());
  await listening(place.port);
  return { name, target: await target(place), pid: peer.pid, ...(isAlone && { isAlone }) };
}

/** Looks until something answers on a port of this machine. @throws when nothing does */
async function listening(port: number): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    await answer?.body?.cancel();
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error('nothing listens on its port');
}

/** Initializes an MCP session. @throws when the server opens none */
export async function openSession(url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const clientInfo = { name: 'bench', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const send = (body: object, more: Readonly<Record<string, string>>) =>
    fetch(url, {
      method: 'POST',
      headers: { ...MCP_HEADERS, 'content-type': 'application/json', ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    });
  const opened = await send({ id: 1, method: 'initialize', params }, {});
  const session = opened.headers.get('mcp-session-id');
  await opened.text();
  if (session === null) throw new Error(`no session (${opened.status})`);
  await (await send({ method: 'notifications/initialized' }, { 'mcp-session-id': session })).text();
  return session;
}
