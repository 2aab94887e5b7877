import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { clientAt } from '../../src/store/connection.ts';
import { openEmbedded } from '../../src/store/embedded.ts';
import { silentLog } from '../harness/log.ts';
import { SEEDED_CALLS, type Seeded, seed } from './seed.ts';
import { type BrowserWorld, openOwnedWorld } from './world.ts';

export type RecordedCall = {
  /** Hours before `now` at which the call ended. */
  readonly hours: number;
  readonly toolId: string;
  readonly latencyMs: number;
  readonly outcome?: string;
  /** The end user that the stack's agent named; without one, the call has no agent. */
  readonly endUser?: string;
};

export type RecordedWorld = BrowserWorld & { readonly seeded: Seeded };

/** A service whose seeded stack has exactly these call records. */
export async function openRecordedWorld(now: Date, calls: readonly RecordedCall[]): Promise<RecordedWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-browser-'));
  const world = await openOwnedWorld({ TOOLYARD_DATA_DIR: dataDir });
  const seeded = await seed(world.running.url, world.running.apiKey);
  // Connects to the PostgreSQL that the service has started.
  const embedded = await openEmbedded({ dataDir, log: silentLog });
  await record(embedded.url, seeded.stackId, { now, calls });
  return {
    ...world,
    seeded,
    close: async () => {
      await world.close();
      await embedded.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Recorded = { readonly now: Date; readonly calls: readonly RecordedCall[] };

async function record(url: string, stackId: string, { now, calls }: Recorded): Promise<void> {
  const client = clientAt(url);
  await client.connect();
  const rows = calls.map(({ hours, outcome = 'ok', toolId, latencyMs, endUser = null }) => ({
    at: new Date(now.getTime() - hours * 3_600_000).toISOString(),
    server_id: toolId.slice(0, toolId.indexOf('_')),
    ...{ tool_id: toolId, latency_ms: latencyMs, outcome, end_user: endUser },
  }));
  // A call returns before it's recorded. A record that arrives after the others are deleted would mix with the given
  // ones.
  const seeded = async () => expect((await client.query('SELECT FROM invocation')).rowCount).toBe(SEEDED_CALLS.length);
  await vi.waitFor(seeded, { timeout: 60_000 });
  await client.query('DELETE FROM invocation');
  await client.query(
    `INSERT INTO invocation (id, account_id, stack_id, server_id, tool_id, outcome, latency_ms, input_bytes, output_bytes, at,
       end_user, endpoint_id)
     SELECT uuidv7(), account_id, stack.id, server_id, tool_id, outcome, latency_ms, 20, 40, at, end_user,
       CASE WHEN end_user IS NOT NULL THEN (SELECT min(id) FROM client_endpoint WHERE stack_id = stack.id) END
     FROM stack, json_to_recordset($2) AS given (
       server_id text, tool_id text, outcome text, latency_ms int, at timestamptz, end_user text)
     WHERE stack.id = $1`,
    [stackId, JSON.stringify(rows)],
  );
  await client.end();
}
