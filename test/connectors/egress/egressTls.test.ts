import { spawnSync } from 'node:child_process';
import { createServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import type { Egress, EgressOptions } from '../../../src/connectors/egress/types.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { selfSigned } from '../../harness/tls.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!hasOpenssl)('over TLS', () => {
  const names: string[] = [];
  const opened: Egress[] = [];
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
    server.close();
  });

  const get = (host: string, options: Partial<EgressOptions>) => {
    const egress = createEgress({
      allow: [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port }],
      resolve: async () => ['127.0.0.1'],
      ...options,
    });
    opened.push(egress);
    return egress.request({ url: `https://${host}:${port}/` });
  };

  it('dials the checked address under the name of the host', async () => {
    const answer = await get('upstream.test', { ca: [pair.cert] });
    expect(answer.body.toString()).toBe(`upstream.test:${port}`);
    expect(names).toEqual(['upstream.test']);
    expect([...protocols]).toEqual(['http/1.1']);
  });

  it.each([
    ['an unknown authority', 'upstream.test', false, 'the certificate is not trusted'],
    ['another name', 'other.test', true, 'the certificate is for another name'],
    ['an address', '127.0.0.1', true, 'the certificate is for another name'],
  ])('refuses a certificate of %s', async (_what, host, isTrusted, message) => {
    const answer = get(host, isTrusted ? { ca: [pair.cert] } : {});
    await expect(answer).rejects.toMatchObject({ kind: 'unreachable', message: `${host}: ${message}` });
    // A server name must not be an address (RFC 6066, section 3).
    expect(names).not.toContain('127.0.0.1');
  });
});
