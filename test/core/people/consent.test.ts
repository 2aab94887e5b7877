import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { authorizeUrl, CALLBACK, challengeOf, newClient, newVerifier, open, submit } from '../../oauth/kit.ts';
import { newPerson, type Person } from './kit.ts';

let world: World;
let ann: Person;
let stranger: Person;
let url: string;
beforeAll(async () => {
  world = await startWorld();
  ann = await newPerson(world, 'ann@example.com');
  stranger = await newPerson(world, 'eve@example.com', world.otherAccount);
  const { ctx } = world.account;
  const { id: stackId } = await createStack(ctx, { name: 'shop' });
  const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'agent' });
  const code_challenge = challengeOf(newVerifier());
  const resource = `${world.url}/s/${endpoint.clientId}/mcp`;
  url = authorizeUrl(world, { client_id: await newClient(world), code_challenge, resource });
});
afterAll(() => world.close());

const ours = () => ({ origin: world.url, 'sec-fetch-site': 'same-origin' });

describe('the consent page', () => {
  it('asks a person of the account who is signed in for a click alone, and records whose it was', async () => {
    const page = await open(url, { headers: { cookie: ann.cookie } });
    expect(page.text).toContain('You are signed in as ann@example.com.');
    expect(page.text).not.toContain('api_key');
    const sent = await submit(url, page, { decision: 'allow' }, { ...ours(), cookie: ann.cookie });
    expect(sent.status).toBe(303);
    expect(sent.headers.get('location')).toMatch(new RegExp(`^${CALLBACK}\\?code=tyc_`));
    const where = { action: 'endpoint.authorize', actorKind: 'user', actorId: ann.id };
    expect(await world.edge.deps.db.auditEvent.count({ where })).toBe(1);
  });

  it.each([
    ['nobody', () => ''],
    ['a person of another account', () => stranger.cookie],
  ])('asks %s for an API key, and takes no click alone', async (_who, cookie) => {
    const page = await open(url, { headers: { cookie: cookie() } });
    expect(page.text).toContain('name="api_key"');
    expect(page.text).not.toContain('You are signed in');
    const sent = await submit(url, page, { decision: 'allow' }, { ...ours(), cookie: cookie() });
    expect([sent.status, sent.headers.get('location')]).toEqual([401, null]);
  });

  it.each([
    ['from another site', 403, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['that does not say where it is from', 401, {}],
  ])('takes no click %s', async (_which, status, headers) => {
    const page = await open(url, { headers: { cookie: ann.cookie } });
    const sent = await submit(url, page, { decision: 'allow' }, { ...headers, cookie: ann.cookie });
    expect([sent.status, sent.headers.get('location')]).toEqual([status, null]);
  });
});
