import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { createNames } from '../../../src/connectors/egress/names.ts';
import { toAccountId } from '../../../src/core/kernel/ids.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

/* Names whose DNS servers don't respond; a started lookup can't be cancelled. */

const NAMES = 40;
const OF_OWNER = 4;
const OF_ALL = 16;
const never = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Resolves names that start with `ok`; others get no response until `giveUp`. */
function nameServer() {
  const hosts: string[] = [];
  const silent: (() => void)[] = [];
  return {
    hosts,
    giveUp() {
      for (const end of silent.splice(0)) end();
    },
    resolve: (host: string): Promise<readonly string[]> => {
      hosts.push(host);
      if (host.startsWith('ok')) return Promise.resolve(['127.0.0.1']);
      return new Promise((_resolve, reject) => silent.push(() => reject(new Error('EAI_AGAIN'))));
    },
  };
}

const web = createServer((_asked, response) => response.end('here'));
let port = 0;
beforeAll(async () => {
  port = await listenOnLoopback(web);
});
afterAll(() => web.close());

it(`${NAMES} unresponsive names of one account don’t keep other accounts from connecting`, async () => {
  const { hosts, resolve, giveUp } = nameServer();
  const options = { allow: [{ kind: 'host', host: 'ok.test', port }] as const, resolve, connectTimeoutMs: 60_000 };
  const [calls, webhooks] = [createEgress(options), createEgress(options)];
  const send = (egress: typeof calls, id: string, host: string) =>
    egress.request({
      ...{ url: `http://${host}:${port}/`, method: 'GET', accountId: toAccountId(id), signal: never },
    });
  const silent = Array.from({ length: NAMES }, (_, at) =>
    send(at % 2 === 0 ? calls : webhooks, 'acct_1', `silent-${at}.test`).catch((error: unknown) => error),
  );
  await settled();
  expect(hosts).toHaveLength(OF_OWNER);
  for (const egress of [calls, webhooks])
    expect(await send(egress, 'acct_2', 'ok.test')).toMatchObject({ status: 200 });
  await Promise.all([calls.close(), webhooks.close()]);
  for (let round = 0; round <= NAMES / OF_OWNER; round += 1) {
    giveUp();
    await settled();
  }
  await Promise.all(silent);
});

it('resolves a name once for all concurrent requests', async () => {
  const { hosts, resolve, giveUp } = nameServer();
  const names = createNames(resolve);
  const same = Array.from({ length: NAMES }, (_, at) => names(`acct_${at % 3}`, 'silent.test', never));
  await settled();
  expect(hosts).toEqual(['silent.test']);
  giveUp();
  for (const each of same) await expect(each).rejects.toThrow('EAI_AGAIN');
  expect(await names('acct_1', 'ok.test', never)).toEqual(['127.0.0.1']);
});

it('limits lookups to the thread pool, and drops a lookup whose caller gave up waiting', async () => {
  const { hosts, resolve, giveUp } = nameServer();
  const names = createNames(resolve);
  const leaving = new AbortController();
  const asking = Array.from({ length: NAMES }, (_, at) =>
    names(`acct_${at}`, `silent-${at}.test`, leaving.signal).catch((error: unknown) => error),
  );
  await settled();
  expect(hosts).toHaveLength(OF_ALL);
  leaving.abort(new Error('too late'));
  const late = names('acct_1', 'ok.test', never);
  await settled();
  expect(hosts).toHaveLength(OF_ALL);
  giveUp();
  expect(await late).toEqual(['127.0.0.1']);
  expect(hosts).toHaveLength(OF_ALL + 1);
  await Promise.all(asking);
});
