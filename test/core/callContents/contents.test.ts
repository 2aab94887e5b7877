import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { readContents } from '../../../src/core/callContents/read.ts';
import { redactionOf } from '../../../src/core/callContents/redact.ts';
import { withoutLarge } from '../../../src/core/callContents/seal.ts';
import { deleteStackContents, updateContentSettings } from '../../../src/core/callContents/settings.ts';
import { createCallRecorder } from '../../../src/core/callRecords/record.ts';
import { invokeTool } from '../../../src/core/calls/answer.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { type CallId, type StackId, toServerId } from '../../../src/core/ids.ts';
import { createBackground } from '../../../src/core/lib/background.ts';
import type { JsonValue } from '../../../src/core/lib/json.ts';
import { NO_METER } from '../../../src/core/lib/meter.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { createStack, deleteStack, updateStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import type { CallRecord } from '../../../src/generated/prisma/client.ts';
import { startApiWorld } from '../../harness/apiWorld.ts';
import { eventually } from '../../harness/eventually.ts';
import { silentLog } from '../../harness/log.ts';
import { row } from '../callRecords/kit.ts';

const SECRET = 'SECRET-5f0c6a1d9b';
const USER = 'ann@toolyard.test';
const { api, world, close } = await startApiWorld();
afterAll(close);
const { ctx } = world.account;
const { db } = ctx;

let stackId: StackId;
beforeAll(async () => {
  const request = (path: string) => ({
    kind: 'template' as const,
    method: 'POST' as const,
    path,
    body: { note: '{note}' },
    bodyEncoding: 'json' as const,
  });
  const inputSchema = { type: 'object', properties: { note: {}, secret: {}, email: {} } };
  const tool = (name: string, path: string) => ({ name, description: name, inputSchema, request: request(path) });
  await saveServer(ctx, {
    id: 'notes',
    name: 'Notes',
    connector: { kind: 'http', baseUrl: api.url },
    credentials: [
      { id: 'notes_key', name: 'Key', required: true, secret: true, placement: { in: 'header', name: 'x-key' } },
      { id: 'notes_user', name: 'User', required: true, secret: false, placement: { in: 'header', name: 'x-user' } },
    ],
    tools: [tool('write', '/echo'), tool('fail', '/status/503')],
  });
  stackId = await newStack('notes');
});

async function newStack(name: string): Promise<StackId> {
  const { id } = await createStack(ctx, { name });
  await addServerToStack(ctx, id, { serverId: 'notes', enableAllTools: true });
  await setCredentials(ctx, id, toServerId('notes'), { credentials: { notes_key: SECRET, notes_user: USER } });
  return id;
}

/** The record of a call that is made now. */
async function called(tool: string, input: unknown, of: StackId = stackId): Promise<CallRecord> {
  const before = await db.callRecord.count({ where: { stackId: of } });
  await invokeTool(ctx, of, `notes_${tool}`, input).catch(() => undefined);
  await eventually(
    'the call is recorded',
    async () => (await db.callRecord.count({ where: { stackId: of } })) > before,
  );
  return db.callRecord.findFirstOrThrow({ where: { stackId: of }, orderBy: { id: 'desc' } });
}
const readings = (id: CallId) => db.auditEvent.count({ where: { action: 'call.read_contents', targetId: id } });

describe('of a call', () => {
  it('nothing is kept unless the stack asks for it, recorded or not', async () => {
    await updateStack(ctx, stackId, { configuration: { analyticsEnabled: true } });
    const { id, contents } = await called('write', { note: 'hello' });
    expect(contents).toBe(null);
    await expect(readContents(ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await db.callContent.count({ where: { stackId } })).toBe(0);
  });

  it('input and output are kept and read, without credentials in any notation and what the stack names', async () => {
    await updateContentSettings(ctx, stackId, { days: 3, redact: ['email'] });
    const hidden = Buffer.from(SECRET).toString('base64url');
    const note = { text: `${SECRET} and ${hidden}`, of: USER, email: 'x@y.test', notes_key: 'mine', password: 'pw' };
    const { id, contents, at } = await called('write', { note });
    expect(contents).toBe('kept');
    const { input, output, expiresAt } = await readContents(ctx, id);
    expect(input).toEqual({
      note: {
        text: '[redacted] and [redacted]',
        of: '[redacted]',
        email: '[redacted]',
        notes_key: '[redacted]',
        password: '[redacted]',
      },
    });
    expect(output).toMatchObject({ method: 'POST', path: '/echo' });
    const told = JSON.stringify(output);
    for (const word of [SECRET, hidden, USER, 'x@y.test', 'pw"']) expect(told).not.toContain(word);
    expect(expiresAt).toEqual(new Date(at.getTime() + 3 * 86_400_000));
    expect(await readings(id)).toBe(1);
  });

  it('the row is sealed for its account, stack and call', async () => {
    const one = await called('write', { note: 'first words' });
    const two = await called('write', { note: 'second words' });
    const rows = await db.callContent.findMany({ where: { id: { in: [one.id, two.id] } }, orderBy: { id: 'asc' } });
    for (const { sealed, bytes } of rows) {
      expect(Buffer.from(sealed).toString('latin1')).not.toContain('words');
      expect(bytes).toBe(sealed.length);
    }
    const [first] = rows;
    await db.callContent.update({ where: { id: two.id }, data: { sealed: first?.sealed ?? new Uint8Array() } });
    await expect(readContents(ctx, two.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await readings(two.id)).toBe(0);
  });

  it('that fails or is refused, what there was is kept', async () => {
    const failed = await called('fail', { note: 'why' });
    expect(failed).toMatchObject({ outcome: 'upstream_error', contents: 'kept' });
    expect(await readContents(ctx, failed.id)).toMatchObject({ input: { note: 'why' }, output: null });
    const refused = await called('write', ['no object']);
    expect(refused).toMatchObject({ outcome: 'invalid_input', contents: 'kept' });
    expect(await readContents(ctx, refused.id)).toMatchObject({ input: ['no object'], output: null });
  });

  it('what is larger than 64 KiB is left out, and the record says so', async () => {
    const large = await called('write', { note: 'x'.repeat(66_000) });
    expect(large.contents).toBe('too_large');
    const partly = await called('write', { note: 'short', secret: 'x'.repeat(66_000) });
    expect(partly.contents).toBe('partly_kept');
    expect(await readContents(ctx, partly.id)).toMatchObject({ input: null, output: { path: '/echo' } });
  });

  it('nothing is kept once the stack says so, and what is there stays', async () => {
    const kept = await called('write', { note: 'before' });
    await updateContentSettings(ctx, stackId, {});
    expect((await called('write', { note: 'after' })).contents).toBe(null);
    expect(await readContents(ctx, kept.id)).toMatchObject({ input: { note: 'before' } });
    const { contentRedactions } = await db.stack.findUniqueOrThrow({ where: { id: stackId } });
    expect(contentRedactions).toEqual(['email']);
  });
});

/** A recorder of its own, which has counted nothing yet. */
function recorderOf(bounds: Parameters<typeof createCallRecorder>[1] = {}) {
  const background = createBackground(silentLog);
  const { vault } = ctx;
  return {
    background,
    recorder: createCallRecorder({ db, log: silentLog, meter: NO_METER, background, vault }, bounds),
  };
}

/** Records so many calls of a stack with this input, at once; what became of each. */
async function recordedOf(of: StackId, times: number, bounds = {}, input: JsonValue = { note: 'x' }) {
  const { recorder, background } = recorderOf(bounds);
  const { contents: policy } = await getSnapshot(ctx, of);
  if (!policy) throw new Error('the stack keeps contents');
  const owner = { ctx, accountId: world.account.id, stackId: of, otherId: of };
  const calls = Array.from({ length: times }, () => ({ ...row(owner, { seconds: 0 }), inputBytes: 10, at: ctx.now() }));
  const given = { policy, input, output: null, values: [], fieldIds: [] };
  for (const call of calls) recorder.add(call, given);
  await background.drain();
  const ids = calls.map(({ id }) => id);
  const rows = await db.callRecord.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
  return rows.map(({ contents }) => contents);
}

describe('calls beyond a bound are recorded without', () => {
  it('where the account has kept as much as it may, until there is room', async () => {
    const full = await newStack('full');
    await updateContentSettings(ctx, full, { days: 1 });
    const { id } = world.account;
    const { _sum } = await db.callContent.aggregate({ where: { accountId: id }, _sum: { bytes: true } });
    await setAccountLimits(world.operator, id, { limits: { max_contents_bytes: (_sum.bytes ?? 0) + 400 } });
    expect(await recordedOf(full, 4)).toEqual(['kept', 'kept', 'no_room', 'no_room']);
    await deleteStackContents(ctx, full);
    expect(await recordedOf(full, 1)).toEqual(['kept']);
    await setAccountLimits(world.operator, id, { limits: {} });
  });

  it('where more waits to be sealed than memory is for', async () => {
    const busy = await newStack('busy');
    await updateContentSettings(ctx, busy, { days: 1 });
    const bytes = 13;
    const states = await recordedOf(busy, 4, { waitingContentBytesMax: 4 * 2 * bytes });
    expect(states.toSorted()).toEqual(['dropped', 'dropped', 'kept', 'kept']);
  });

  it('where what takes the place of values is too long', async () => {
    const grown = await newStack('grown');
    await updateContentSettings(ctx, grown, { days: 1, redact: ['/input/*', '/output/*'] });
    expect(await recordedOf(grown, 1, {}, Array(10_000).fill(1))).toEqual(['partly_kept']);
    const { bytes } = await db.callContent.findFirstOrThrow({ where: { stackId: grown } });
    expect(bytes).toBeLessThan(65_536);
  });

  it('and what is too large does not wait to be left out', () => {
    const [policy, input] = [{ days: 1, redaction: redactionOf([]) }, { note: 'x' }];
    const given = { policy, input, output: { type: 'text', text: 'y' } as const, values: [], fieldIds: [] };
    expect(withoutLarge({ inputBytes: 65_537, outputBytes: 65_536 }, given)).toEqual({ ...given, input: null });
    expect(withoutLarge({ inputBytes: 65_536, outputBytes: 65_537 }, given)).toEqual({ ...given, output: null });
  });

  it('once each, in statements of a bounded size', async () => {
    const many = await newStack('many');
    await updateContentSettings(ctx, many, { days: 1 });
    expect(new Set(await recordedOf(many, 700))).toEqual(new Set(['kept']));
    expect(await db.callContent.count({ where: { stackId: many } })).toBe(700);
  });
});

describe('what is kept goes', () => {
  it('when it is deleted, with the calls left as they are', async () => {
    const gone = await newStack('gone');
    await updateContentSettings(ctx, gone, { days: 1 });
    const { id } = await called('write', { note: 'x' }, gone);
    expect(await deleteStackContents(ctx, gone)).toBe(1);
    await expect(readContents(ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await db.callRecord.count({ where: { stackId: gone } })).toBe(1);
  });

  it('with its stack, and after its days', async () => {
    const brief = await newStack('brief');
    await updateContentSettings(ctx, brief, { days: 1 });
    const { id } = await called('write', { note: 'x' }, brief);
    const later = { ...ctx, now: () => new Date(Date.now() + 86_400_000) };
    await expect(readContents(later, id)).rejects.toMatchObject({ code: 'not_found' });
    await deleteStack(ctx, brief);
    expect(await db.callContent.count({ where: { stackId: brief } })).toBe(0);
  });
});

it.each([
  { days: 0 },
  { days: 31 },
  { days: 1.5 },
  { days: 1, redact: ['/elsewhere'] },
  { days: 1, redact: Array.from({ length: 51 }, (_, at) => `n${at}`) },
])('%j is refused', async (input) => {
  await expect(updateContentSettings(ctx, stackId, input)).rejects.toMatchObject({ code: 'invalid_input' });
});
