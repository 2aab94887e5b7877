import { randomBytes } from 'node:crypto';
import { createApiKeyAuthenticator } from '../../src/core/accounts/authenticate.ts';
import { newApiKeyText } from '../../src/core/accounts/keyFormat.ts';
import { getStoredCredentials } from '../../src/core/calls/storedCredentials.ts';
import { createTokenVerifier } from '../../src/core/endpoints/verifyToken.ts';
import { CHANGE_CHANNEL, type Change } from '../../src/core/kernel/changes.ts';
import type { CacheName } from '../../src/core/kernel/checkedCache.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import type { ClientId, StackId, StackServerId } from '../../src/core/kernel/ids.ts';
import { createSessionAuthenticator } from '../../src/core/people/authenticate.ts';
import { getSnapshot } from '../../src/core/snapshots/readSnapshot.ts';
import { createCaches } from '../../src/store/caches.ts';
import { createChanges } from '../../src/store/changes.ts';
import { eventually } from '../harness/eventually.ts';
import { silentLog } from '../harness/log.ts';
import { SILENT_METER } from './silentMeter.ts';
import type { World } from './world.ts';

/** The objects that the instance caches in this test, by lookup key. */
export type CachedObjects = {
  readonly stackId: StackId;
  readonly stackServerId: StackServerId;
  readonly key: string;
  readonly session: string;
  readonly token: string;
  readonly clientId: ClientId;
};

/** Well-formed and unknown: its refusal is cached too, and survives every write. */
const REFUSED_KEY = newApiKeyText();

/** The notices of one write, and the other instance's reads afterwards. */
export type Effect = { readonly published: readonly string[]; readonly reread: Partial<Record<CacheName, number>> };

/** Two instances on one database: one writes, the other caches and counts its reads. */
export async function openInstances(world: World) {
  const [own, other] = await Promise.all([0, 1].map(() => createChanges({ url: world.database.url, log: silentLog })));
  if (!own || !other) throw new Error('there are two');
  const heard: Change[] = [];
  const ownHeard: Change[] = [];
  other.subscribe((change) => void heard.push(change));
  own.subscribe((change) => void ownHeard.push(change));
  let reads: CacheName[] = [];
  const meter = { ...SILENT_METER, cacheRead: (cache: CacheName) => void reads.push(cache) };
  const deps = { ...world.deps, changes: other, meter };
  const caches = createCaches({ changes: other, meter, snapshotBytesMax: 1e8 });
  const keys = createApiKeyAuthenticator(deps);
  const sessions = createSessionAuthenticator(deps);
  const tokens = createTokenVerifier(deps);

  async function readAll(ctx: Ctx, cached: CachedObjects): Promise<void> {
    await getSnapshot({ ...ctx, ...caches }, cached.stackId);
    for (const owner of ['', 'ann', 'bob']) await getStoredCredentials({ ...ctx, ...caches }, cached, owner);
    const known = [
      await keys.authenticate(cached.key),
      await sessions.authenticate(cached.session),
      await tokens.verify(cached.token, cached.clientId),
      await keys.authenticate(REFUSED_KEY),
    ];
    if (known.map(Boolean).join() !== 'true,true,true,false') throw new Error('not what the test keeps');
  }

  /** Notifications arrive in commit order: once this one has arrived, so have all earlier ones. */
  async function settled(): Promise<void> {
    const id = randomBytes(8).toString('hex');
    const marker = JSON.stringify({ origin: 'the test', kind: 'endpoint', id });
    await world.database.pool.query('SELECT pg_notify($1, $2)', [CHANGE_CHANNEL, marker]);
    const isHere = (changes: readonly Change[]) => changes.some((change) => change.id === id);
    await eventually('the marker has arrived', () => isHere(heard) && isHere(ownHeard));
    for (const list of [heard, ownHeard])
      list.splice(
        list.findIndex((change) => change.id === id),
        1,
      );
  }

  return {
    writer: own,
    /** A write's effect on the other instance. @throws if the writer receives its own notice more than once */
    async effectOf(ctx: Ctx, cached: CachedObjects, run: () => Promise<unknown>): Promise<Effect> {
      await settled();
      await readAll(ctx, cached);
      heard.length = 0;
      ownHeard.length = 0;
      reads = [];
      await run();
      await settled();
      await readAll(ctx, cached);
      if (JSON.stringify(ownHeard) !== JSON.stringify(heard)) throw new Error('the writer heard itself');
      return { published: heard.map(({ kind }) => kind), reread: countEach(reads) };
    },
    close: async () => void (await Promise.all([own.close(), other.close()])),
  };
}

function countEach(names: readonly CacheName[]): Effect['reread'] {
  const counts: Partial<Record<CacheName, number>> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
