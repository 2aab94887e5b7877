import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, buildConnector, fetch, type RequestInit, type Response } from 'undici';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/listen.ts';

/** The name in the documented configuration. */
export const HOST = 'tools.example.com';
export const ORIGIN = `https://${HOST}`;

export const HAS_NGINX = spawnSync('nginx', ['-v']).status === 0;
if (!HAS_NGINX) {
  if (process.env['CI'] === 'true') throw new Error('nginx is not installed, and CI must test behind it');
  process.stdout.write('nginx is not installed: the tests behind a proxy are skipped\n');
}

export type Nginx = {
  /** Asks as a browser or an agent does, over TLS; `from` is the caller's own address, 127.0.0.1 unless told. */
  fetch(path: string, init?: RequestInit & { readonly from?: string }): Promise<Response>;
  close(): Promise<void>;
};

/** nginx with the documented configuration, in front of the service at `port`. */
export async function startNginx(port: number): Promise<Nginx> {
  const home = mkdtempSync(join(tmpdir(), 'toolyard-nginx-'));
  chmodSync(home, 0o755);
  const listenPort = await freePort();
  const ca = makeCertificate(home);
  writeFileSync(join(home, 'nginx.conf'), wholeConfiguration(home, listenPort, port));
  const child = spawn('nginx', ['-p', home, '-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')], {
    stdio: 'ignore',
  });
  const agents: Agent[] = [];
  const ask: Nginx['fetch'] = (path, { from = '127.0.0.1', ...init } = {}) => {
    const connect = buildConnector({ ca });
    const dispatcher = new Agent({
      connect: (options, callback) =>
        connect(
          { ...options, hostname: '127.0.0.1', port: String(listenPort), servername: HOST, localAddress: from },
          callback,
        ),
    });
    agents.push(dispatcher);
    return fetch(`${ORIGIN}${path}`, { redirect: 'manual', ...init, dispatcher });
  };
  const isUp = () =>
    ask('/livez')
      .then((answer) => answer.ok)
      .catch(() => false);
  await eventually('nginx answers', isUp, 10_000);
  return {
    fetch: ask,
    close: async () => {
      await Promise.all(agents.map((agent) => agent.destroy()));
      child.kill('SIGQUIT');
      await eventually('nginx is gone', () => child.exitCode !== null || child.signalCode !== null);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The documented configuration with the ports and files of this run, and what a Debian machine has around it. */
function wholeConfiguration(home: string, listenPort: number, port: number): string {
  const server = [
    ['listen 443 ssl', `listen 127.0.0.1:${listenPort} ssl`],
    ['/etc/ssl/', `${home}/`],
    ['http://127.0.0.1:4000', `http://127.0.0.1:${port}`],
  ].reduce((text, [from = '', to = '']) => text.replaceAll(from, to), readFileSync('docs/snippets/nginx.conf', 'utf8'));
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off; ${user} pid ${home}/nginx.pid; events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${home}/${name};`).join(' ')}
  ${server}
}
`;
}

/** A certificate for `HOST` that only this run trusts. */
function makeCertificate(home: string): string {
  const [certificate, key] = [join(home, `${HOST}.pem`), join(home, `${HOST}.key`)];
  const files = ['-keyout', key, '-out', certificate];
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' });
  return readFileSync(certificate, 'utf8');
}
