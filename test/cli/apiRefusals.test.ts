import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { openShop } from './shop.ts';
import { run, runJson, toolyard } from './toolyard.ts';

const { at, close } = await openShop();
afterAll(close);

describe('a CLI error', () => {
  let other: Server;
  let otherUrl: string;
  const seen: string[] = [];
  beforeAll(async () => {
    other = createServer((request, response) => {
      seen.push(request.url ?? '');
      if (request.url?.startsWith('/moved')) response.writeHead(307, { location: '/elsewhere' }).end();
      else response.end('<h1>Not a Toolyard</h1>');
    });
    otherUrl = `http://127.0.0.1:${await listenOnLoopback(other)}`;
  });
  afterAll(() => other?.close());

  it('says that no server is reachable: exit code 5', async () => {
    const ended = await toolyard(['stack', 'list'], { ...at.api, TOOLYARD_URL: 'http://127.0.0.1:9/' });
    const err = 'No answer from http://127.0.0.1:9. Start the server: toolyard start\n';
    expect(ended).toEqual({ code: 5, out: '', err });
  });

  it('says that another service responded, and follows no redirect', async () => {
    const ended = await run(['stack', 'list', '--url', otherUrl], at.api);
    expect(ended).toMatchObject({ code: 5, err: expect.stringContaining('is not Toolyard') });
    expect((await run(['stack', 'list', '--url', `${otherUrl}/moved`], at.api)).code).toBe(5);
    expect(seen).toEqual(['/graphql', '/moved/graphql']);
  });

  it.each([
    ['no key', '', 'No API key. Set TOOLYARD_API_KEY'],
    ['an unknown key', 'ty_00000000000000000000000000000000', 'Unauthorized'],
    ['an invalid key', 'secret\nvalue', 'has invalid characters'],
  ])('%s is exit code 4', async (_name, key, message) => {
    const ended = await run(['stack', 'list'], { ...at.api, TOOLYARD_API_KEY: key });
    expect(ended).toMatchObject({ code: 4, out: '', err: expect.stringContaining(message) });
    expect(ended.err).not.toContain('secret');
  });

  it('has its own exit code for a name conflict and for a deleted stack', async () => {
    await run(['stack', 'create', '--name', 'twice'], at.api);
    expect(await run(['stack', 'create', '--name', 'twice'], at.api)).toMatchObject({
      code: 2,
      err: 'Stack twice already exists',
    });
    const gone = 'stack_00000000-0000-7000-8000-000000000000';
    expect(await run(['stack', 'show', gone], at.api)).toMatchObject({ code: 3, err: `Stack ${gone} not found` });
  });

  it('for a used-up limit is exit code 6, and says when to retry', async () => {
    const { id, apiKey } = await at.world.newAccount('Limited');
    await runJson(['account', 'limits', '--account', id, '--set', 'default=1'], at.operator);
    const env = { ...at.api, TOOLYARD_API_KEY: apiKey };
    await eventually('the limit holds', async () => (await run(['stack', 'list'], env)).code === 6);
    const { err } = await run(['stack', 'list', '--json'], env);
    const pattern = new RegExp(
      `^Too many requests: try again in \\d+ s\\. The limit default \\(requests of this account\\) is 1 a minute; the operator can raise it with \`toolyard account limits --account ${id} --set default=N\` \\(docs/limits\\.md\\)$`,
    );
    expect(JSON.parse(err)).toEqual({
      error: { code: 'rate_limited', message: expect.stringMatching(pattern) },
    });
  });

  it('never shows a rejected credential', async () => {
    await run(['stack', 'create', '--name', 'refused'], at.api);
    await run(['stack', 'add-server', 'refused', 'shop', '--all'], at.api);
    for (const [line, stdin] of [
      [['nope=hunter2'], ''],
      [['--from-stdin'], '{"shop_key": "hunter2"'],
      [['--from-stdin'], '{"shop_key": {"hunter2": 1}}'],
      [['--from-stdin'], 'hunter2'],
    ] as const) {
      const ended = await run(['stack', 'set-credentials', 'refused', 'shop', ...line], at.api, stdin);
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err).not.toContain('hunter2');
    }
  });
});
