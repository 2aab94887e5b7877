import { spawnSync } from 'node:child_process';
import { createServer } from 'node:https';
import { createServer as createTcpServer, Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import type { Egress, EgressOptions } from '../../../src/connectors/egress/types.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { selfSigned } from '../../harness/tls.ts';

/** Ends the connection below TLS, as an attacker on the path could. */
function endWithoutAlert(socket: TLSSocket): void {
  const raw: unknown = Reflect.get(socket, '_parent');
  if (raw instanceof Socket) raw.end();
  else socket.destroy();
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!hasOpenssl)('over TLS', () => {
  const names: string[] = [];
  const opened: Egress[] = [];
  const hostiles: (() => void)[] = [];
  const pair = hasOpenssl ? selfSigned('upstream.test') : { key: '', cert: '' };
  const server = createServer({
    ...pair,
    SNICallback: (name, done) => {
      names.push(name);
      done(null);
    },
  });
  const protocols = new Set<unknown>();
  server.on('secureConnection', ({ alpnProtocol }) => protocols.add(alpnProtocol));
  server.on('request', (request, response) => response.end(request.headers.host));
  let port = 0;

  beforeAll(async () => {
    port = await listenOnLoopback(server);
  });

  afterAll(async () => {
    await Promise.all(opened.map((egress) => egress.close()));
    for (const close of hostiles) close();
    server.close();
  });

  const get = (host: string, options: Partial<EgressOptions>, at = port) => {
    const egress = createEgress({
      allow: [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: at }],
      resolve: async () => ['127.0.0.1'],
      ...options,
    });
    opened.push(egress);
    return egress.request({ url: `https://${host}:${at}/` });
  };

  it('dials the checked address under the host’s name', async () => {
    const answer = await get('upstream.test', { ca: [pair.cert] });
    expect(answer.body.toString()).toBe(`upstream.test:${port}`);
    expect(names).toEqual(['upstream.test']);
    expect([...protocols]).toEqual(['http/1.1']);
  });

  it.each([
    ['an unknown authority', 'upstream.test', false, 'the certificate is not trusted'],
    ['another name', 'other.test', true, 'the certificate is for another name'],
    ['an address', '127.0.0.1', true, 'the certificate is for another name'],
  ])('refuses a certificate of %s', async (_name, host, isTrusted, message) => {
    const answer = get(host, isTrusted ? { ca: [pair.cert] } : {});
    await expect(answer).rejects.toMatchObject({ kind: 'unreachable', message: `${host}: ${message}` });
    // A server name must not be an IP address (RFC 6066, section 3).
    expect(names).not.toContain('127.0.0.1');
  });

  /** A TLS server that does this with each connection and counts handshakes. */
  const startTls = async (misdeed: (socket: TLSSocket) => void, options: TlsOptions = {}) => {
    const sockets = new Set<TLSSocket>();
    const hostile = createTlsServer({ ...pair, ...options }, (socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      misdeed(socket);
    });
    hostile.on('tlsClientError', () => undefined);
    hostiles.push(() => {
      for (const socket of sockets) socket.destroy();
      hostile.close();
    });
    const at = await listenOnLoopback(hostile);
    return { sockets, at, get: () => get('upstream.test', { ca: [pair.cert] }, at) };
  };

  it('refuses, for an IP address, a certificate for the name that Node uses by default', async () => {
    const local = selfSigned('localhost');
    const { at } = await startTls((socket) => void socket.end(), local);
    const message = '127.0.0.1: the certificate is for another name';
    await expect(get('127.0.0.1', { ca: [local.cert] }, at)).rejects.toMatchObject({ message });
  });

  it('closes a connection whose server is silent too long', async () => {
    const closed = Promise.withResolvers<void>();
    const silent = createTcpServer((socket) => {
      socket.on('close', () => closed.resolve()).on('error', () => undefined);
      socket.resume();
    });
    const at = await listenOnLoopback(silent);
    const answer = get('upstream.test', { ca: [pair.cert], connectTimeoutMs: 300 }, at);
    await expect(answer).rejects.toMatchObject({ kind: 'timed_out' });
    await closed.promise;
    silent.close();
  });

  it('refuses renegotiation by a server', async () => {
    let again = 0;
    const renegotiate = (socket: TLSSocket): void => {
      socket.resume();
      socket.renegotiate({}, (error) => {
        if (!error) again += 1;
        if (error || again === 20) socket.destroy();
        else renegotiate(socket);
      });
    };
    const hostile = await startTls(renegotiate, { maxVersion: 'TLSv1.2' });
    await expect(hostile.get()).rejects.toMatchObject({ kind: 'unreachable' });
    expect([hostile.sockets.size, again]).toEqual([1, 0]);
  });

  const OK = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
  it.each([
    ['a length', `${OK}content-length: 100\r\n\r\ncut`],
    ['chunks', `${OK}transfer-encoding: chunked\r\n\r\n3\r\ncut\r\n`],
    ['a chunk', `${OK}transfer-encoding: chunked\r\n\r\n64\r\ncut`],
    ['headers', `${OK}content-ty`],
    ['an encoding', `${OK}content-encoding: gzip\r\n\r\n${gzipSync('whole').subarray(0, -4).toString('latin1')}`],
  ])('rejects a truncated response within %s, with or without close_notify', async (_name, text) => {
    for (const end of [(socket: TLSSocket) => void socket.end(), endWithoutAlert]) {
      const hostile = await startTls((socket) => {
        socket.once('data', () => socket.write(Buffer.from(text, 'latin1'), () => end(socket)));
      });
      await expect(hostile.get()).rejects.toMatchObject({ kind: expect.stringMatching(/unreachable|bad_answer/) });
    }
  });
});
