import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, buildConnector, fetch, type RequestInit, type Response } from 'undici';
import { eventually } from './eventually.ts';
import { freePort } from './listen.ts';
import { selfSigned } from './tls.ts';

/** The name in the files of `deploy/`. */
export const HOST = 'tools.example.com';
export const ORIGIN = `https://${HOST}`;

type Kind = 'nginx' | 'haproxy';

/** Whether a proxy is installed. @throws in CI if it isn't */
export function hasProxy(kind: Kind): boolean {
  const isThere = spawnSync(kind, ['-v'], { env: PROXY_ENV }).status === 0;
  if (!isThere && process.env['CI'] === 'true') throw new Error(`${kind} is not installed, and CI must test behind it`);
  return isThere;
}

/** Debian installs them outside an unprivileged user's PATH. */
const PROXY_ENV = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

export type FrontProxy = {
  readonly kind: Kind;
  /** Sends requests over TLS like a browser or an agent. `from` is the caller's own address, 127.0.0.1 by default. */
  fetch(path: string, init?: RequestInit & { readonly from?: string }): Promise<Response>;
  /** The address for clients other than `fetch`: this port of 127.0.0.1, with a certificate for HOST. */
  readonly at: { readonly port: number; readonly ca: string };
  close(): Promise<void>;
};

const FILES = { nginx: 'deploy/nginx.conf', haproxy: 'deploy/haproxy.cfg' } as const;

/** This run's ports and folder, which replace those in the proxy's configuration file. */
type Place = { readonly home: string; readonly listenPort: number; readonly ports: readonly number[] };

/**
 * A proxy with its `deploy/` file, in front of the instances at `ports`. Replaces only addresses, ports and the
 * certificate folder. `file` selects another file.
 */
export async function startProxy(
  kind: Kind,
  ports: readonly number[],
  file: string = FILES[kind],
): Promise<FrontProxy> {
  const home = mkdtempSync(join(tmpdir(), `toolyard-${kind}-`));
  chmodSync(home, 0o755);
  const place = { home, listenPort: await freePort(), ports };
  const ca = makeCertificate(home, kind);
  const config = join(home, 'proxy.conf');
  writeFileSync(config, CONFIGURATION[kind](readFileSync(file, 'utf8'), place));
  const args = kind === 'nginx' ? ['-p', home, '-c', config, '-e', join(home, 'error.log')] : ['-db', '-f', config];
  const child = spawn(kind, args, { stdio: 'ignore', env: PROXY_ENV });
  // The proxy ends with this process, no matter how this process ends.
  const endNow = (): void => void child.kill();
  process.once('exit', endNow);
  const agents = agentsTo(place.listenPort, ca);
  const ask: FrontProxy['fetch'] = (path, { from = '127.0.0.1', ...init } = {}) =>
    fetch(`${ORIGIN}${path}`, { redirect: 'manual', ...init, dispatcher: agents.from(from) });
  const isUp = () =>
    ask('/livez').then(
      async (answer) => (await answer.text()) !== '' && answer.ok,
      () => false,
    );
  await eventually(`${kind} answers`, isUp, 30_000);
  return {
    kind,
    fetch: ask,
    at: { port: place.listenPort, ca },
    async close() {
      await agents.close();
      await end(child);
      process.off('exit', endNow);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await eventually('the proxy is gone', () => child.exitCode !== null || child.signalCode !== null, 30_000);
}

/** The number of connections from each caller address. */
function agentsTo(port: number, ca: string) {
  const agents = new Map<string, Agent>();
  const connect = buildConnector({ ca });
  const agentFrom = (localAddress: string): Agent =>
    new Agent({
      connect: (options, callback) =>
        connect({ ...options, hostname: '127.0.0.1', port: String(port), servername: HOST, localAddress }, callback),
    });
  return {
    from(address: string): Agent {
      const agent = agents.get(address) ?? agentFrom(address);
      agents.set(address, agent);
      return agent;
    },
    close: () => Promise.all([...agents.values()].map((agent) => agent.destroy())),
  };
}

/** The addresses of all instances. */
function atPorts(text: string, ports: readonly number[]): string {
  const lines = text.split('\n').filter((line) => {
    const [, at] = /^ *server .*\b10\.0\.0\.1(\d):4000/.exec(line) ?? [];
    return at === undefined || Number(at) <= ports.length;
  });
  return lines.join('\n').replaceAll(/10\.0\.0\.1(\d):4000/g, (_all, at) => `127.0.0.1:${ports[Number(at) - 1]}`);
}

const isRoot = process.getuid?.() === 0;

/** A file of `deploy/`, with the other configuration of a Debian machine. */
const CONFIGURATION: Readonly<Record<Kind, (text: string, place: Place) => string>> = {
  nginx(text, { home, listenPort, ports }) {
    const own = atPorts(text, ports)
      .replace('listen 443 ssl', `listen 127.0.0.1:${listenPort} ssl`)
      .replaceAll('/etc/ssl/', `${home}/`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    return `daemon off; ${isRoot ? 'user root;' : ''} pid ${home}/nginx.pid; events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${home}/${name};`).join(' ')}
  ${own}
}
`;
  },
  haproxy(text, { home, listenPort, ports }) {
    const own = atPorts(text, ports)
      .replace('bind :443 ssl', `bind 127.0.0.1:${listenPort} ssl`)
      .replaceAll('/etc/ssl/', `${home}/`);
    // Only root can become another user.
    return isRoot ? own : own.replaceAll(/^ *(?:user|group) haproxy\n/gm, '');
  },
};

/** A certificate for `HOST` that only this run trusts. */
function makeCertificate(home: string, kind: Kind): string {
  const [certificate, key] = [join(home, `${HOST}.pem`), join(home, `${HOST}.key`)];
  const { cert, key: secret } = selfSigned(HOST);
  writeFileSync(certificate, kind === 'haproxy' ? cert + secret : cert);
  writeFileSync(key, secret);
  return cert;
}
