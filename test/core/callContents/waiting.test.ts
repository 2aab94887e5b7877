import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import { deleteStackContents, updateContentSettings } from '../../../src/core/callContents/settings.ts';
import { type CallRecorder, createCallRecorder } from '../../../src/core/callRecords/record.ts';
import { createBackground } from '../../../src/core/kernel/background.ts';
import type { StackId } from '../../../src/core/kernel/ids.ts';
import type { JsonValue } from '../../../src/core/lib/json.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { startApiWorld } from '../../harness/apiWorld.ts';
import { recordingLog, silentLog } from '../../harness/log.ts';
import { isWhole } from '../../harness/wholeTables.ts';
import { row } from '../callRecords/kit.ts';
import { SILENT_METER } from '../silentMeter.ts';
import { createWorld } from '../world.ts';
import { newNotesStack, saveNotes } from './kit.ts';

/* Inputs and outputs that wait for storage. */

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const { api, world, close } = await startApiWorld();
afterAll(close);
const { ctx } = world.account;
const { db } = ctx;
beforeAll(() => saveNotes(ctx, api.url));
const newStack = (name: string): Promise<StackId> =>
  newNotesStack(ctx, name, { notes_key: 'k'.repeat(20), notes_user: 'ann@toolyard.test' });

/** Creates a recorder, by default with a meter that counts nothing. */
function recorderOf(
  bounds: Parameters<typeof createCallRecorder>[1] = {},
  options: Partial<Parameters<typeof createCallRecorder>[0]> = {},
) {
  const background = createBackground(silentLog);
  const deps = {
    db,
    log: silentLog,
    meter: null,
    background,
    vault: ctx.vault,
    callCopier: null,
    liveFeed: ctx.liveFeed,
    ...options,
  };
  return { background, recorder: createCallRecorder(deps, bounds) };
}

/** Enqueues this many calls of a stack with this input in one go. */
async function addCalls(recorder: CallRecorder, of: StackId, times: number, input: JsonValue = { note: 'x' }) {
  const { contents: policy } = await getSnapshot(ctx, of);
  if (!policy) throw new Error('the stack keeps contents');
  const owner = { ctx, accountId: world.account.id, stackId: of, otherId: of };
  const calls = Array.from({ length: times }, () => ({ ...row(owner, { seconds: 0 }), inputBytes: 10, at: ctx.now() }));
  const contents = { policy, input: JSON.stringify(input), output: 'null', values: [], fieldIds: [] };
  for (const call of calls) recorder.add(call, contents);
  return calls.map(({ id }) => id);
}

/** Records this many calls of a stack in one go; returns each result. */
async function recordedOf(of: StackId, times: number, bounds = {}, input?: JsonValue) {
  const counted: string[] = [];
  const meter = { ...SILENT_METER, contentsDropped: (state: string) => void counted.push(state) };
  const { recorder, background } = recorderOf(bounds, { meter });
  const ids = await addCalls(recorder, of, times, input);
  await background.drain();
  const rows = await db.callRecord.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
  const states = rows.map(({ contents }) => contents);
  // The operator sees how many were lost.
  expect(counted.toSorted()).toEqual(states.filter((state) => state !== 'kept').toSorted());
  return states;
}

describe('contents waiting for storage', () => {
  it.runIf(isWhole)('take no more memory than their text, for any number of objects', async () => {
    const heavy = await newStack('heavy');
    await updateContentSettings(ctx, heavy, { days: 1 });
    // A task that has not started.
    const idle = { ...createBackground(silentLog), run: () => undefined };
    const { recorder } = recorderOf({}, { background: idle });
    const recording = { ...ctx, callRecorder: recorder };
    const call = () =>
      invokeTool(recording, heavy, 'notes_write', { note: Array.from({ length: 10_000 }, () => ({})) });
    await call();
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < 40; at += 1) await call();
    collectGarbage();
    expect(recorder.waiting()).toBe(41);
    // Each sends 30 KB and receives twice as much. As objects that takes twenty times the memory.
    expect((process.memoryUsage().heapUsed - before) / 40).toBeLessThan(150_000);
  });

  it('are dropped once the stack opts out, and so are failure notes', async () => {
    const stopped = await newStack('stopped');
    await updateContentSettings(ctx, stopped, { days: 1 });
    const background = createBackground(silentLog);
    const held: Parameters<typeof background.run>[] = [];
    const { recorder } = recorderOf({}, { background: { ...background, run: (...task) => void held.push(task) } });
    const ids = await addCalls(recorder, stopped, 3);
    await updateContentSettings(ctx, stopped, { days: null });
    // The calls are stored only now, after the stack has opted out.
    for (const task of held.splice(0)) background.run(...task);
    await background.drain();
    expect(held).toEqual([]);
    expect(await db.callContent.count({ where: { stackId: stopped } })).toBe(0);
    const rows = await db.callRecord.findMany({ where: { id: { in: ids } } });
    expect(rows.map(({ contents }) => contents)).toEqual([null, null, null]);
  });
});

describe('contents are not stored', () => {
  it('beyond the account’s bound, until there is room', async () => {
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

  it('when too much waits to be sealed in memory', async () => {
    const busy = await newStack('busy');
    await updateContentSettings(ctx, busy, { days: 1 });
    const bytes = '{"note":"x"}null'.length;
    const states = await recordedOf(busy, 4, { waitingContentBytesMax: 4 * 2 * bytes });
    expect(states.toSorted()).toEqual(['dropped', 'dropped', 'kept', 'kept']);
  });

  it('when their redacted form is too long', async () => {
    const grown = await newStack('grown');
    await updateContentSettings(ctx, grown, { days: 1, redact: ['/input/*', '/output/*'] });
    expect(await recordedOf(grown, 1, {}, Array(10_000).fill(1))).toEqual(['partly_kept']);
    const { bytes } = await db.callContent.findFirstOrThrow({ where: { stackId: grown } });
    expect(bytes).toBeLessThan(65_536);
  });

  it('when the database does not report the room left; it is queried once', async () => {
    const gone = await createWorld();
    await gone.database.close();
    const lost = await newStack('lost');
    await updateContentSettings(ctx, lost, { days: 1 });
    const log = recordingLog();
    const { recorder, background } = recorderOf({}, { db: gone.deps.db, log });
    await addCalls(recorder, lost, 40);
    await background.drain();
    const warnings = log.lines.filter(({ message }) => message.includes('contents'));
    expect(warnings).toMatchObject([{ message: 'the contents of calls could not be kept', fields: { calls: 40 } }]);
  });

  it('contents are written once each, in statements of bounded size', async () => {
    const many = await newStack('many');
    await updateContentSettings(ctx, many, { days: 1 });
    expect(new Set(await recordedOf(many, 700))).toEqual(new Set(['kept']));
    expect(await db.callContent.count({ where: { stackId: many } })).toBe(700);
  });
});
