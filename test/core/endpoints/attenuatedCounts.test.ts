import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consumeRestrictedCalls } from '../../../src/core/endpoints/attenuatedCalls.ts';
import { revokeAttenuation } from '../../../src/core/endpoints/stackToken.ts';
import { consumeCallQuota } from '../../../src/core/endpoints/tokenReach.ts';
import { type Attenuation, attenuateToken, type Limits } from '../../../src/core/kernel/attenuation.ts';
import { type AttenuationId, attenuationIdOf, type TokenId, toAttenuationId } from '../../../src/core/kernel/ids.ts';
import { type Issued, openTokens } from './tokenKit.ts';

const { world, newVerifier, pass, nowS, issue, close } = await openTokens();
const { db } = world.database;
afterAll(close);

let alice: Issued['alice'];
let tokenId: TokenId;
let siblingId: TokenId;
beforeAll(async () => {
  const issued = await issue();
  alice = issued.alice;
  tokenId = issued.made.tokenRecord.id;
  siblingId = (await issue()).made.tokenRecord.id;
});
beforeEach(async () => {
  await db.attenuatedCalls.deleteMany();
});

const idOf = (name: number | string) => attenuationIdOf(String(name).padStart(32, '0'));
/** The attenuations of a chain, named by position or as given. */
const chainOf = (...chain: readonly (Limits & { readonly name?: string })[]): readonly Attenuation[] =>
  chain.map(({ name, ...limits }, at) => ({ id: idOf(name ?? at), limits }));
const consume = async (attenuations: readonly Attenuation[]) => {
  await db.$transaction((tx) => consumeRestrictedCalls(alice.ctx, tx, tokenId, { attenuations }));
  await world.deps.background.drain();
};
const rows = () => db.attenuatedCalls.findMany({ orderBy: [{ tokenId: 'asc' }, { id: 'asc' }] });
const refused = (attenuation: string, problem: RegExp) => ({
  code: 'forbidden',
  message: expect.stringMatching(new RegExp(`^This token was attenuated, and ${attenuation} ${problem.source}`)),
});

/** The token's counted restrictions, as stored. */
const counted = (count: number, of: { readonly within?: AttenuationId; readonly expiresAt?: Date } = {}) =>
  db.attenuatedCalls.createMany({
    data: Array.from({ length: count }, (_, at) => {
      const id = idOf(`a${at}`);
      return { tokenId, id, outermostId: of.within ?? id, calls: 1, expiresAt: of.expiresAt ?? null };
    }),
  });

test('attenuations with a call limit are counted up to their effective expiry, within the outermost', async () => {
  const [later, sooner] = [nowS() + 100, nowS() + 50];
  await consume(
    chainOf({}, { calls: 3 }, { exp: later }, { calls: 2, exp: sooner }, { calls: 1, exp: later }, { tools: ['*'] }),
  );
  const of = (at: number, expiresAt: Date | null) => ({
    tokenId,
    id: idOf(at),
    outermostId: idOf(0),
    calls: 1,
    expiresAt,
  });
  const end = new Date(sooner * 1_000);
  expect(await rows()).toEqual([of(1, null), of(3, end), of(4, end)]);
});

test('an attenuation without expiry is counted until its token expires, whose record may last longer', async () => {
  const { made, clientId } = await issue();
  const end = new Date((nowS() + 900) * 1_000);
  await db.stackToken.update({ where: { id: made.tokenRecord.id }, data: { expiresAt: end } });
  const sooner = nowS() + 50;
  const attenuated = [{ calls: 3 }, { calls: 2, exp: sooner }].reduce(attenuateToken, made.token);
  const actor = await newVerifier().verify(attenuated, clientId);
  if (!actor?.reach) throw new Error('is not attenuated');
  await consumeCallQuota({ ...alice.ctx, actor }, actor.reach);
  const ends = (await rows()).map(({ expiresAt }) => expiresAt?.getTime() ?? null).toSorted();
  expect(ends).toEqual([sooner * 1_000, end.getTime()]);
});

test('counters are created up to the bound, all or none', async () => {
  const [wide, narrow] = [chainOf({ calls: 3 }), chainOf({ calls: 3 }, { calls: 1 })];
  await consume(narrow);
  await expect(consume(narrow)).rejects.toMatchObject(refused(idOf(1), /has used its limit of 1 call$/));
  expect((await rows()).map(({ calls }) => calls)).toEqual([1, 1]);
  await consume(wide);
  await consume(wide);
  await expect(consume(wide)).rejects.toMatchObject(refused(idOf(0), /has used its limit of 3 calls$/));
  expect((await rows()).map(({ calls }) => calls)).toEqual([3, 1]);
});

test('an expired counter is removed when the same token starts another', async () => {
  const ended = { outermostId: idOf('e'), calls: 1, expiresAt: new Date(world.clock.now.getTime() + 1_000) };
  await db.attenuatedCalls.createMany({
    data: [tokenId, siblingId].map((id) => ({ tokenId: id, id: idOf('e'), ...ended })),
  });
  const left = async () => (await rows()).filter(({ id }) => id === idOf('e')).map((row) => row.tokenId);
  const chain = chainOf({ calls: 9 });
  pass(999);
  await consume(chain);
  expect(new Set(await left())).toEqual(new Set([tokenId, siblingId]));
  pass(1);
  await consume(chain);
  expect(new Set(await left())).toEqual(new Set([tokenId, siblingId]));
  await consume(chainOf({ name: 'f', calls: 9 }));
  expect(await left()).toEqual([siblingId]);
});

test.each<[string, () => Promise<unknown>, boolean]>([
  ['99 within its own', () => counted(99, { within: idOf('o') }), true],
  ['100 within its own', () => counted(100, { within: idOf('o') }), false],
  ['100 within its own that have ended', () => counted(100, { within: idOf('o'), expiresAt: world.clock.now }), true],
  ['100 within another', () => counted(100, { within: idOf('p') }), true],
  ['999 of the token', () => counted(999), true],
  ['1,000 of the token', () => counted(1_000), false],
])('one more is counted with %s: %s', async (_name, fill, isCounted) => {
  const chain = chainOf({ name: 'o' }, { name: 'q', calls: 2 });
  await fill();
  const taking = consume(chain);
  if (isCounted) return expect(await taking).toBeUndefined();
  const words =
    /cannot be counted: 100 attenuations are already counted within the token's own attenuation, or 1000 within the token$/;
  await expect(taking).rejects.toMatchObject(refused(idOf('q'), words));
  // An already counted one continues.
  await db.attenuatedCalls.create({ data: { tokenId, id: idOf('q'), outermostId: idOf('o'), calls: 1 } });
  await consume(chain);
  await expect(consume(chain)).rejects.toMatchObject(refused(idOf('q'), /has used its limit of 2 calls/));
});

test('a revoked attenuation stops counting with those inside it, and the record names it', async () => {
  const issued = await issue();
  const { ctx, accountId } = issued.alice;
  const { id } = issued.made.tokenRecord;
  const row = (name: string, within: string, of = id) => ({
    ...{ tokenId: of, id: idOf(name), outermostId: idOf(within), calls: 1, expiresAt: null },
  });
  const left = [row('c', 'c'), row('d', 'c'), row('a', 'a', tokenId), row('b', 'a', tokenId)];
  await db.attenuatedCalls.createMany({ data: [row('a', 'a'), row('b', 'a'), ...left] });
  await revokeAttenuation(ctx, id, idOf('a'));
  expect(new Set(await rows())).toEqual(new Set(left));
  // A nested one is no longer counted separately.
  await revokeAttenuation(ctx, id, idOf('d'));
  expect(new Set(await rows())).toEqual(new Set(left.toSpliced(1, 1)));
  const events = await db.auditEvent.findMany({
    where: { chain: accountId, action: 'token.revoke_attenuation' },
    orderBy: { seq: 'asc' },
  });
  const details = (name: string) => ({ endpointId: issued.made.endpoint.id, attenuationId: idOf(name) });
  expect(events).toMatchObject([
    { targetKind: 'token', targetId: id, stackId: issued.alice.stackId, details: details('a') },
    { targetKind: 'token', targetId: id, stackId: issued.alice.stackId, details: details('d') },
  ]);
});

test('an invalid attenuation id, or one too many, is named in the error', async () => {
  const { alice: owner, made } = await issue();
  const { id } = made.tokenRecord;
  const refusal = {
    code: 'invalid_input',
    details: { issues: [{ path: '/attenuationId', message: expect.any(String) }] },
  };
  await expect(revokeAttenuation(owner.ctx, id, toAttenuationId('attenuation_1'))).rejects.toMatchObject(refusal);
  const revokedAttenuations = Array.from({ length: 200 }, (_, at) => idOf(`e${at}`));
  await db.stackToken.update({ where: { id }, data: { revokedAttenuations } });
  await expect(revokeAttenuation(owner.ctx, id, idOf('f'))).rejects.toMatchObject(refusal);
});
