import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { BOUNDS, boundNames } from '../../../src/core/kernel/bounds.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import {
  newApiKeyId,
  newApprovalId,
  newCallId,
  newClientId,
  newConnectLinkId,
  newCredentialId,
  newEndpointId,
  newFileId,
  newInvitationId,
  newJobId,
  newResultId,
  newRowId,
  newRuleId,
  newServerKey,
  newServiceAccountId,
  newStackServerId,
  newTokenId,
  newToolChangeId,
  newToolKey,
  newTrustedIssuerId,
  newUploadId,
  newUserId,
  newWebhookId,
  toAttenuationId,
  toServerId,
  toToolId,
} from '../../../src/core/kernel/ids.ts';
import {
  type CountedBound,
  deletableBefore,
  requireCapacity,
  requireStored,
} from '../../../src/core/limits/countedBounds.ts';
import { listBounds } from '../../../src/core/limits/list.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

let world: World;
let alice: TestAccount;
let bob: TestAccount;

const HOUR_MS = 60 * 60_000;
const bytes = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(length));

/** Gives an account `times` of every counted kind, and of rows that no longer count. */
async function fill({ accountId, stackId }: TestAccount, times: number): Promise<void> {
  const { db } = world.database;
  const at = (hours: number): Date => new Date(world.clock.now.getTime() + hours * HOUR_MS);
  const [later, now, createdAt] = [at(1), world.clock.now, world.clock.now];
  const endpointId = newEndpointId();
  await db.clientEndpoint.create({ data: { id: endpointId, clientId: newClientId(), stackId, name: 'first' } });
  for (let index = 0; index < times; index += 1) {
    const serverId = newServerKey();
    const [slug, stackServerId] = [toServerId(`own-${accountId}-${index}`), newStackServerId()];
    const server = { id: serverId, owner: accountId, slug, name: slug, description: '', bytes: 10 };
    await db.server.create({ data: { ...server, verified: false, toolPrefix: true, connector: {}, digest: '' } });
    const tool = { serverId, toolId: toToolId(`t-${slug}`), name: 't', description: '', inputSchema: '{}' };
    const toolKey = newToolKey();
    await db.tool.create({ data: { id: toolKey, ...tool, position: 0 } });
    // PostgreSQL stores a short text with one more byte, so each `{}` of the definition counts as three bytes.
    const definition = { toolKey, digest: 'before', kind: 'cosmetic', changedAt: createdAt };
    await db.keptDefinition.create({ data: { id: newToolChangeId(), ...definition, definition: '{}', changes: {} } });
    await db.stackServer.create({ data: { id: stackServerId, stackId, serverId } });
    await db.enabledTool.create({ data: { stackServerId, toolKey, description: 'däs' } });
    const sealed = { sealed: bytes(100), keyId: 'k', revision: 1 };
    await db.credential.create({ data: { id: newCredentialId(), stackServerId, fieldId: 'token', ...sealed } });
    const link = () => ({ secretHash: bytes(32), stateHash: bytes(32), sealed: bytes(1), createdAt });
    const ofField = { stackServerId, endUser: '', fieldId: 'login' };
    for (const [expiresAt, usedAt] of [
      [later, null],
      [now, null],
      [later, now],
    ] as const) {
      await db.connectLink.create({ data: { id: newConnectLinkId(), ...link(), ...ofField, expiresAt, usedAt } });
      await db.invitation.create({
        data: { id: newInvitationId(), accountId, hash: bytes(32), createdAt, expiresAt, usedAt },
      });
    }
    await db.serviceAccount.create({
      data: { id: newServiceAccountId(), endpointId, name: 'm', publicKeys: [], createdAt },
    });
    const trusted = {
      issuer: `https://${index}.test`,
      jwksUrl: 'https://idp.test/jwks',
      claims: {},
      endUserClaim: 'sub',
    };
    await db.trustedIssuer.create({
      data: { id: newTrustedIssuerId(), endpointId, name: 'idp', ...trusted, createdAt },
    });
    for (const [expiresAt, revokedAt] of [
      [null, null],
      [later, null],
      [now, null],
      [later, now],
    ] as const) {
      const key = { name: 'k', display: 'ty_', scopes: [], expiresAt, revokedAt };
      await db.apiKey.create({ data: { id: newApiKeyId(), accountId, hash: bytes(32), ...key } });
      const tokenId = newTokenId();
      await db.stackToken.create({ data: { id: tokenId, endpointId, name: 't', expiresAt, revokedAt } });
      await db.attenuatedCalls.create({ data: { tokenId, id: toAttenuationId('n'), calls: 1, expiresAt } });
    }
    await db.user.create({ data: { id: newUserId(), accountId, email: `${index}@${accountId}.test`, createdAt } });
    const consent = { endpointId, oauthClient: 'c', clientName: 'c', redirectUri: 'r', codeChallenge: 'c', createdAt };
    for (const expiresAt of [later, at(-23), at(-24)]) {
      await db.authorizationCode.create({ data: { hash: bytes(32), ...consent, expiresAt } });
    }
    for (const expiresAt of [later, now]) {
      const result = { stackId, reader: 'r', sealed: bytes(1_024), chunkBytes: 1, expiresAt };
      await db.storedResult.create({ data: { id: newResultId(), ...result } });
      const call = { stackId, caller: newRowId(), key: 'k', digest: bytes(32), sealed: bytes(2_048), startedAt: now };
      await db.idempotentCall.create({ data: { id: newRowId(), ...call, expiresAt } });
      const file = {
        accountId,
        stackId,
        reader: 'r',
        name: 'n',
        mediaType: 't',
        server: '',
        toolId: toToolId('t'),
        keyId: 'k',
      };
      const stored = { createdAt: now, expiresAt, bytes: 3n, segments: 1 };
      await db.storedFile.create({
        data: { id: newFileId(), ...file, ...stored, digest: index === 0 ? null : bytes(32) },
      });
      const job = { accountId, stackId, owner: newRowId(), callerKind: 'apiKey', callerId: 'k', toolId: toToolId('t') };
      const waiting = { digest: bytes(32), request: bytes(64), sealed: bytes(128), state: 'waiting', createdAt: now };
      await db.job.create({ data: { id: newJobId(), ...job, ...waiting, expiresAt } });
      await db.upload.create({ data: { id: newUploadId(), accountId, bytes: 1, expiresAt } });
      const creation = { accountId, caller: newRowId(), key: 'k', digest: bytes(32), sealed: bytes(64), expiresAt };
      await db.keptCreation.create({ data: { id: newRowId(), ...creation } });
    }
    await db.skill.create({ data: { stackId, name: `s${index}`, content: 'a é\n', frontMatter: {}, updatedAt: now } });
    const call = { serverId: slug, toolId: toToolId('t'), outcome: 'ok', latencyMs: 1, inputBytes: 1, outputBytes: 1 };
    await db.callRecord.create({ data: { id: newCallId(), accountId, stackId, ...call, at: now } });
    const contents = { keyId: 'k', sealed: bytes(10), bytes: 4_096, expiresAt: later };
    await db.callContent.create({ data: { id: newCallId(), accountId, stackId, ...contents } });
    await fillRules({ accountId, stackId }, index);
  }
}

/** A rule, and a call that waits for its approval. */
async function fillRules(
  { accountId, stackId }: Pick<TestAccount, 'accountId' | 'stackId'>,
  index: number,
): Promise<void> {
  const { db } = world.database;
  const createdAt = world.clock.now;
  const later = new Date(createdAt.getTime() + HOUR_MS);
  const ruleId = newRuleId();
  const rule = { name: `rule ${index}`, effect: 'allow', isDefault: false, createdAt };
  await db.policyRule.create({ data: { id: ruleId, accountId, ...rule } });
  const webhook = { name: 'w', url: 'https://w.test', hasInput: false, keyId: 'k', sealed: bytes(1), createdAt };
  await db.webhook.create({ data: { id: newWebhookId(), accountId, ...webhook } });
  const of = { accountId, stackId, ruleId, toolId: toToolId('t'), callerKind: 'agent', callerId: 'a', endUser: '' };
  for (const [expiresAt, state] of [
    [later, 'pending'],
    [createdAt, 'pending'],
    [later, 'approved'],
  ] as const) {
    const held = { digest: bytes(32), sealed: bytes(1), state, createdAt, expiresAt };
    await db.approval.create({ data: { id: newApprovalId(), ...of, ...held } });
  }
}

beforeAll(async () => {
  world = await createWorld();
  [alice, bob] = [await createTestAccount(world, 'Alice'), await createTestAccount(world, 'Bob')];
  await fill(alice, 2);
  await fill(bob, 3);
});
afterAll(() => world.database.close());

/** Alice's usage: each account starts with one stack and one key. */
const USED: Readonly<Record<CountedBound, number>> = {
  max_stacks: 1,
  max_enabled_tools: 2,
  max_descriptions_bytes: 8,
  max_skills: 2,
  max_skills_bytes: 2 * 5,
  max_servers: 2,
  max_servers_bytes: 2 * (10 + 6),
  max_credentials: 2,
  max_connect_links: 2,
  max_call_records: 2,
  max_audit_events: 3,
  max_audit_bytes: 318,
  max_endpoints: 1,
  max_tokens: 4,
  max_attenuated_calls: 6,
  max_service_accounts: 2,
  max_trusted_issuers: 2,
  max_api_keys: 5,
  max_rules: 2,
  max_approvals: 2,
  max_approvals_bytes: 4,
  max_webhooks: 2,
  max_users: 2,
  max_invitations: 2,
  max_authorization_codes: 4,
  max_results_bytes: 2_048,
  max_idempotency_bytes: 4_096,
  max_files: 2,
  max_files_bytes: 1_048_576 + 3,
  max_jobs: 2,
  max_jobs_bytes: 2 * (64 + 128),
  max_kept_creations: 2,
  max_uploads: 2,
  max_contents_bytes: 8_192,
};
/** Limits that other tests cover: `callRecords/recordsBound.test.ts` and `audit/fullChain.test.ts`. */
const ELSEWHERE: readonly CountedBound[] = ['max_call_records', 'max_audit_events', 'max_audit_bytes'];
const entries = (Object.entries(USED) as [CountedBound, number][]).filter(([name]) => !ELSEWHERE.includes(name));

describe('a resource of an account', () => {
  it('is counted without expired, used, revoked and foreign rows', async () => {
    const bounds = await listBounds({
      ...alice.ctx,
      actor: { ...alice.ctx.actor, limits: { max_tokens: 7 } } as Ctx['actor'],
    });
    expect(bounds).toEqual(
      boundNames.map((name) => ({
        ...BOUNDS[name],
        name,
        max: name === 'max_tokens' ? 7 : BOUNDS[name].max,
        used: Object.entries(USED).find(([counted]) => counted === name)?.[1] ?? null,
      })),
    );
  });

  it('may be forgotten a day after it was revoked', () => {
    expect(deletableBefore(new Date('2026-11-22T10:00:00.000Z'))).toEqual(new Date('2026-11-21T10:00:00.000Z'));
  });
});

describe('one more resource', () => {
  it.each(entries)(`of ${entries.length} kinds, is checked against the account’s bound: %s`, async (name, used) => {
    const { db } = world.database;
    const ask = (ctx: Ctx, more?: number) => db.$transaction((tx) => requireCapacity(ctx, tx, name, more));
    const refused = { code: 'invalid_input', message: expect.stringContaining(`The limit ${name} is reached: `) };
    await setAccountLimits(world.as(), alice.accountId, { limits: { [name]: used + 2 } });
    await ask(alice.ctx);
    await ask(alice.ctx, 2);
    await expect(ask(alice.ctx, 3)).rejects.toMatchObject(refused);
    await setAccountLimits(world.as(), alice.accountId, { limits: { [name]: used } });
    await expect(ask(alice.ctx)).rejects.toMatchObject(refused);
    await ask(alice.ctx, 0);
    await ask(bob.ctx);
    await expect(ask(bob.ctx, BOUNDS[name].max + 1)).rejects.toMatchObject(refused);
    await ask(world.as());
    await setAccountLimits(world.as(), alice.accountId, { limits: {} });
    await ask(alice.ctx);
  });

  it('in bytes is refused at the bound, until stored ones expire', async () => {
    for (const [name, used] of [
      ['max_results_bytes', 2_048],
      ['max_idempotency_bytes', 4_096],
    ] as const) {
      const withMax = (max: number): Ctx => ({
        ...alice.ctx,
        actor: { ...alice.ctx.actor, limits: { [name]: max } } as Ctx['actor'],
      });
      await requireStored(withMax(used + 1), name);
      await expect(requireStored(withMax(used), name)).rejects.toMatchObject({ code: 'rate_limited' });
      await requireStored(world.as(), name);
      await requireStored(bob.ctx, name);
    }
  });
});
