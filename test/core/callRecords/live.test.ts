import { beforeEach, describe, expect, it } from 'vitest';
import { type Live, watch } from '../../../src/core/callRecords/live.ts';
import { toAuditEventId } from '../../../src/core/kernel/ids.ts';
import { createLiveHub, type LiveEvent, type LiveHub, livePayload } from '../../../src/core/kernel/liveFeed.ts';
import { AppError } from '../../../src/core/lib/errors.ts';
import { recordingLog, silentLog } from '../../harness/log.ts';

let hub: LiveHub;
let stop: AbortController;
beforeEach(() => {
  hub = createLiveHub(silentLog);
  stop = new AbortController();
});

const idOf = (event: LiveEvent) => (event.kind === 'auditEvent' ? event.id : null);
const watching = () => watch({ liveFeed: hub, signal: stop.signal }, idOf);
const publish = (from: number, to: number): void => {
  for (let id = from; id < to; id += 1)
    hub.hear(
      livePayload({
        kind: 'auditEvent',
        chain: 'c',
        id: toAuditEventId(String(id)),
        stackId: null,
        action: null,
        targetId: null,
      }),
    );
};

async function all(live: AsyncIterable<Live<string>>): Promise<(string | undefined)[]> {
  const seen: (string | undefined)[] = [];
  for await (const { value, end } of live) seen.push(value ?? end?.message);
  return seen;
}

describe('a live subscriber', () => {
  it('gets a gap notice when it reads too slowly, and its queue stays bounded', async () => {
    const live = await watching();
    publish(0, 300);
    const seen = await all(live);
    expect(seen).toHaveLength(257);
    expect(seen.slice(254)).toEqual(['254', '255', 'Events came faster than they were read: subscribe again']);
  });

  it('gets every call in order while it keeps up', async () => {
    const live = await watching();
    const seen: unknown[] = [];
    for (let from = 0; from < 1_000; from += 200) {
      publish(from, from + 200);
      for (let count = 0; count < 200; count += 1) seen.push((await live.next()).value?.value);
    }
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, id) => String(id)));
    await live.return();
  });

  it('gets nothing once access is lost, and is told why', async () => {
    const live = await watching();
    publish(0, 3);
    stop.abort(new AppError('unauthenticated', 'Unauthorized'));
    publish(3, 6);
    expect(await all(live)).toEqual(['Unauthorized']);
  });

  it('ends silently when it unsubscribes, even while waiting', async () => {
    const waiting = all(await watching());
    stop.abort();
    expect(await waiting).toEqual([]);
    expect(await all(await watching())).toEqual([]);
  });

  it('gets the gap notice after the delivered calls', async () => {
    const live = await watching();
    publish(0, 1);
    hub.announceGap();
    expect(await all(live)).toEqual(['0', 'Events may have been missed: subscribe again']);
  });
});

describe('a notification', () => {
  it('is not read while nobody subscribes', async () => {
    const log = recordingLog();
    hub = createLiveHub(log);
    hub.hear('{');
    const live = await watching();
    hub.hear('{');
    await live.return();
    stop.abort();
    hub.hear('{');
    expect(log.lines).toHaveLength(1);
  });
});
