import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Closers } from '../../src/start/closers.ts';
import { freePort } from '../../test/harness/listen.ts';
import { FLOOR_TOKEN, type Floors } from '../lib/floors.ts';
import { measure, type Result, type Rounds, type Subject } from '../lib/measure.ts';
import { pinned, startSilent } from '../lib/processes.ts';
import { bearer, INPUT, MCP_HEADERS, mcpCall, post } from '../lib/targets.ts';
import { cellAt } from './calls.ts';

const ROOT = join(import.meta.dirname, '../..');
const PEERS = join(ROOT, 'bench/peers');
const GROUP = 'Peers';
const CONCURRENCY = 16;
const POLL_EVERY_MS = 100;
const POLLS_MAX = 300;

type Place = { readonly home: string; readonly port: number; readonly floors: Floors };
type Peer = {
  readonly name: string;
  /** Node's arguments and the environment. */
  commandOf(place: Place): { readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>> };
  target(place: Place): Promise<Subject['target']>;
  /** The same as `Subject.isAlone`. */
  readonly isAlone?: boolean;
};

const programOf = (...path: readonly string[]): string => join(PEERS, 'node_modules', ...path);

/** Other gateways, configured for the best speed, each in front of the same upstream. */
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

/** A peer or a floor without figures, and the reason. */
export type Absent = { readonly group: string; readonly name: string; readonly why: string };

export type PeerFigures = { readonly results: readonly Result[]; readonly absent: readonly Absent[] };

/** False if npm can't install them; its output goes to standard error. */
function installPeers(): boolean {
  const run = spawnSync(process.execPath, ['scripts/install.ts', 'bench/peers'], { cwd: ROOT, stdio: 'inherit' });
  return run.status === 0;
}

/**
 * The same call through each peer, and through external gateways that already run. If a peer fails, the table names it
 * with the reason; the others continue.
 */
export async function measurePeers(
  floors: Floors,
  rounds: Rounds,
  { others, closers }: { readonly others: readonly OtherPeer[]; readonly closers: Closers },
): Promise<PeerFigures> {
  const results: Result[] = [];
  const absent: Absent[] = [];
  const isInstalled = installPeers();
  const attempts = [
    ...PEER_LIST.map((peer) => ({
      name: peer.name,
      open: () =>
        isInstalled ? startPeer(peer, floors, closers) : Promise.reject(new Error('npm did not install it')),
    })),
    ...others.map((peer) => ({ name: peer.name, open: () => otherPeer(peer) })),
  ];
  for (const { name, open } of attempts) {
    try {
      results.push(...(await measure([cellAt(floors, GROUP, CONCURRENCY)(await open())], rounds)));
    } catch (error) {
      absent.push({ group: GROUP, name, why: firstLine(error) });
    }
  }
  return { results, absent };
}

/** An MCP endpoint in front of an upstream with a tool `echo`, and the endpoint's token, which may be empty. */
export type OtherPeer = { readonly name: string; readonly url: string; readonly token: string };

async function otherPeer({ name, url, token }: OtherPeer): Promise<Subject> {
  const headers = token === '' ? {} : bearer(token);
  const session = await openSession(url, headers).catch(() => null);
  const target = mcpCall(url, 'echo', { ...headers, ...(session !== null && { 'mcp-session-id': session }) });
  return { name, target, pid: null };
}

const firstLine = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return line.replaceAll('|', '/').slice(0, 200);
};

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

/** Waits until something responds on a local port. @throws if nothing does */
async function listening(port: number): Promise<void> {
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    await answer?.body?.cancel();
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
  throw new Error('nothing listens on its port');
}

/** Initializes an MCP session. @throws if the server opens none */
async function openSession(url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
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
