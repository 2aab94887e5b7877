import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openProgramDoor } from '../../../src/connectors/egress/programDoor.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { ownServer, textOf, toolCall } from '../stdio/stdioKit.ts';
import { openCluster } from './kit.ts';

const LOOPBACK = { kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null } as const;
const web = createServer((asked, response) => response.end(`${asked.method} ${asked.url} reached`));
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
  it('reaches what the rules of egress allow, through this instance', async () => {
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

  it('does not start where pods cannot reach the instance', async () => {
    const { cluster, instance } = await openCluster();
    expect(await instance().call(fetching('egress'))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('TOOLYARD_KUBERNETES_PROXY_IP'),
    });
    expect(cluster.pods.size).toBe(0);
  });

  it('is the only one that hears of a proxy', async () => {
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

describe('the door for programs that run elsewhere', () => {
  const ASK = `GET http://127.0.0.1:PORT/x HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
  const open = async () => {
    const door = await openProgramDoor({ host: '127.0.0.1', port: 0, allow: [LOOPBACK], connectTimeoutMs: 2_000 });
    onTestFinished(() => door.close());
    return door;
  };
  /** All that is answered to these bytes, each sent by itself. */
  const say = async (to: number, ...parts: readonly string[]): Promise<string> => {
    const socket = connect(to, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', () => undefined);
    for (const part of parts) await new Promise((resolve) => socket.write(part, resolve));
    await once(socket, 'close');
    return heard;
  };
  const ask = () => ASK.replace('PORT', String(port));

  it.each(['at once', 'in parts'])('lets a program in by its token, which comes %s', async (how) => {
    const { address } = (await open()).admit();
    const parts =
      how === 'at once'
        ? [`${address.token}\n${ask()}`]
        : [`${address.token}`, '\n', ask().slice(0, 9), ask().slice(9)];
    expect(await say(address.port, ...parts)).toContain('GET /x reached');
  });

  it('lets nobody in without one, with another one, or with one that is over', async () => {
    const door = await open();
    const [known, over] = [door.admit(), door.admit()];
    over.close();
    const { port: at, token } = known.address;
    const WRONG = [
      '',
      '\n',
      `${token.slice(1)}\n`,
      `${token} \n`,
      `${over.address.token}\n`,
      `${'a'.repeat(64)}\n`,
      'a'.repeat(10_000),
    ];
    for (const first of WRONG) expect(await say(at, `${first}${ask()}`)).toBe('');
  });

  it('ends the connections of a program with it, tunnels too, and has a bound on them', async () => {
    const door = await open();
    const { address, close } = door.admit();
    const tunnel = async () => {
      const socket = connect(address.port, '127.0.0.1').on('error', () => undefined);
      socket.write(`${address.token}\nCONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`);
      await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      return socket;
    };
    const tunnels = await Promise.all(Array.from({ length: 32 }, tunnel));
    expect(tunnels.filter(({ destroyed }) => destroyed)).toEqual([]);
    expect((await tunnel()).destroyed).toBe(true);
    close();
    await Promise.all(tunnels.map((socket) => once(socket, 'close')));
  });
});
