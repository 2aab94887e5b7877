import { afterAll, expect, it } from 'vitest';
import { hostileDocument } from '../connectors/import/hostileDocument.ts';
import { leastShare } from '../harness/longestWait.ts';
import { startWorld } from '../harness/world.ts';
import { ask, payloadOf, run } from './ask.ts';
import { PreviewServerDocument } from './operations/preview.ts';
import { OPENAPI } from './sources.ts';

const world = await startWorld();
afterAll(() => world.close());

/** If this thread parsed one of the two documents, it would use half of the CPU time. */
const SHARE_MAX = 1 / 4;
const hostile = { input: { source: { openApi: { text: hostileDocument() } } } };
const sendHostile = () => ask(world.url, world.account.apiKey, PreviewServerDocument.toString(), hostile);

it('slow documents delay no other account, leave the process time for heartbeats, and are read one after another', async () => {
  const { result, share } = await leastShare(async () => {
    const order: string[] = [];
    const theirs = Array.from({ length: 4 }, () => sendHostile());
    const read = Promise.all(theirs).finally(() => order.push('theirs'));
    await (await fetch(`${world.url}/livez`)).text();
    order.push('livez');
    const text = JSON.stringify(OPENAPI);
    const ours = await run(world.url, world.otherAccount.apiKey, PreviewServerDocument, {
      input: { source: { openApi: { text } } },
    });
    order.push('ours');
    return { ours, answers: await read, order };
  }, SHARE_MAX);
  const { ours, answers, order } = result;
  expect(payloadOf(ours, 'PreviewServerPayload').server).toMatchObject({ toolCount: 2 });
  expect(order).toEqual(['livez', 'ours', 'theirs']);
  const refused = answers.filter(({ errors }) => errors[0]?.extensions?.['code'] === 'RATE_LIMITED');
  expect(refused).toEqual([]);
  expect(share).toBeLessThan(SHARE_MAX);
});
