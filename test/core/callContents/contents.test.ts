import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import { readContents } from '../../../src/core/callContents/read.ts';
import { deleteStackContents, updateContentSettings } from '../../../src/core/callContents/settings.ts';
import type { CallId, StackId } from '../../../src/core/kernel/ids.ts';
import { deleteStack, updateStack } from '../../../src/core/stacks/stack.ts';
import type { CallRecord } from '../../../src/generated/prisma/client.ts';
import { startApiWorld } from '../../harness/apiWorld.ts';
import { eventually } from '../../harness/eventually.ts';
import { newNotesStack, saveNotes } from './kit.ts';

setFlagsFromString('--expose-gc');
const _collectGarbage: () => void = runInNewContext('gc');

const SECRET = 'SECRET-5f0c6a1d9b';
const USER = 'ann@toolyard.test';
const { api, world, close } = await startApiWorld();
afterAll(close);
const { ctx } = world.account;
const { db } = ctx;

let stackId: StackId;
beforeAll(async () => {
  await saveNotes(ctx, api.url);
  stackId = await newStack('notes');
});

const newStack = (name: string): Promise<StackId> => newNotesStack(ctx, name, { notes_key: SECRET, notes_user: USER });

/** The record of a call made now. */
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

describe('call contents', () => {
  it('are stored only if the stack opts in, recorded or not', async () => {
    await updateStack(ctx, stackId, { configuration: { isRecorded: true } });
    const { id, contents } = await called('write', { note: 'hello' });
    expect(contents).toBe(null);
    await expect(readContents(ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await db.callContent.count({ where: { stackId } })).toBe(0);
  });

  it('hold input and output without credentials in any encoding or fields that the stack names', async () => {
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
    const text = JSON.stringify(output);
    for (const word of [SECRET, hidden, USER, 'x@y.test', 'pw"']) expect(text).not.toContain(word);
    expect(expiresAt).toEqual(new Date(at.getTime() + 3 * 86_400_000));
    expect(await readings(id)).toBe(1);
  });

  it('are sealed for their account, stack and call', async () => {
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

  it('of a failed or refused call hold whatever exists', async () => {
    const failed = await called('fail', { note: 'why' });
    expect(failed).toMatchObject({ outcome: 'upstream_error', contents: 'kept' });
    expect(await readContents(ctx, failed.id)).toMatchObject({ input: { note: 'why' }, output: null });
    const refused = await called('write', ['no object']);
    expect(refused).toMatchObject({ outcome: 'invalid_input', contents: 'kept' });
    expect(await readContents(ctx, refused.id)).toMatchObject({ input: ['no object'], output: null });
  });

  it('over 64 KiB are omitted, and the record says so', async () => {
    const large = await called('write', { note: 'x'.repeat(66_000) });
    expect(large.contents).toBe('too_large');
    const partly = await called('write', { note: 'short', secret: 'x'.repeat(66_000) });
    expect(partly.contents).toBe('partly_kept');
    expect(await readContents(ctx, partly.id)).toMatchObject({ input: null, output: { path: '/echo' } });
  });

  it('are no longer stored once the stack opts out, and existing ones stay', async () => {
    const recorded = await called('write', { note: 'before' });
    await updateContentSettings(ctx, stackId, { days: null });
    expect((await called('write', { note: 'after' })).contents).toBe(null);
    expect(await readContents(ctx, recorded.id)).toMatchObject({ input: { note: 'before' } });
    const { contentRedactions } = await db.stack.findUniqueOrThrow({ where: { id: stackId } });
    expect(contentRedactions).toEqual(['email']);
  });
});

describe('stored contents are deleted', () => {
  it('on request, with the calls unchanged', async () => {
    const gone = await newStack('gone');
    await updateContentSettings(ctx, gone, { days: 1 });
    const { id } = await called('write', { note: 'x' }, gone);
    expect(await deleteStackContents(ctx, gone)).toBe(1);
    await expect(readContents(ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await db.callRecord.count({ where: { stackId: gone } })).toBe(1);
  });

  it('with their stack, and after its retention', async () => {
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
