import { afterAll, expect, it } from 'vitest';
import { openShop } from './shop.ts';
import { run, runJson } from './toolyard.ts';

const { at, petshop, close } = await openShop();
afterAll(close);

const notes = (description: string) => ({
  id: 'notes',
  name: 'Notes',
  connector: { kind: 'http', baseUrl: petshop.url },
  tools: ['keep', 'read'].map((name) => ({
    name,
    description: name === 'keep' ? description : 'Reads.',
    inputSchema: { type: 'object' },
    request: { kind: 'template', method: 'GET', path: '/echo/said' },
  })),
});

it('lists, shows, refuses and accepts changed tools, which cannot be called meanwhile', async () => {
  const { api } = at;
  await at.world.saveServer(notes('Keeps a note.'));
  await runJson(['stack', 'create', '--name', 'pinned'], api);
  await run(['stack', 'add-server', 'pinned', 'notes', '--all'], api);
  expect((await run(['review', 'list'], api)).out).toBe('No changed tool waits for a review');
  await at.world.saveServer(notes('Keeps a note.\u200b'));

  const call = (tool: string) => run(['call', 'pinned', tool], api);
  expect((await call('notes_read')).code).toBe(0);
  const held = await call('notes_keep');
  expect(held.code).not.toBe(0);
  expect(held.err).toContain('has changed since it was enabled (widening), and the change waits for a review');
  expect(await runJson(['review', 'list'], api)).toMatchObject([
    { tool_id: 'notes_keep', kind: 'widening', refused: false, changes: [{ path: '/description' }] },
  ]);
  const side = await run(['review', 'show', 'notes'], api);
  expect(side.out).toContain('"Keeps a note."');
  expect(side.out).toContain('"Keeps a note.\\u{200b}"');

  const [, digest = ''] = /--digest (\S+)/.exec(side.out) ?? [];
  expect((await run(['review', 'refuse', 'notes', '--digest', digest], api)).out).toBe(
    'Refused, and cannot be called: notes_keep',
  );
  expect((await call('notes_keep')).err).toContain('a review has refused the change');
  expect((await run(['review', 'list'], api)).out).toContain('refused');
  expect((await run(['review', 'accept', 'notes', '--digest', 'another'], api)).err).toContain('has changed since');
  expect((await run(['review', 'accept', 'notes', '--tool', 'notes_keep'], api)).code).toBe(0);
  expect((await call('notes_keep')).code).toBe(0);
  expect((await run(['review', 'accept', 'nothing'], api)).code).toBe(3);

  expect((await run(['review', 'hold', 'breaking,widening'], api)).out).toBe('Wait for a review: breaking, widening');
  expect((await run(['review', 'hold', 'none'], api)).out).toBe('No change waits for a review');
  expect((await run(['review', 'hold', 'everything'], api)).code).not.toBe(0);
});
