import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../harness/eventually.ts';
import { openShop } from './shop.ts';
import { run, runJson } from './toolyard.ts';

const { at, close } = await openShop();
afterAll(close);
const { api } = at;

const records = z.array(z.object({ call_id: z.string(), contents: z.string().nullable() }));
const listed = async () => records.parse(await runJson(['activity', '--stack', 'kept'], api));
const call = (message: string) => run(['call', 'kept', 'shop_echo', '--input', JSON.stringify({ message })], api);

it('enables call contents with redaction, reads them, disables and deletes them', async () => {
  await runJson(['stack', 'create', '--name', 'kept'], api);
  await run(['stack', 'add-server', 'kept', 'shop', '--all'], api);
  await run(['stack', 'set-credentials', 'kept', 'shop', 'shop_key=k3y-of-the-shop'], api);
  const keep = (...args: string[]) => run(['stack', 'keep-contents', 'kept', ...args], api);
  expect((await keep('--days', '7', '--redact', 'email, /output/content')).out).toBe(
    'Inputs and outputs of kept are stored for 7 days, without email, /output/content',
  );
  expect(await runJson(['stack', 'keep-contents', 'kept', '--days', '7', '--redact', ''], api)).toMatchObject({
    ...{ content_days: 7, content_redactions: [] },
  });
  expect((await call('a secret of ours')).code).toBe(0);
  await eventually('the contents are kept', async () => (await listed())[0]?.contents === 'kept');
  const id = (await listed())[0]?.call_id ?? '';
  const contents = await runJson(['activity', '--contents', id], api);
  expect(contents).toMatchObject({ call_id: id, input: { message: 'a secret of ours' } });
  expect(JSON.stringify(contents)).not.toContain('k3y-of-the-shop');
  expect((await run(['activity', '--contents', id], api)).out).toContain('a secret of ours');

  expect((await keep('--off')).out).toBe('Inputs and outputs of kept are no longer stored');
  await call('of nobody’s');
  await eventually('the call is on record', async () => (await listed()).length === 2);
  expect((await listed()).map((each) => each.contents)).toEqual([null, 'kept']);
  expect((await run(['stack', 'delete-contents', 'kept', '--yes'], api)).code).toBe(0);
  expect((await run(['activity', '--contents', id], api)).code).toBe(3);
});

it('refuses neither or both options, too many days, and a foreign stack', async () => {
  const keep = (...args: string[]) => run(['stack', 'keep-contents', ...args], api);
  expect((await keep('kept')).code).toBe(2);
  expect((await keep('kept', '--days', '7', '--off')).code).toBe(2);
  expect((await keep('kept', '--days', '31')).err).toContain('days');
  expect((await keep('kept', '--days', 'seven')).code).toBe(2);
  expect((await keep('nothing', '--off')).code).toBe(3);
  expect((await run(['activity', '--contents', 'nothing'], api)).code).toBe(3);
});
