import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOnLoopback } from '../../harness/listen.ts';
import { ownServer, textOf, toolCall } from '../stdio/stdioKit.ts';
import { openCluster } from './kit.ts';

const LOOPBACK = { kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null } as const;
const web = createServer((request, response) => response.end(`${request.method} ${request.url} reached`));
let port = 0;
beforeAll(async () => {
  port = await listenOnLoopback(web);
});
afterAll(() => web.close());

const fetching = (network: 'none' | 'egress') => {
  const url = `http://127.0.0.1:${port}/from-within`;
  const connector = { ...ownServer('faultyServer', [], { URL: url }), network };
  return toolCall(connector, 'fetch');
};

describe('a program in a pod with `network: egress`', () => {
  it('reaches allowed addresses through this instance', async () => {
    const { cluster, instance } = await openCluster();
    const kubernetes = { ...cluster.settings, proxyIp: '127.0.0.1' };
    const own = instance({ kubernetes, proxyPort: 0, egressAllow: [LOOPBACK] });
    expect(await own.text(fetching('egress'))).toBe('GET /from-within reached');
    const [pod] = cluster.pods.values();
    expect(pod?.object.metadata?.labels?.['toolyard/network']).toBe('egress');
  });

  it('reaches nothing else', async () => {
    const { cluster, instance } = await openCluster();
    const own = instance({ kubernetes: { ...cluster.settings, proxyIp: '127.0.0.1' }, proxyPort: 0 });
    expect(JSON.stringify(await own.text(fetching('egress')))).not.toContain('reached');
  });

  it('does not start if pods cannot reach the instance', async () => {
    const { cluster, instance } = await openCluster();
    expect(await instance().call(fetching('egress'))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('TOOLYARD_KUBERNETES_PROXY_IP'),
    });
    expect(cluster.pods.size).toBe(0);
  });

  it('is the only pod that gets a proxy', async () => {
    const { cluster, instance } = await openCluster();
    const own = instance({ kubernetes: { ...cluster.settings, proxyIp: '127.0.0.1' }, proxyPort: 0 });
    const env = async (network: 'none' | 'egress') => {
      const connector = { ...ownServer('faultyServer'), network };
      return textOf(await own.call(toolCall(connector, 'env', { serverId: network })));
    };
    expect(await env('none')).not.toContain('PROXY');
    expect(await env('egress')).toMatch(/"HTTPS_PROXY":"http:\/\/127\.0\.0\.1:\d+"/);
  });
});
