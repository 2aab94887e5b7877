import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openEgressListener } from '../../../src/connectors/egress/egressListener.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

const LOOPBACK = { kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null } as const;
const web = createServer((request, response) => response.end(`${request.method} ${request.url} reached`));
let port = 0;
beforeAll(async () => {
  port = await listenOnLoopback(web);
});
afterAll(() => web.close());

describe('the egress listener for programs that run elsewhere', () => {
  const ASK = `GET http://127.0.0.1:PORT/x HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
  const open = async (tokenMs?: number) => {
    const dial = { allow: [LOOPBACK], connectTimeoutMs: 2_000 };
    const bounds = tokenMs === undefined ? {} : { tokenMs };
    const door = await openEgressListener({ host: '127.0.0.1', port: 0, ...dial, ...bounds });
    onTestFinished(() => door.close());
    return door;
  };
  /** A silent connection from an address of this machine. */
  const silent = (to: number, from = '127.0.0.1'): Socket => {
    const socket = connect({ port: to, host: '127.0.0.1', localAddress: from }).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  /** A client that is refused before it sent everything may see a connection reset. */
  const closed = async (socket: Socket): Promise<void> => {
    if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  };
  /** All responses on a connection to these bytes, with each part sent separately. */
  const sayOn = async (socket: Socket, ...parts: readonly string[]): Promise<string> => {
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    for (const part of parts) await new Promise((resolve) => socket.write(part, resolve));
    await closed(socket);
    return heard;
  };
  const say = (to: number, ...parts: readonly string[]) => sayOn(silent(to), ...parts);
  const ask = () => ASK.replace('PORT', String(port));

  it.each(['at once', 'in parts'])('admits a program with its token, sent %s', async (how) => {
    const { address } = (await open()).admit('acct_1');
    const parts =
      how === 'at once'
        ? [`${address.token}\n${ask()}`]
        : [`${address.token}`, '\n', ask().slice(0, 9), ask().slice(9)];
    expect(await say(address.port, ...parts)).toContain('GET /x reached');
  });

  it('refuses a missing, wrong or expired token', async () => {
    const door = await open();
    const [known, over] = [door.admit('acct_1'), door.admit('acct_1')];
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

  it('closes a program’s connections and tunnels with it, and limits their number', async () => {
    const door = await open();
    const { address, close } = door.admit('acct_1');
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

  it('lets 32 connections per address wait for their tokens', async () => {
    const { address } = (await open(60_000)).admit('acct_1');
    const known = `${address.token}\n${ask()}`;
    const waiting = Array.from({ length: 32 }, () => silent(address.port));
    await Promise.all(waiting.map((socket) => once(socket, 'connect')));
    const beyond = silent(address.port);
    expect(await sayOn(beyond, known)).toBe('');
    expect(await sayOn(silent(address.port, '127.0.0.2'), known)).toContain('GET /x reached');
    expect(waiting.filter(({ destroyed }) => destroyed)).toEqual([]);
    const [one, other] = waiting;
    if (!one || !other) throw new Error('none waits');
    // A slot is free again when a token arrives, and when a connection ends.
    expect(await sayOn(one, known)).toContain('GET /x reached');
    const next = silent(address.port);
    await once(next, 'connect');
    expect(await say(address.port, known)).toBe('');
    expect(await sayOn(next, 'wrong\n'.padStart(70))).toBe('');
    expect(await say(address.port, known)).toContain('GET /x reached');
  });

  it('doesn’t wait longer for a token sent byte by byte', async () => {
    const { address } = (await open(300)).admit('acct_1');
    const socket = silent(address.port);
    let sent = 0;
    const drip = setInterval(() => socket.write(address.token.charAt(sent++)), 50);
    onTestFinished(() => clearInterval(drip));
    await closed(socket);
    expect(sent).toBeLessThan(address.token.length);
  });

  it('doesn’t apply the token timeout after admission', async () => {
    const { address } = (await open(300)).admit('acct_1');
    const socket = silent(address.port);
    socket.write(`${address.token}\nCONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`);
    await once(socket, 'data');
    // A later connection without a token times out, so the timeout has passed for the first one too.
    await closed(silent(address.port));
    expect(await sayOn(socket, 'GET /late HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toContain('GET /late');
  });

  it('closes immediately, even with waiting connections', async () => {
    const door = await open(600_000);
    const { address } = door.admit('acct_1');
    const waits = silent(address.port);
    expect(await say(address.port, `${address.token}\n${ask()}`)).toContain('reached');
    // If the listener waited for the token timeout, this test would time out.
    await door.close();
    await closed(waits);
  });
});
