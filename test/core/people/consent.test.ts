import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { approveAuthorization } from '../../../src/core/authorization/consent.ts';
import { openRequest } from '../../../src/core/authorization/request.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { rightsOf, roleNames } from '../../../src/core/kernel/roles.ts';
import type { AppError } from '../../../src/core/lib/errors.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { startWorld, type World } from '../../harness/world.ts';
import {
  authorizeUrl,
  CALLBACK,
  challengeOf,
  newClient,
  newVerifier,
  open,
  sealedIn,
  submit,
} from '../../oauth/kit.ts';
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

const nobody = { kind: 'visitor', accountId: null, address: '127.0.0.1' } as const;
const ours = () => ({ origin: world.url, 'sec-fetch-site': 'same-origin' });

describe('the consent page', () => {
  it('needs one click of a signed-in person of the account, and records who clicked', async () => {
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
  ])('asks %s for an API key, and accepts no click alone', async (_name, cookie) => {
    const page = await open(url, { headers: { cookie: cookie() } });
    expect(page.text).toContain('name="api_key"');
    expect(page.text).not.toContain('You are signed in');
    const sent = await submit(url, page, { decision: 'allow' }, { ...ours(), cookie: cookie() });
    expect([sent.status, sent.headers.get('location')]).toEqual([401, null]);
  });

  it.each(roleNames)('lets an %s, person or key, issue a stack token only if they could create one', async (role) => {
    const { edge, account } = world;
    const may = rightsOf(role).includes('write');
    const person = await newPerson(world, `${role}@example.com`, account, role);
    const { key } = await createApiKey(account.ctx, { name: role, role });
    const page = await open(url, { headers: { cookie: person.cookie } });
    expect(page.text.includes(`You are signed in as ${person.email}.`)).toBe(may);
    const clicked = await submit(url, page, { decision: 'allow' }, { ...ours(), cookie: person.cookie });
    const typed = await submit(url, page, { decision: 'allow', api_key: key });
    expect([clicked.status, typed.status]).toEqual(may ? [303, 303] : [401, 401]);
    // Also tests the verb, because the page may be older than the role change.
    const request = openRequest(edge.deps, sealedIn(page));
    const session = person.cookie.split('=')[1] ?? '';
    for (const actor of [await edge.authenticate.apiKey(key, '127.0.0.1'), await edge.authenticate.session(session)]) {
      const approval = approveAuthorization({ ...account.ctx, actor: actor ?? nobody }, request);
      const code = await approval.catch((error: AppError) => error.message);
      expect(code).toMatch(may ? /^tyc_/ : `the right “write”, which the role “${role}” does not grant`);
    }
  });

  it.each([
    ['from another site', 403, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['without an origin', 401, {}],
  ])('accepts no click %s', async (_which, status, headers) => {
    const page = await open(url, { headers: { cookie: ann.cookie } });
    const sent = await submit(url, page, { decision: 'allow' }, { ...headers, cookie: ann.cookie });
    expect([sent.status, sent.headers.get('location')]).toEqual([status, null]);
  });
});
