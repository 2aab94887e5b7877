import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Closers } from '../../src/start/closers.ts';
import { freePort } from '../../test/harness/listen.ts';
import type { Subject } from './measure.ts';
import { printedPort, start } from './processes.ts';
import { bearer, get, INPUT, mcpCall, post } from './targets.ts';

const SERVERS = join(import.meta.dirname, '../servers');
export const FLOOR_TOKEN = 'bench-token';

/** The baselines: no gateway, and gateways that only check a token. */
export type Floors = {
  readonly upstreamPort: number;
  /** The upstream's address, without a path. */
  readonly origin: string;
  readonly direct: Subject;
  readonly proxy: Subject;
  /** `node:http` that echoes requests without an upstream. */
  readonly echo: Subject;
  /** Null if nginx isn't installed. */
  readonly nginx: Subject | null;
};

export async function startFloors(closers: Closers): Promise<Floors> {
  const upstream = await startServer(closers, 'rest', ['upstream.ts']);
  const origin = `http://127.0.0.1:${upstream.ready}`;
  const proxy = await startServer(closers, 'measured', ['raw.ts', 'proxy', FLOOR_TOKEN, origin]);
  const echo = await startServer(closers, 'measured', ['raw.ts', 'echo', FLOOR_TOKEN]);
  const throughToken = (port: number) => mcpCall(`http://127.0.0.1:${port}/mcp`, 'echo', bearer(FLOOR_TOKEN));
  return {
    upstreamPort: upstream.ready,
    origin,
    direct: { name: 'upstream directly', target: mcpCall(`${origin}/mcp`, 'echo'), pid: upstream.pid },
    proxy: { name: 'raw undici proxy', target: throughToken(proxy.ready), pid: proxy.pid },
    echo: {
      name: 'raw node:http echo',
      target: post(`http://127.0.0.1:${echo.ready}/`, INPUT, bearer(FLOOR_TOKEN), { marker: INPUT.message }),
      pid: echo.pid,
    },
    nginx: await startNginx(closers, upstream.ready, throughToken),
  };
}

/** Starts one of our small servers; `ready` is its port. */
export async function startServer(closers: Closers, core: 'measured' | 'rest', [file, ...args]: [string, ...string[]]) {
  const server = await start({ command: [process.execPath, join(SERVERS, file), ...args], core }, printedPort);
  closers.add(() => server.stop());
  return server;
}

/** A `node:http` server that sends the same bytes every time; each text gets its own subject. */
export async function startBytes(closers: Closers, texts: ReadonlyMap<string, string>, marker: string) {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-bench-bytes-'));
  closers.add(async () => rmSync(folder, { recursive: true, force: true }));
  const files = [...texts.values()].map((text, index) => {
    const file = join(folder, String(index));
    writeFileSync(file, text);
    return file;
  });
  const { ready: port, pid } = await startServer(closers, 'measured', ['raw.ts', 'bytes', FLOOR_TOKEN, ...files]);
  return new Map(
    [...texts.keys()].map((name, index): [string, Subject] => {
      const target = get(`http://127.0.0.1:${port}/${index}`, marker, bearer(FLOOR_TOKEN));
      return [name, { name: `raw node:http, bytes of ${name}`, target, pid }];
    }),
  );
}

async function startNginx(
  closers: Closers,
  upstreamPort: number,
  target: (port: number) => Subject['target'],
): Promise<Subject | null> {
  if (spawnSync('nginx', ['-v']).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-bench-nginx-'));
  closers.add(async () => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, nginxConfig(folder, port, upstreamPort));
  const server = await start({ command: ['nginx', '-p', folder, '-c', file], core: 'measured' }, (output) =>
    output.includes('start worker process ') ? true : null,
  );
  closers.add(() => server.stop());
  return { name: 'nginx', target: target(port), pid: server.pid };
}

const nginxConfig = (folder: string, port: number, upstreamPort: number): string => `
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr notice;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000000;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  upstream bench { server 127.0.0.1:${upstreamPort}; keepalive 64; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      if ($http_authorization != "Bearer ${FLOOR_TOKEN}") { return 401; }
      proxy_pass http://bench;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Authorization "";
    }
  }
}
`;
