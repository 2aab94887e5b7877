import { parseCallsUrl } from '../../src/config/calls.ts';
import { type CallCopier, type CopierBounds, createCallCopier } from '../../src/core/callRecords/copier.ts';
import { createCallRecorder } from '../../src/core/callRecords/record.ts';
import { createBackground } from '../../src/core/kernel/background.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import type { CallRecord } from '../../src/generated/prisma/client.ts';
import { connectClickHouse } from '../../src/start/callCopier.ts';
import { createClickHouse } from '../../src/store/clickHouse.ts';
import type { TestAccount, World } from '../core/world.ts';
import { recordingLog } from '../harness/log.ts';

/** A copier for the stand-in behind a recorder, and both their log messages. */
export async function startCopying(world: World, account: TestAccount, url: string, bounds: CopierBounds) {
  const log = recordingLog();
  const settings = parseCallsUrl(url);
  const clickHouse = await connectClickHouse(settings);
  const sink = createClickHouse({ ...settings, send: clickHouse.send });
  const callCopier: CallCopier = createCallCopier({ db: world.deps.db, log, sink }, bounds);
  const background = createBackground(log);
  const recorder = createCallRecorder({ ...world.deps, log, background, callCopier });
  const record = async (...calls: CallRecord[]) => {
    for (const call of calls) recorder.add(call);
    await background.drain();
  };
  const ctx: Ctx = { ...account.ctx, callCopier };
  const close = async () => {
    await callCopier.close();
    await clickHouse.close();
  };
  return { callCopier, record, ctx, log, close };
}
