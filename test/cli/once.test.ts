import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { openShop } from './shop.ts';
import { run, runJson } from './toolyard.ts';

const { at, close } = await openShop();
afterAll(close);

it('a create command with the same --idempotency-key creates once', async () => {
  const stack = await runJson(['stack', 'create', '--name', 'once'], at.api);
  expect(stack).toMatchObject({ stack_name: 'once' });
  const { stack_id: stackId } = stack as { readonly stack_id: string };
  const commands = [
    ['stack', 'create', '--name', 'made once'],
    ['stack', 'add-server', 'once', 'shop', '--all'],
    ['endpoint', 'create', '--stack', stackId, '--name', 'agent'],
    ['key', 'create', '--name', 'once'],
  ];
  for (const command of commands) {
    const again = ['--idempotency-key', randomUUID()];
    const first = await runJson([...command, ...again], at.api);
    expect(await runJson([...command, ...again], at.api), command.join(' ')).toEqual(first);
    const other = await run([...command, '--idempotency-key', randomUUID()], at.api);
    const isNew = other.code === 0 && other.out !== JSON.stringify(first);
    expect(isNew || other.err.includes('already exists'), command.join(' ')).toBe(true);
  }
});

it('an idempotency key needs the API: the database alone stores none', async () => {
  const { TOOLYARD_API_KEY: _key, ...withoutKey } = at.api;
  const { code, err } = await run(['key', 'create', '--name', 'k', '--idempotency-key', 'x'], withoutKey);
  expect(code).not.toBe(0);
  expect(err).toContain('--idempotency-key requires an API key');
});
