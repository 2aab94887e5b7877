import { isObjectType, isUnionType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../src/core/machines/trustedIssuer.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createInvitation } from '../../src/core/people/invitation.ts';
import { acceptInvitation } from '../../src/core/people/signIn.ts';
import { setSkill } from '../../src/core/skills/skill.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { createWebhook } from '../../src/core/webhooks/webhook.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { claimsByName } from '../../src/graphql/types/trustedIssuer.ts';
import { storeFile } from '../core/files/storeFile.ts';
import { growth } from '../harness/cpu.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';

/* A deletion returns the owner of the deleted object. The payloads are those of the schema. */

const OWNERS = ['account', 'endpoint', 'stack'] as const;

/** Each deletion, and the owner in its payload. */
const DELETIONS = Object.values(graphqlSchema().getMutationType()?.getFields() ?? {})
  .filter(({ name, deprecationReason }) => /^(?:delete|revoke)/.test(name) && !deprecationReason)
  .flatMap(({ name, type }) => {
    const payload = isUnionType(type) ? type.getTypes().find((member) => member.name.endsWith('Payload')) : undefined;
    const fields = isObjectType(payload) ? payload.getFields() : {};
    const owner = OWNERS.find((each) => fields[each]);
    return owner ? [{ name, owner }] : [];
  })
  // Last, because it revokes the invitations.
  .toSorted((one, other) => Number(one.name === 'deleteUser') - Number(other.name === 'deleteUser'));

let world: World;
let inputs: Readonly<Record<string, object>>;
let owners: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await startWorld();
  const { ctx } = world.account;
  const { id: stackId } = await createStack(ctx, { name: 'work' });
  const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'agent' });
  const { endpoint: spare } = await createClientEndpoint(ctx, { stackId, name: 'spare' });
  await saveServer(ctx, serverDocument('shop'));
  const issuer = { endpointId: endpoint.id, name: 'idp', issuer: 'https://idp.test' };
  const person = {
    secret: (await createInvitation(ctx)).secret,
    email: 'ann@a.test',
    password: 'a long enough password',
  };
  const { user } = await acceptInvitation(ctx, person, { userAgent: '' });
  await acceptInvitation(
    ctx,
    { ...person, secret: (await createInvitation(ctx)).secret, email: 'bob@a.test' },
    { userAgent: '' },
  );
  await setSkill(ctx, stackId, { content: '---\nname: tidy\ndescription: Tidy up.\n---\n' });
  inputs = {
    deleteCallContents: { stackId },
    deleteClientEndpoint: { endpointId: spare.id },
    deleteFile: { fileId: (await storeFile(ctx, { accountId: world.account.id, stackId })).id },
    deleteServer: { serverId: 'shop' },
    deleteSkill: { stackId, name: 'tidy' },
    deleteStack: { stackId: (await createStack(ctx, { name: 'other' })).id },
    deleteTrustedIssuer: { trustedIssuerId: (await createTrustedIssuer(ctx, issuer)).id },
    deleteUser: { userId: user.id },
    deleteWebhook: { webhookId: (await createWebhook(ctx, { name: 'w', url: 'https://w.test/' })).webhook.id },
    revokeInvitation: { invitationId: (await createInvitation(ctx)).invitation.id },
    revokeServiceAccount: {
      serviceAccountId: (await createServiceAccount(ctx, { endpointId: endpoint.id, name: 'm' })).client.id,
    },
  };
  owners = { account: world.account.id, endpoint: endpoint.id, stack: stackId };
});
afterAll(() => world.close());

const send = (name: string, input: object, fields: string, more = '') => {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const query = `mutation ($input: ${type}Input!) { ${name}(input: $input) {
    ... on ${type}Payload { ${fields} } ... on UserError { message } ${more} } }`;
  return dataOf(ask(world.url, world.account.apiKey, query, { input }));
};

it.each(DELETIONS)('$name returns the $owner', async ({ name, owner }) => {
  const input = inputs[name];
  if (!input) throw new Error(`No input for ${name}`);
  expect(await send(name, input, `${owner} { id }`)).toEqual({ [name]: { [owner]: { id: owners[owner] } } });
});

it('tries every deletion with an owner', () => {
  process.stdout.write(`${DELETIONS.length} deletions\n`);
  expect(DELETIONS.map(({ name }) => name).toSorted()).toEqual(Object.keys(inputs).toSorted());
});

it('claims of a trusted issuer have a type, and unique names', async () => {
  const claims = [{ name: 'groups', values: ['a', 'b'] }];
  const issuer = { endpointId: owners['endpoint'], name: 'idp', issuer: 'https://other.test', claims };
  const fields = 'trustedIssuer { id claims { name values } }';
  const made = await send('createTrustedIssuer', issuer, fields);
  expect(made).toMatchObject({ createTrustedIssuer: { trustedIssuer: { claims } } });
  const twice = { ...issuer, issuer: 'https://third.test', claims: [...claims, ...claims] };
  expect(
    await send('createTrustedIssuer', twice, fields, '... on InvalidInputError { issues { path } }'),
  ).toMatchObject({
    createTrustedIssuer: { issues: [{ path: '/claims/1/name' }] },
  });
});

it('the time to find a repeated claim grows no faster than the list', () => {
  const claims = Array.from({ length: 400_000 }, (_, at) => ({ name: `c${at}`, values: [] }));
  const factor = growth((length) => void claimsByName(claims.slice(0, length)), claims.length);
  process.stdout.write(`twice as many claims take ${factor.toFixed(1)} times as long\n`);
  expect(factor).toBeLessThan(3);
});
