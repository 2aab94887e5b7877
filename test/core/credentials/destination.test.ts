import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEvents } from '../../../src/core/audit/list.ts';
import { migrateToBoundEnvelopes } from '../../../src/core/credentials/bind.ts';
import { removeCredential, setCredentials } from '../../../src/core/credentials/credential.ts';
import { getCredentialStatus } from '../../../src/core/credentials/status.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { updateHeldChanges } from '../../../src/core/reviews/heldChanges.ts';
import { connectorSchema } from '../../../src/core/servers/document.ts';
import { updateServerCredentialMode } from '../../../src/core/stacks/credentialMode.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { isWhole, someOf } from '../../harness/wholeTables.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { addresses, CHANGES, documentOf, KINDS, ofClient, withToken } from './destinationChanges.ts';

/*
 * A stored credential goes only to its owner's destination: after any change of it, no listener receives it until it is
 * entered again. Tests every change for every connector and owner it exists for, and prints the number of cases.
 */

const SECRET = 'canary-5f1d8c2e9b7a4036';
// The client sends this secret to the token endpoint, which returns `SECRET` as the access token.
const CLIENT_SECRET = 'client-0c7e5a9d31b84f62';

type Listener = { readonly url: string; readonly server: Server; received(): number };

let home: Listener;
let evil: Listener;
let world: World;

async function startListener(): Promise<Listener> {
  let texts: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    texts.push([request.url, ...request.rawHeaders, Buffer.concat(chunks).toString()].join('\n'));
    const answer = request.url === '/token' ? { access_token: SECRET, token_type: 'bearer' } : {};
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  return {
    url,
    server,
    received: () => {
      const count = texts.filter((text) => text.includes(SECRET)).length;
      texts = [];
      return count;
    },
  };
}

beforeAll(async () => {
  [home, evil] = await Promise.all([startListener(), startListener()]);
  Object.assign(addresses, { home: home.url, evil: evil.url });
  const hosts = [home, evil].map(({ url }) => new URL(url).host);
  world = await startWorld({ egressAllow: hosts.join(',') });
  // A tool with a new destination also waits for a review: this tests the protection after that review.
  await updateHeldChanges(world.account.ctx, { kinds: [] });
});
afterAll(async () => {
  await world?.close();
  for (const each of [home, evil]) each?.server.close();
});

// The batch size of core/credentials/bind.ts.
const OWNERS_PER_BATCH = 50;

const CLIENT = 'a client of the stack that signs in by itself';
const OWNERS = ['the stack', 'an end user', CLIENT] as const;

const ALL = CHANGES.flatMap((change) =>
  change.kinds.flatMap((kind) =>
    // Every kind uses its token the same way.
    OWNERS.filter((owner) => owner !== CLIENT || kind === change.kinds[0]).map((owner) => ({
      name: change.name,
      change,
      kind,
      owner,
    })),
  ),
);

const CASES = someOf(ALL, 15);

let count = 0;
/** Creates a case's server in a stack with stored credentials. Returns functions to call and inspect it. */
async function place({ change, kind, owner }: (typeof CASES)[number]) {
  const { ctx, apiKey } = world.account;
  count += 1;
  const id = `moving-${count}`;
  const endUser = owner === 'an end user' ? 'ann' : null;
  const isClient = owner === CLIENT;
  const plain = documentOf(id, kind, change.address ?? home.url);
  const document = isClient ? ofClient(plain) : plain;
  await world.saveServer(document);
  const { id: stackId } = await createStack(ctx, { name: id });
  await addServerToStack(ctx, stackId, { serverId: id, enableAllTools: true });
  if (endUser) await updateServerCredentialMode(ctx, stackId, toServerId(id), { credentialMode: 'user' });
  const enter = (credentials: Record<string, string>) =>
    setCredentials(ctx, stackId, toServerId(id), { credentials, endUser });
  const stored = isClient ? 'secret' : 'token';
  const again = () => enter({ [stored]: isClient ? CLIENT_SECRET : SECRET });
  await enter({ site: home.url });
  await again();
  const toolName = `${id}_get`;
  return {
    document,
    enter,
    again,
    forget: (fieldId: string) => removeCredential(ctx, stackId, toServerId(id), fieldId, endUser),
    status: async () =>
      (await getCredentialStatus(ctx, stackId, toServerId(id), endUser)).fields.find(
        ({ fieldId }) => fieldId === stored,
      ),
    audit: async () => (await listAuditEvents(ctx, { take: 3 })).map(({ action }) => action),
    async call(): Promise<string> {
      const answer = await fetch(`${world.url}/v1/stacks/${stackId}/tools/${toolName}/invoke`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          ...(endUser && { 'x-end-user': endUser }),
        },
        body: '{"tool_input":{}}',
      });
      return answer.text();
    },
  };
}

const receivedNow = (): number => home.received() + evil.received();

describe('a credential goes only to its owner’s destination', () => {
  let received = 0;
  afterAll(() =>
    process.stdout.write(`destinations: ${CASES.length} changes, ${received} secrets received after them\n`),
  );

  it.each(CASES)('$name ($kind, $owner)', async (each) => {
    const placed = await place(each);
    const isProgram = each.kind === 'mcp-stdio';
    expect(await placed.status()).toMatchObject({ state: 'added', isMoved: false });
    if (!isProgram) {
      await placed.call();
      expect(receivedNow()).toBeGreaterThan(0);
    }
    const changed = each.change.apply(placed.document, each.kind);
    if ('connector' in changed) await world.saveServer(changed);
    else await placed.enter({ site: String(changed.site) });
    const message = await placed.call();
    const now = receivedNow();
    received += now;
    expect(now).toBe(0);
    expect(message).toContain('the stored ones are for another destination; enter them again: token');
    expect(await placed.audit()).toContain('credentials.move');
    expect(await placed.status()).toMatchObject({ state: 'missing', isMoved: true });
    await placed.again();
    expect(await placed.status()).toMatchObject({ state: 'added', isMoved: false });
  });

  it('keeps the secret of a user sign-in client from being used without a person', async () => {
    const [change] = CHANGES;
    if (!change) throw new Error('no case');
    const placed = await place({ name: '', change, kind: 'http', owner: CLIENT });
    const { oauth2 } = placed.document.credentials[0] ?? {};
    const authorizationUrl = `${home.url}/authorize`;
    const forPeople = { ...Object(oauth2), authorizationUrl, grant: 'authorization_code' };
    await world.saveServer(withToken(placed.document, { oauth2: forPeople }));
    await placed.again();
    await world.saveServer(withToken(placed.document, { oauth2: { ...forPeople, grant: 'client_credentials' } }));
    expect(await placed.call()).toContain('enter them again: token');
    expect(receivedNow()).toBe(0);
  });

  it('stays missing when the change is undone', async () => {
    const [each] = CASES;
    if (!each) throw new Error('no case');
    const placed = await place(each);
    await world.saveServer(withToken(placed.document, { secret: false }));
    await world.saveServer(placed.document);
    expect(await placed.call()).toContain('enter them again: token');
    expect(receivedNow()).toBe(0);
  });

  it('keeps a value that was stored before its address, and follows no second address', async () => {
    const change = CHANGES.find(({ address }) => address === '{site}');
    if (!change) throw new Error('no case');
    const placed = await place({ name: '', change, kind: 'http', owner: 'the stack' });
    await placed.forget('site');
    await placed.forget('token');
    await placed.enter({ token: SECRET });
    await placed.enter({ site: home.url });
    await placed.call();
    expect([home.received(), evil.received()]).toEqual([1, 0]);
    await placed.forget('site');
    await placed.enter({ site: evil.url });
    expect(await placed.call()).toContain('enter them again: token');
    expect(receivedNow()).toBe(0);
  });

  // Runs last, because it needs the credentials of the cases above: every kind of connector, and more than one batch.
  it('binds old values to their destination at the upgrade, and opens none before', async () => {
    const change = CHANGES.find(({ address }) => address === '{site}');
    if (!change) throw new Error('no case');
    const placed = await place({ name: '', change, kind: 'http', owner: 'an end user' });
    const unbound = await unbind(world.operator);
    if (isWhole) expect(unbound.owners).toBeGreaterThan(OWNERS_PER_BATCH);
    if (isWhole) expect(unbound.kinds).toEqual([...KINDS].sort());
    expect(await placed.call()).toContain('enter them again: token');
    expect(receivedNow()).toBe(0);
    expect(await migrateToBoundEnvelopes(world.operator)).toEqual({ bound: unbound.credentials, unreadable: 0 });
    expect(await migrateToBoundEnvelopes(world.operator)).toEqual({ bound: 0, unreadable: 0 });
    await placed.call();
    expect([home.received(), evil.received()]).toEqual([1, 0]);
    expect(await placed.audit()).toContain('credentials.bind');
    await placed.enter({ site: evil.url });
    expect(await placed.call()).toContain('enter them again: token');
    expect(receivedNow()).toBe(0);
  });
});

/** Reseals every usable credential without a destination, like the previous release; returns which. */
async function unbind(ctx: Ctx) {
  const rows = await ctx.db.credential.findMany({
    where: { state: 'connected' },
    include: { stackServer: { include: { stack: true, server: { select: { connector: true } } } } },
  });
  for (const { id, endUser, fieldId, revision, stackServer } of rows) {
    const { stackId, serverId, stack } = stackServer;
    const text = fieldId === 'token' ? SECRET : home.url;
    const binding = { accountId: stack.accountId, stackId, serverId, endUser, fieldId, revision, destination: null };
    const { bytes: sealed, keyId } = ctx.vault.seal(text, binding);
    await ctx.db.credential.update({ where: { id }, data: { sealed, keyId, destination: null } });
    ctx.changes.publishLocally([{ kind: 'credentials', id: stackServer.id, endUser }]);
  }
  await ctx.db.$executeRaw`UPDATE credential_field SET uses = NULL`;
  return {
    credentials: rows.length,
    owners: new Set(rows.map(({ stackServerId, endUser }) => `${stackServerId} ${endUser}`)).size,
    kinds: [...new Set(rows.map(({ stackServer }) => connectorSchema.parse(stackServer.server.connector).kind))].sort(),
  };
}
