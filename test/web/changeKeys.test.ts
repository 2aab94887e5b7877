import { expect, it } from 'vitest';
import { claimChangeKey } from '../../web/src/api/changeKeys.ts';

const BODY = '{"query":"mutation { createStack }"}';

it('a change keeps its key until it gets a response, then gets another', async () => {
  const [first, atOnce, other] = await Promise.all([BODY, BODY, `${BODY} `].map((body) => claimChangeKey(body)));
  expect(first?.key).toMatch(/^[\x21-\x7e]{1,255}$/);
  expect(atOnce?.key).toBe(first?.key);
  expect(other?.key).not.toBe(first?.key);
  // No response arrived, so pressing the button again sends the same key.
  expect((await claimChangeKey(BODY))?.key).toBe(first?.key);
  first?.answered();
  expect((await claimChangeKey(BODY))?.key).not.toBe(first?.key);
});
