import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { registryPage } from '../connectors/registry/page.ts';
import { type StandInRegistry, startRegistry } from '../connectors/registry/standIn.ts';
import { startWorld, type World } from '../harness/world.ts';
import { payloadOf, run } from './ask.ts';
import { PreviewServerDocument } from './operations/preview.ts';
import { ImportServerDocument } from './operations/servers.ts';
import { type Sources, startSources } from './sources.ts';

const LOOPBACK = { kind: 'range', address: '127.0.0.1', prefixBits: 32, port: null } as const;

let registry: StandInRegistry;
let at: Sources;
let world: World;
/** In this service, the servers that a document names are unreachable. */
let strict: World;
beforeAll(async () => {
  at = await startSources();
  registry = await startRegistry(() => registryPage(at.upstream.url, at.signedIn.url, at.locked.url));
  world = await startWorld({ egressAllow: '127.0.0.1/32', config: { egressAllowIndirect: [LOOPBACK] } });
  strict = await startWorld({ egressAllow: '127.0.0.1/32' });
});
afterAll(async () => {
  await Promise.all([world, strict].map((each) => each.close()));
  await registry.close();
  await at.close();
});

describe('an entry of the registry', () => {
  const urlOf = (name: string) => `${registry.url}/v0.1/servers/${encodeURIComponent(name)}/versions/1.0.0`;
  const source = (name: string) => ({ source: { registry: { url: urlOf(name) } } });
  const preview = (name: string, more: object = {}, on: World = world) =>
    run(on.url, on.account.apiKey, PreviewServerDocument, { input: { ...source(name), ...more } });

  it('that runs remotely is imported from the registry’s URL', async () => {
    const { server } = payloadOf(await preview('io.example/echo'), 'PreviewServerPayload');
    expect(server).toMatchObject({ id: 'echo', name: 'Echo', needsSignIn: false });
    expect(server.toolCount).toBeGreaterThan(0);
    const imported = await run(world.url, world.account.apiKey, ImportServerDocument, {
      input: source('io.example/echo'),
    });
    expect(imported).toMatchObject({ __typename: 'ImportServerPayload' });
  });

  it('that requires a sign-in is imported without tools until someone signs in', async () => {
    const { server } = payloadOf(await preview('io.example/signed-in'), 'PreviewServerPayload');
    expect(server).toMatchObject({ toolCount: 0, needsSignIn: true, credentialFields: [{ canConnect: true }] });
  });

  it('that requires a header is imported with the credential, which becomes a field', async () => {
    expect(await preview('io.example/locked')).toMatchObject({
      __typename: 'InvalidInputError',
      issues: [{ path: '/credentials/authorization' }],
    });
    const credentials = { authorization: `Bearer ${at.key}` };
    const { server } = payloadOf(await preview('io.example/locked', { credentials }), 'PreviewServerPayload');
    expect(server.toolCount).toBeGreaterThan(0);
    expect(JSON.stringify(server.document)).not.toContain(at.key);
  });

  it('that is a program can be imported only by the operator', async () => {
    expect(await preview('io.example/files')).toMatchObject({ __typename: 'ForbiddenError' });
  });

  it('reaches no private address that is allowed only for URLs entered by the account', async () => {
    for (const name of ['io.example/echo', 'io.example/signed-in']) {
      const before = at.upstream.requests.length + at.signedIn.requests.length;
      expect(await preview(name, {}, strict)).toMatchObject({ __typename: 'InvalidInputError' });
      expect(at.upstream.requests.length + at.signedIn.requests.length).toBe(before);
    }
  });

  it('of another Toolyard is imported from its registry, with a sign-in', async () => {
    const { ctx } = world.otherAccount;
    const { id: stackId } = await createStack(ctx, { name: 'Shared' });
    const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'Theirs' });
    const path = `/v0.1/servers/${encodeURIComponent(`127.0.0.1/${endpoint.clientId}`)}/versions/latest`;
    const headers = { authorization: `Bearer ${world.otherAccount.apiKey}` };
    const text = await (await fetch(`${world.url}${path}`, { headers })).text();
    const open = { source: { registry: { text } }, id: 'theirs' };
    const signingIn = await run(world.url, world.account.apiKey, PreviewServerDocument, { input: open });
    expect(payloadOf(signingIn, 'PreviewServerPayload').server).toMatchObject({
      needsSignIn: true,
      name: 'Shared – Theirs',
    });
  });
});
