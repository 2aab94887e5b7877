import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpPath, startUpstream, type Upstream } from '../../../scripts/neighbours/upstream.ts';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import { newRefreshToken } from '../../../src/core/authorization/issue.ts';
import { claim } from '../../../src/core/calls/idempotentCall.ts';
import { registerOwnClient } from '../../../src/core/credentials/registration.ts';
import type { AccountActor } from '../../../src/core/kernel/actor.ts';
import { BOUNDS, type BoundName } from '../../../src/core/kernel/bounds.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { newResultId, toServerId, toUserId } from '../../../src/core/kernel/ids.ts';
import { write } from '../../../src/core/kernel/write.ts';
import { importSlots } from '../../../src/core/limits/concurrency.ts';
import { requireStored } from '../../../src/core/limits/countedBounds.ts';
import { importServer, previewServer } from '../../../src/core/marketplace/importServer.ts';
import { refreshServerTools } from '../../../src/core/marketplace/refreshTools.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { openSession, userCtxOf } from '../../../src/core/people/session.ts';
import { chunkOf } from '../../../src/core/results/part.ts';
import { storeResult } from '../../../src/core/results/storedResult.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { isWhole } from '../../harness/wholeTables.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { makeEndpoint } from '../../mcp/kit.ts';

let world: World;
let upstream: Upstream;
beforeAll(async () => {
  world = await startWorld({ egressAllow: '127.0.0.0/8' });
  upstream = await startUpstream();
});
afterAll(async () => {
  await world.close();
  upstream.close();
});

const limited = (ctx: Ctx, limits: Readonly<Partial<Record<BoundName, number>>>): Ctx => ({
  ...ctx,
  actor: { ...(ctx.actor as AccountActor), limits },
});
const reached = (name: BoundName, code = 'rate_limited') => ({
  code,
  message: expect.stringContaining(`The limit ${name} is reached`),
});

describe('concurrent work at a bound', () => {
  it('max_calls: one more call of this account waits until one ends', async () => {
    const waiting: (() => void)[] = [];
    const server = createServer((_request, response) => waiting.push(() => response.end('{}')));
    const baseUrl = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    const document = (id: string) => ({
      ...{ id, name: id, connector: { kind: 'http' as const, baseUrl } },
      tools: [
        {
          ...{ name: 'wait', description: '', inputSchema: { type: 'object' } },
          request: { kind: 'template' as const, method: 'GET' as const, path: '/', bodyEncoding: 'json' as const },
        },
      ],
    });
    const account = await world.newAccount('busy');
    const { stackId } = await makeEndpoint(account.ctx, world.url, 'busy', [document('busy')]);
    const ctx = limited(account.ctx, { max_calls: 2 });
    const calls = [1, 2].map(() => invokeTool(ctx, stackId, 'busy_wait', {}));
    await expect.poll(() => waiting.length).toBe(2);
    const third = invokeTool(ctx, stackId, 'busy_wait', {});
    const other = await world.newAccount('beside');
    const { stackId: theirs } = await makeEndpoint(other.ctx, world.url, 'beside', [document('beside')]);
    const otherCall = invokeTool(limited(other.ctx, { max_calls: 2 }), theirs, 'beside_wait', {});
    await expect.poll(() => waiting.length).toBe(3);
    for (const answer of waiting) answer();
    expect(await Promise.all([...calls, otherCall])).toMatchObject([{ kind: 'ok' }, { kind: 'ok' }, { kind: 'ok' }]);
    await expect.poll(() => waiting.length).toBe(4);
    waiting[3]?.();
    expect(await third).toMatchObject({ kind: 'ok' });
    await expect(invokeTool(limited(account.ctx, { max_calls: 0 }), stackId, 'busy_wait', {})).rejects.toMatchObject(
      reached('max_calls'),
    );
    server.close();
  });

  it('max_imports: one more preview waits in its account’s queue', async () => {
    const { ctx } = await world.newAccount('reader');
    const source = { mcp: { url: `${upstream.origin}/hang` } };
    const leaving = new AbortController();
    const own = { ...limited(ctx, { max_imports: 2 }), signal: leaving.signal };
    const reading = [1, 2].map((at) => previewServer(own, { id: `p-${at}`, source }).catch((error: unknown) => error));
    const at = { kind: 'mcp-http' as const, url: `${upstream.origin}/hang` };
    const { stackId } = await makeEndpoint(ctx, world.url, 'asked', [{ id: 'asked', name: 'Asked', connector: at }]);
    const late: Promise<unknown>[] = [];
    for (const start of [
      () => previewServer(own, { id: 'p-3', source }),
      () => importServer(own, { source: { id: 'p-4', source } }),
      () => refreshServerTools(own, stackId, toServerId('asked')),
    ]) {
      late.push(start().catch((error: unknown) => error));
    }
    const document = { id: 'fine', name: 'Fine', connector: { kind: 'http', baseUrl: 'https://api.test' }, tools: [] };
    const other = await world.newAccount('reader beside');
    await expect(previewServer(other.ctx, { source: { document } })).resolves.toMatchObject({ isChanged: true });
    await expect.poll(() => importSlots.waiting()).toBe(3);
    leaving.abort();
    await Promise.all([...reading, ...late]);
    expect(importSlots.waiting()).toBe(0);
  });
});

describe('an upstream’s list at a bound', () => {
  const preview = (list: Parameters<typeof mcpPath>[0]) =>
    previewServer(world.account.ctx, { id: 'list', source: { mcp: { url: upstream.origin + mcpPath(list) } } });
  const small = { toolsPerPage: 1, pages: null, descriptionChars: 10, schemaChars: 10 };

  const LARGE = [
    'max_discovery_bytes',
    { ...small, toolsPerPage: 100, descriptionChars: 2_000, schemaChars: 2_000 },
  ] as const;

  it.each([
    ['max_discovery_pages', small],
    ['max_server_tools', { ...small, toolsPerPage: 100, pages: 21 }],
    ...(isWhole ? [LARGE] : []),
  ] as const)('%s: reads no further', async (name, list) => {
    await expect(preview(list)).rejects.toMatchObject(reached(name, 'invalid_input'));
  });
});

describe('one server at a bound', () => {
  const document = (tools: readonly object[]) => ({
    ...{ id: 'heavy', name: 'Heavy', connector: { kind: 'http', baseUrl: 'https://api.test' } },
    tools: tools.map((tool, at) => ({
      ...{ name: `t${at}`, inputSchema: { type: 'object' }, request: { kind: 'template', method: 'GET', path: '/' } },
      ...tool,
    })),
  });

  it('max_server_bytes: a larger document is refused', async () => {
    const tools = Array.from({ length: 1_100 }, () => ({ description: 'd'.repeat(16_000) }));
    await expect(saveServer(world.account.ctx, document(tools))).rejects.toMatchObject(
      reached('max_server_bytes', 'invalid_input'),
    );
  });

  it('max_schema_bytes: a larger schema is refused', async () => {
    const inputSchema = { type: 'object', description: 's'.repeat(BOUNDS.max_schema_bytes.max) };
    const refused: unknown = await saveServer(world.account.ctx, document([{ inputSchema }])).catch((error) => error);
    expect(JSON.stringify(refused)).toContain('max_schema_bytes');
  });

  it('max_client_registrations: the oldest is deleted when one more is created', async () => {
    const { ctx } = world.account;
    await saveServer(ctx, document([{}]));
    const { id: serverId } = await ctx.db.server.findFirstOrThrow({ where: { slug: toServerId('heavy') } });
    const client = { clientId: 'c', clientSecret: null, authMethod: 'none' as const, expiresAt: null };
    const own = { ...ctx, oauth: { ...ctx.oauth, register: () => Promise.resolve(client) } };
    const provider = {} as Parameters<typeof registerOwnClient>[2];
    for (let at = 0; at <= BOUNDS.max_client_registrations.max; at += 1) {
      const key = { serverId, issuer: `https://${at}.test`, redirectUri: 'https://us.test', tokenOrigin: '' };
      await registerOwnClient({ ...own, now: () => new Date(Date.UTC(2026, 0, 1 + at)) }, key, provider);
    }
    const left = await ctx.db.oAuthRegistration.findMany({ where: { serverId }, orderBy: { createdAt: 'asc' } });
    expect(left.map(({ issuer }) => issuer)).toEqual(
      Array.from({ length: BOUNDS.max_client_registrations.max }, (_, at) => `https://${at + 1}.test`),
    );
  });
});

describe('stored data at a bound', () => {
  const expiresAt = new Date(Date.now() + 3_600_000);

  it.each(['max_results_bytes', 'max_idempotency_bytes'] as const)(
    '%s: stores no more, for this account only',
    async (name) => {
      const [own, other] = [await world.newAccount(name), await world.newAccount(`${name} beside`)];
      const { stackId } = await makeEndpoint(own.ctx, world.url, 'kept', []);
      const sealed = new Uint8Array(1_000);
      const row = { id: newResultId(), stackId, sealed, expiresAt };
      if (name === 'max_results_bytes') {
        await own.ctx.db.storedResult.create({ data: { ...row, reader: 'r', chunkBytes: 256 } });
      } else {
        const digest = new Uint8Array(32);
        await own.ctx.db.idempotentCall.create({
          data: { ...row, caller: 'c', key: 'k', digest, startedAt: new Date() },
        });
      }
      await expect(requireStored(limited(own.ctx, { [name]: 1_001 }), name)).resolves.toBeUndefined();
      await expect(requireStored(limited(own.ctx, { [name]: 1_000 }), name)).rejects.toMatchObject(reached(name));
      await expect(requireStored(limited(other.ctx, { [name]: 1_000 }), name)).resolves.toBeUndefined();
    },
  );

  it('max_results_bytes: a larger result is truncated, without a handle', async () => {
    const { ctx } = await world.newAccount('cut');
    const { stackId } = await makeEndpoint(ctx, world.url, 'cut', []);
    const keep = (max: number) =>
      storeResult(limited(ctx, { max_results_bytes: max }), stackId, Buffer.alloc(2_000, 'a'), {
        chunkBytes: 256,
        sources: [],
      });
    const cut = await keep(0);
    expect([cut.handle, chunkOf(cut).text]).toEqual([null, 'a'.repeat(256)]);
    expect(await keep(1)).toMatchObject({ handle: expect.any(String) });
  });

  it('max_idempotency_bytes: a call with a key is refused before it runs, and its key stays unused', async () => {
    const { ctx } = await world.newAccount('keys');
    const { stackId } = await makeEndpoint(ctx, world.url, 'keys', []);
    const row = { id: newResultId(), stackId, caller: 'c', key: 'bounded', digest: new Uint8Array(32), expiresAt };
    const claimWithin = (max: number) =>
      claim(limited(ctx, { max_idempotency_bytes: max }), { ...row, startedAt: new Date() } as Parameters<
        typeof claim
      >[1]);
    await expect(claimWithin(0)).rejects.toMatchObject(reached('max_idempotency_bytes'));
    expect(await ctx.db.idempotentCall.count({ where: { stackId } })).toBe(0);
    expect(await claimWithin(1)).toBe('claimed');
  });

  it('max_sessions: one more signs out the least recently used browser', async () => {
    const { ctx, id: accountId } = world.account;
    const user = { id: toUserId('user_many'), accountId, role: 'developer' };
    await ctx.db.user.create({ data: { ...user, email: 'many@example.com', createdAt: new Date() } });
    const open = (at: number) => {
      const own = userCtxOf({ ...ctx, now: () => new Date(Date.now() + at * 1_000) }, user);
      return write(own, (tx) => openSession(own, tx, `browser ${at}`));
    };
    for (let at = 0; at <= BOUNDS.max_sessions.max; at += 1) await open(at);
    const sessions = await ctx.db.session.findMany({ where: { userId: user.id }, orderBy: { createdAt: 'asc' } });
    expect(sessions.length).toBe(BOUNDS.max_sessions.max);
    expect(sessions[0]?.userAgent).toBe('browser 1');
  });

  it.runIf(isWhole)('max_refresh_tokens: keeps this many used ones of a repeatedly renewed token', async () => {
    const { ctx } = world.account;
    const { stackId } = await makeEndpoint(ctx, world.url, 'renewed', []);
    const endpoint = await ctx.db.clientEndpoint.findFirstOrThrow({ where: { stackId } });
    const { id: tokenId } = await ctx.db.stackToken.findFirstOrThrow({ where: { endpointId: endpoint.id } });
    const owner = { tokenId, oauthClient: 'app_1' };
    for (let at = 0; at < BOUNDS.max_refresh_tokens.max + 5; at += 1) {
      const usedAt = new Date(Date.now() + at * 1_000);
      await ctx.db.$transaction((tx) => newRefreshToken({ now: () => usedAt }, tx, owner));
      await ctx.db.refreshToken.updateMany({ where: { tokenId: owner.tokenId, usedAt: null }, data: { usedAt } });
    }
    expect(await ctx.db.refreshToken.count({ where: { tokenId: owner.tokenId } })).toBe(BOUNDS.max_refresh_tokens.max);
  });
});
