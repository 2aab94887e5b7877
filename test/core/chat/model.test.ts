import { afterAll, expect, it } from 'vitest';
import { createAccount } from '../../../src/core/accounts/account.ts';
import { openChatModel, readChatModel, removeChatModel, updateChatModel } from '../../../src/core/chat/model.ts';
import { toSteps } from '../../../src/core/chat/steps.ts';
import { AppError } from '../../../src/core/lib/errors.ts';
import { createTestAccount, createWorld } from '../world.ts';

const world = await createWorld();
afterAll(() => world.database.close());
const { db } = world.deps;
const KEY = 'sk-secret-of-the-model-42';
const AT = { api: 'openai', url: 'https://models.test/v1/', model: 'gpt-x' };

let accounts = 0;
const newAccount = () => {
  accounts += 1;
  return createTestAccount(world, `chat ${accounts}`);
};
const refused = async (work: Promise<unknown>) => {
  const thrown: unknown = await work.then(
    () => null,
    (error) => error,
  );
  if (!(thrown instanceof AppError)) throw new Error('it was not refused');
  const [issue] = thrown.details.issues ?? [];
  return [thrown.code, issue?.path ?? thrown.message];
};

it('chat is off until a model is set; the model’s key is sealed, opens only for it and is never shown', async () => {
  const { ctx, accountId } = await newAccount();
  expect(await readChatModel(ctx)).toBeNull();
  expect(await refused(openChatModel(ctx))).toEqual(['invalid_input', expect.stringContaining('No model is set')]);
  const set = await updateChatModel(ctx, { ...AT, key: KEY });
  const expected = { ...AT, url: 'https://models.test/v1', keyState: 'stored', updatedAt: world.clock.now };
  expect(set).toEqual(expected);
  expect(await readChatModel(ctx)).toEqual(expected);
  expect(await openChatModel(ctx)).toEqual({ ...expected, key: KEY });
  const row = await db.chatModel.findUniqueOrThrow({ where: { accountId } });
  expect(Buffer.from(row.sealed ?? []).includes(KEY)).toBe(false);
  const events = await db.auditEvent.findMany({ where: { chain: accountId, action: 'account.set_chat_model' } });
  expect(events.map(({ details }) => details)).toEqual([
    { api: 'openai', model: 'gpt-x', host: 'models.test', key: 'stored' },
  ]);
});

it('a model keeps its key for the same origin, and needs it again for another, even if the row is changed directly', async () => {
  const { ctx, accountId } = await newAccount();
  await updateChatModel(ctx, { ...AT, key: KEY });
  expect(await updateChatModel(ctx, { ...AT, url: 'https://models.test/v2', model: 'gpt-y' })).toMatchObject({
    keyState: 'stored',
  });
  expect(await openChatModel(ctx)).toMatchObject({ key: KEY, url: 'https://models.test/v2' });
  for (const url of ['https://evil.test/v2', 'https://models.test:8443/v2', 'http://models.test/v2']) {
    await db.chatModel.update({ where: { accountId }, data: { url } });
    expect(await refused(openChatModel(ctx))).toEqual(['invalid_input', expect.stringContaining('key again')]);
  }
  await db.chatModel.update({ where: { accountId }, data: { url: 'https://models.test/v2' } });
  expect(await updateChatModel(ctx, { ...AT, url: 'https://evil.test/v1' })).toMatchObject({ keyState: 'missing' });
  const { sealed, keyId } = await db.chatModel.findUniqueOrThrow({ where: { accountId } });
  expect([sealed, keyId]).toEqual([null, null]);
  expect(await refused(openChatModel(ctx))).toEqual(['invalid_input', expect.stringContaining('key again')]);
  expect(await updateChatModel(ctx, AT)).toMatchObject({ keyState: 'missing' });
  expect(await updateChatModel(ctx, { ...AT, key: null })).toMatchObject({ keyState: 'none' });
  expect(await openChatModel(ctx)).toMatchObject({ key: null });
});

it('a model opens no key of another account, and no earlier key of its own', async () => {
  const [alice, bob] = [await newAccount(), await newAccount()];
  await updateChatModel(alice.ctx, { ...AT, key: KEY });
  await updateChatModel(bob.ctx, { ...AT, key: 'another-key-of-bob' });
  const before = await db.chatModel.findUniqueOrThrow({ where: { accountId: alice.accountId } });
  const stolen = { sealed: before.sealed && new Uint8Array(before.sealed), revision: before.revision };
  await db.chatModel.update({ where: { accountId: bob.accountId }, data: stolen });
  expect(await refused(openChatModel(bob.ctx))).toEqual(['invalid_input', expect.stringContaining('key again')]);
  await updateChatModel(alice.ctx, { ...AT, key: 'the-next-key' });
  await db.chatModel.update({ where: { accountId: alice.accountId }, data: { sealed: stolen.sealed } });
  expect(await refused(openChatModel(alice.ctx))).toEqual(['invalid_input', expect.stringContaining('key again')]);
});

const WRONG: readonly (readonly [string, object, string])[] = [
  ['an invalid address', { url: 'models' }, '/url'],
  ['another scheme', { url: 'ftp://models.test' }, '/url'],
  ['a password in the address', { url: 'https://me:secret@models.test' }, '/url'],
  ['a query', { url: 'https://models.test/?key=1' }, '/url'],
  ['a fragment', { url: 'https://models.test/#a' }, '/url'],
  ['a key over an unencrypted connection', { url: 'http://models.test', key: KEY }, '/url'],
  ['a key with a line break', { key: `${KEY}\r\nx-evil: 1` }, '/key'],
  ['a key too short to be redacted', { key: 'abcd' }, '/key'],
  ['an unknown format', { api: 'gemini' }, '/api'],
  ['no model', { model: '' }, '/model'],
  ['a model name with hidden characters', { model: 'gpt\u202e' }, '/model'],
];

it.each(WRONG)(`${WRONG.length} invalid models: %s`, async (_name, change, path) => {
  const { ctx } = await newAccount();
  expect(await refused(updateChatModel(ctx, { ...AT, ...change }))).toEqual(['invalid_input', path]);
  expect(await readChatModel(ctx)).toBeNull();
});

it('a model’s key is not sent over http, except to this machine', async () => {
  const { ctx } = await newAccount();
  expect(await updateChatModel(ctx, { ...AT, url: 'http://gpu.lan:8000/v1' })).toMatchObject({ keyState: 'none' });
  const local = { ...AT, url: 'http://127.0.0.1:11434/v1', key: KEY };
  expect(await updateChatModel(ctx, local)).toMatchObject({ keyState: 'stored' });
  expect(await refused(updateChatModel(ctx, { ...AT, url: 'http://gpu.lan:8000/v1' }))).toEqual([
    'invalid_input',
    '/url',
  ]);
});

it('a removed model loses its key', async () => {
  const { ctx, accountId } = await newAccount();
  expect(await refused(removeChatModel(ctx))).toEqual(['not_found', 'No model is set']);
  await updateChatModel(ctx, { ...AT, key: KEY });
  expect(await removeChatModel(ctx)).toMatchObject({ url: 'https://models.test/v1' });
  expect(await db.chatModel.count({ where: { accountId } })).toBe(0);
});

it('a model is deleted with its account', async () => {
  const { account, apiKey } = await createAccount(world.as(), { name: 'short-lived' });
  const ctx = world.as({ kind: 'apiKey', accountId: account.id, keyId: apiKey.id, role: 'owner', limits: {} });
  await updateChatModel(ctx, { ...AT, key: KEY });
  await db.apiKey.deleteMany({ where: { accountId: account.id } });
  await db.account.delete({ where: { id: account.id } });
  expect(await db.chatModel.count({ where: { accountId: account.id } })).toBe(0);
});

const person = (text: string) => ({ by: 'person' as const, text });
const picked = (...ids: string[]) => ({
  by: 'model' as const,
  picks: ids.map((id) => ({ id, name: 'find', input: {} })),
});
const gave = (callId: string) => ({ by: 'tool' as const, ref: callId, text: `of ${callId}` });

it('completes a conversation: each call has one result, in order, and a skipped call says so', () => {
  const steps = toSteps([person('go'), picked('a', 'b', 'c'), gave('c'), gave('a'), person('and?')]);
  expect(steps.at(-1)).toEqual({
    by: 'person',
    text: 'and?',
    results: [
      { callId: 'a', text: 'of a', isError: false },
      { callId: 'b', text: 'The person has not run this call.', isError: true },
      { callId: 'c', text: 'of c', isError: false },
    ],
  });
  expect(toSteps([person('go'), picked('a'), gave('a')]).at(-1)).toMatchObject({ by: 'person', text: '' });
});

const DISORDER = [
  ['the model speaks first', [picked('a')]],
  ['the model speaks last', [person('go'), picked('a')]],
  ['a person twice', [person('go'), person('go')]],
  ['a model twice', [person('go'), picked('a'), picked('b'), person('x')]],
  ['a result without a call', [person('go'), gave('a')]],
  ['a result twice', [person('go'), picked('a'), gave('a'), gave('a')]],
  ['a result of an earlier turn', [person('go'), picked('a'), gave('a'), picked('b'), gave('a')]],
  ['calls with the same id', [person('go'), picked('a', 'a'), person('x')]],
] as const;

it.each(DISORDER)(`${DISORDER.length} conversations with calls and results out of order: %s`, (_name, turns) => {
  expect(() => toSteps(turns)).toThrow('Invalid conversation');
});
