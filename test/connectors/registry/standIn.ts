import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../harness/listen.ts';

type Entry = { readonly server: { readonly name?: unknown; readonly version?: unknown } };
/** Responds instead of the registry; returns true if it did. */
type Misdeed = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A registry on loopback with these entries. Pages, search and single versions work like the official one. */
export async function startRegistry(entries: (origin: string) => readonly Entry[]) {
  const requests: string[] = [];
  const state: { misdeed: Misdeed | null } = { misdeed: null };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://registry.test');
    requests.push(url.pathname + url.search);
    if (state.misdeed?.(request, response)) return;
    const { status, body } = answerTo(url, entries(origin));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const port = await listenOnLoopback(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    url: origin,
    port,
    /** The paths of all requests so far. */
    requests,
    misbehave: (misdeed: Misdeed | null) => {
      state.misdeed = misdeed;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type StandInRegistry = Awaited<ReturnType<typeof startRegistry>>;

const nameOf = ({ server: { name } }: Entry): string => String(name);

function oneOf(entries: readonly Entry[], name: string, version: string | undefined) {
  const entry = entries.find((each) => nameOf(each) === name);
  const isThere = version === 'latest' || entry?.server.version === version;
  return entry && isThere ? { status: 200, body: entry } : { status: 404, body: { error: 'Server not found' } };
}

function answerTo({ pathname, searchParams }: URL, entries: readonly Entry[]) {
  const [, name, version] = /^\/v0\.1\/servers\/([^/]+)\/versions\/([^/]+)$/.exec(pathname) ?? [];
  if (name !== undefined) return oneOf(entries, decodeURIComponent(name), version);
  if (pathname !== '/v0.1/servers') return { status: 404, body: { error: 'Not found' } };
  const search = searchParams.get('search')?.toLowerCase() ?? '';
  const limit = Number(searchParams.get('limit') ?? 30);
  const from = Number(searchParams.get('cursor') ?? 0);
  const matches = entries.filter((each) => nameOf(each).toLowerCase().includes(search));
  const servers = matches.slice(from, from + limit);
  const more = from + limit < matches.length ? { nextCursor: String(from + limit) } : {};
  return { status: 200, body: { servers, metadata: { count: servers.length, ...more } } };
}
