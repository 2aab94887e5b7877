import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../harness/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

it.each(['/v1x', '/nothing', '/sx'])(
  'answers %s, which belongs to no surface, in the documented form',
  async (path) => {
    const response = await fetch(world.url + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ detail: 'Not found' });
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  },
);

it('leads a person from the bare address to GraphiQL', async () => {
  const response = await fetch(`${world.url}/`, { headers: { accept: 'text/html' } });
  expect(response.url).toBe(`${world.url}/graphql`);
  expect(await response.text()).toContain('GraphiQL');
});

it('is alive and ready', async () => {
  expect(await (await fetch(`${world.url}/livez`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${world.url}/readyz`)).json()).toEqual({ status: 'ready', database: 'ok', limits: 'ok' });
});
