import { createServer, type ServerResponse } from 'node:http';
import type { Client } from 'pg';
import { clientAt } from '../../src/store/connection.ts';
import { listenOnLoopback } from '../../test/harness/listen.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import { runCommand } from '../canary/command.ts';
import { embeddedStore, embeddedUrl } from '../canary/databases.ts';

export type Answer = { readonly status: number; readonly text: string; readonly headers: Headers; readonly ms: number };
export type RequestOptions = {
  readonly method?: string;
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
  /** A bearer token; null for none. */
  readonly bearer?: string | null;
};

/** The service in a separate process on an embedded PostgreSQL, with an upstream that it may call. */
export type TrustWorld = {
  readonly url: string;
  readonly upstream: string;
  readonly env: Readonly<Record<string, string>>;
  readonly firstKey: string;
  readonly service: Service;
  readonly db: Client;
  ask(path: string, options?: RequestOptions): Promise<Answer>;
  /** @throws with the response if it contains an error */
  graphql(query: string, variables: object, bearer: string): Promise<Record<string, unknown>>;
  newAccount(name: string): Promise<string>;
  close(): Promise<void>;
};

const REQUEST_MS_MAX = 60_000;
const RESULT_BYTES = 2_000;

const decoded = (target: string): string => Buffer.from(decodeURIComponent(target)).toString('latin1');

/** A response that depends on its path, or that echoes the request. */
function answerTo(path: string, origin: string, response: ServerResponse): ServerResponse {
  const [, way, target = ''] = /^\/(redirect|challenge|issuer)\/([^/]+)/.exec(path) ?? [];
  if (way === 'redirect') return response.writeHead(302, { location: decoded(target) }).end();
  if (way === 'challenge') {
    const challenge = `Bearer resource_metadata="${decoded(target)}/metadata"`;
    return response.writeHead(401, { 'www-authenticate': challenge }).end();
  }
  response.setHeader('content-type', 'application/json');
  if (way !== 'issuer') return response.end(JSON.stringify({ asked: path, padding: '.'.repeat(RESULT_BYTES) }));
  const metadata = { issuer: `${origin}/issuer/${target}`, jwks_uri: decodeURIComponent(target) };
  return response.end(JSON.stringify(metadata));
}

async function startUpstream() {
  const server = createServer((request, response) => {
    request.resume();
    answerTo(request.url ?? '', `http://${request.headers.host}`, response);
  });
  const port = await listenOnLoopback(server);
  return { server, port, origin: `http://127.0.0.1:${port}` };
}

export async function ask(
  url: string,
  { method, body, headers = {}, bearer = null }: RequestOptions = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(REQUEST_MS_MAX),
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, ms: performance.now() - startedAt };
}

/**
 * Sends the request. Retries once if the service is unavailable and names a retry time: on a busy machine, its database
 * may be slow. An invalid request fails again.
 */
export async function askPatiently(world: TrustWorld, path: string, options: RequestOptions): Promise<Answer> {
  const answer = await world.ask(path, options);
  return answer.status >= 500 && answer.headers.has('retry-after') ? world.ask(path, options) : answer;
}

type GraphqlBody = { readonly data?: Record<string, unknown>; readonly errors?: unknown };

/** Opens a world. @throws if the service doesn't start */
export async function openTrustWorld(more: Readonly<Record<string, string>> = {}): Promise<TrustWorld> {
  const store = embeddedStore();
  const upstream = await startUpstream();
  const env = {
    ...store.env,
    TOOLYARD_RATE_LIMITS: 'off',
    TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${upstream.port}`,
    TOOLYARD_LOG_LEVEL: 'error',
    // External responses aren't under test.
    TOOLYARD_MCP_REGISTRY_URL: 'off',
    ...more,
  };
  const service = startService(env);
  const url = await service.ready();
  const [dataDir = ''] = store.directories;
  const db = clientAt(embeddedUrl(dataDir));
  await db.connect();
  return {
    url,
    upstream: upstream.origin,
    env,
    firstKey: /ty_\w+/.exec(service.out())?.[0] ?? '',
    service,
    db,
    ask: (path, options) => ask(`${url}${path}`, options),
    async graphql(query, variables, bearer) {
      const { text } = await ask(`${url}/graphql`, { body: { query, variables }, bearer });
      const { data, errors }: GraphqlBody = JSON.parse(text);
      if (errors !== undefined || !data || text.includes('"message":')) throw new Error(`refused: ${text}`);
      return data;
    },
    async newAccount(name) {
      const output = await runCommand(['account', 'create', '--name', name, '--json'], env);
      return /ty_\w+/.exec(output)?.[0] ?? '';
    },
    async close() {
      await db.end();
      await service.stop();
      upstream.server.close();
      await store.close();
    },
  };
}
