import { afterAll, describe, expect, it } from 'vitest';
import { hostileDocument } from '../connectors/import/hostileDocument.ts';
import { longestWait } from '../harness/longestWait.ts';
import { startWorld } from '../harness/world.ts';
import { ask, payloadOf, run } from './ask.ts';
import { PreviewServerDocument } from './operations/preview.ts';
import { OPENAPI } from './sources.ts';

const world = await startWorld();
afterAll(() => world.close());

const hostile = { input: { source: { openApi: { text: hostileDocument() } } } };
const sendHostile = () => ask(world.url, world.account.apiKey, PreviewServerDocument.toString(), hostile);

describe('documents that take long to read', () => {
  it('keep nobody of another account waiting, and are refused while two of the account are being read', async () => {
    const order: string[] = [];
    const theirs = Array.from({ length: 4 }, () => sendHostile());
    const read = Promise.all(theirs).finally(() => order.push('theirs'));
    const text = JSON.stringify(OPENAPI);
    const ours = run(world.url, world.otherAccount.apiKey, PreviewServerDocument, {
      input: { source: { openApi: { text } } },
    });
    expect(payloadOf(await ours, 'PreviewServerPayload').server).toMatchObject({ toolCount: 2 });
    order.push('ours');
    const answers = await read;
    expect(order).toEqual(['ours', 'theirs']);
    const refused = answers.filter(({ errors }) => errors[0]?.extensions?.['code'] === 'RATE_LIMITED');
    expect(refused.map(({ errors }) => errors[0]?.message)).toEqual(
      Array(2).fill('Two imports of this account are being read already: wait for them'),
    );
    const failed = answers.filter(({ errors }) => errors.length === 0).map(({ text: body }) => JSON.parse(body));
    expect(failed).toMatchObject(Array(2).fill({ data: { previewServer: { __typename: 'InvalidInputError' } } }));
  }, 60_000);

  it('leave the process time to say that it lives', async () => {
    const live = async (): Promise<number> => {
      const begun = performance.now();
      await (await fetch(`${world.url}/livez`)).text();
      return performance.now() - begun;
    };
    const { result: tookMs, waitMs } = await longestWait(async () => {
      const reading = sendHostile();
      const took = await live();
      await reading;
      return took;
    });
    expect(Math.max(tookMs, waitMs)).toBeLessThan(2_000);
  }, 60_000);
});
