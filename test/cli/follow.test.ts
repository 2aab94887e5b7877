import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { openShop } from './shop.ts';
import { begin, run, runJson } from './toolyard.ts';

const { at, close } = await openShop();
afterAll(close);

/** Characters that a terminal would execute or display as other text. */
const HARMFUL = /[^\P{C}\n]/u;

/** Each test starts several commands, which take seconds on a slow machine. */
const WAIT_MS = 30_000;
const TIMEOUT = { timeout: 120_000 };

describe('toolyard activity --follow', () => {
  it('prints each call once as it ends, and exits with 130 on interrupt', TIMEOUT, async () => {
    await run(['stack', 'create', '--name', 'mine'], at.api);
    await run(['stack', 'update', 'mine', '--record-calls', 'on'], at.api);
    await run(['stack', 'add-server', 'mine', 'shop', '--all'], at.api);
    await run(['stack', 'set-credentials', 'mine', 'shop', 'shop_key=k'], at.api);
    await run(['call', 'mine', 'shop_echo'], at.api);
    const before = async () => ((await runJson(['activity'], at.api)) as unknown[]).length === 1;
    await eventually('the call before is recorded', before, WAIT_MS);
    const following = begin(['activity', '--follow', '--stack', 'mine', '--json'], at.api);
    const failing = begin(['activity', '--follow', '--failed'], at.api);
    const [{ caller_id: caller = '' } = {}] = (await runJson(['activity'], at.api)) as { caller_id?: string }[];
    const ofCaller = begin(['activity', '--follow', '--caller', caller], at.api);
    const ofOther = begin(['activity', '--follow', '--caller', 'token_00000000-0000-7000-8000-000000000000'], at.api);
    const begun = [following, failing, ofCaller, ofOther];
    const waits = begun.map((each) => eventually('it waits', () => each.err().includes('Waiting'), WAIT_MS));
    await Promise.all(waits);
    await run(['call', 'mine', 'shop_echo'], at.api);
    await run(['call', 'mine', 'shop_fail'], at.api);
    await eventually(
      'both are printed',
      () => [following, ofCaller].every((each) => each.out().split('\n').length === 2) && failing.out() !== '',
      WAIT_MS,
    );
    for (const each of begun) each.interrupt();
    const [all, failed, other] = await Promise.all([following.ended, failing.ended, ofOther.ended]);
    expect(all.code).toBe(130);
    expect(
      all.out
        .split('\n')
        .map((line) => (JSON.parse(line) as { tool_id: string }).tool_id)
        .toSorted(),
    ).toEqual(['shop_echo', 'shop_fail']);
    expect(failed.out).toMatch(/^\S+Z +shop_fail +upstream_error/);
    expect(failed.out).not.toContain('shop_echo');
    expect(other.out).toBe('');
  });

  it('reconnects after a lost connection, and shows the calls it missed', TIMEOUT, async () => {
    const sockets = new Set<Socket>();
    const port = Number(new URL(at.world.url).port);
    const proxy = createServer((socket) => {
      const up = connect(port, '127.0.0.1');
      for (const each of [socket, up]) sockets.add(each.on('error', () => undefined));
      socket.pipe(up).pipe(socket);
    });
    const url = `http://127.0.0.1:${await listenOnLoopback(proxy)}`;
    const following = begin(['activity', '--follow', '--json'], { ...at.api, TOOLYARD_URL: url });
    await eventually('it waits', () => following.err().includes('Waiting'), WAIT_MS);
    for (const socket of sockets) socket.destroy();
    await eventually('it says so', () => following.err().includes('Retrying'), WAIT_MS);
    await run(['call', 'mine', 'shop_echo'], at.api);
    await eventually('the call is printed', () => following.out().includes('shop_echo'), WAIT_MS);
    following.interrupt();
    expect((await following.ended).code).toBe(130);
    expect(following.out().split('\n').length).toBe(1);
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });

  it('escapes control characters in a server’s text', async () => {
    const text = 'gone \u001b]0;owned\u0007\u009b2J\u202e';
    const events = { data: { errors: [{ message: text, extensions: { code: 'UNAVAILABLE' } }] } };
    const server = createHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`event: next\ndata: ${JSON.stringify(events.data)}\n\n`);
    });
    const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    const following = begin(['activity', '--follow'], { ...at.api, TOOLYARD_URL: url });
    await eventually('it says why', () => following.err().includes('Retrying'));
    following.interrupt();
    expect((await following.ended).err).toContain('gone  ]0;owned  2J');
    expect(following.err()).not.toMatch(HARMFUL);
    server.close();
  });

  it.each([[[]], [['--json']], [['--verbose']]])('escapes control characters in a server’s error: %j', async (more) => {
    const errors = [{ message: 'no \u001b[2J\u009b2J\u202e', extensions: { code: 'INTERNAL' } }];
    const server = createHttpServer((_request, response) => void response.end(JSON.stringify({ errors })));
    const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    const { code, err } = await run(['stack', 'list', ...more], { ...at.api, TOOLYARD_URL: url });
    expect(code).toBe(1);
    expect(err).toContain('no ');
    expect(err).not.toMatch(HARMFUL);
    server.close();
  });

  it('fails permanently without an authorized key', async () => {
    const line = ['activity', '--follow'];
    const wrong = { TOOLYARD_URL: at.world.url, TOOLYARD_API_KEY: 'ty_00000000000000000000000000000000' };
    expect((await run(line, wrong)).code).toBe(4);
    expect((await run([...line, '--url', 'http://127.0.0.1:9', '--api-key', 'k'], {})).code).toBe(5);
  });
});
