import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Closers } from '../../src/start/closers.ts';
import { errorCode } from '../../src/store/embedded/files.ts';
import { eventually } from '../../test/harness/eventually.ts';
import { endure } from '../chaos/endure.ts';
import { serverDocument } from '../chaos/upstream.ts';
import { createApi } from '../crash/api.ts';
import { createClient } from '../neighbours/client.ts';
import { type Installation, openInstallation, temporaryFolder } from './installation.ts';
import { notesOf, type Result, stopwatch } from './result.ts';

const DISK = '400m';
const FULL_MS = 15_000;
const WELL_MS_MAX = 120_000;

/** Fills the disk of the data directory while agents call, and frees space again. */
export async function diskFull(closers: Closers): Promise<Result> {
  const disk = join(temporaryFolder(closers), 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', disk]);
  closers.add(async () => void execFileSync('umount', ['--lazy', disk]));
  const installation = await openInstallation({ TOOLYARD_DATA_DIR: join(disk, 'data') }, closers);
  const filler = join(disk, 'filler');
  const whileFull = { isOver: false, answered: 0, refused: 0, states: new Set<string>() };
  let wellSeconds = 0;
  if (!existsSync(join(disk, 'data/postgres'))) throw new Error('The database is not on the disk');
  const { tally } = await endure(installation, {
    name: 'disk full',
    holdMs: FULL_MS,
    begin: async () => {
      fill(filler);
      await writeUntilRefused(installation);
      const calling = callUntilOver(installation, whileFull);
      return async () => {
        whileFull.isOver = true;
        await calling;
        rmSync(filler);
        const seconds = stopwatch();
        await eventually('changes succeed again', () => canWrite(installation), WELL_MS_MAX);
        wellSeconds = seconds();
      };
    },
  });
  const { answered, refused, states } = whileFull;
  return {
    drill: 'disk full',
    steps: 'space is free, a change succeeds',
    seconds: wellSeconds,
    lost: tally.lost,
    doubled: tally.doubled,
    notes: `full for ${FULL_MS / 1_000} s: ${answered} of ${answered + refused} calls without a key answered, \`writes\` of \`/readyz\` was ${[...states].join(', ')}; ${notesOf(tally)}`,
  };
}

const IMPORT = 'mutation ($input: ImportServerInput!) { importServer(input: $input) { __typename } }';

/** Imports large servers until PostgreSQL has used up the space in its own files. */
async function writeUntilRefused({ url, account, upstream }: Installation): Promise<void> {
  const client = createClient(url, account.apiKey);
  const [tool] = serverDocument(upstream.origin).tools;
  await eventually(
    'an import is refused',
    async () => {
      const tools = Array.from({ length: 100 }, (_, at) => ({
        ...tool,
        name: `run${at}`,
        description: randomBytes(500).toString('hex'),
      }));
      const document = { ...serverDocument(upstream.origin), id: 'large', tools };
      const { status, text } = await client.send('POST', '/graphql', {
        query: IMPORT,
        variables: { input: { document } },
      });
      if (status < 500 && !text.includes('ImportServerPayload')) throw new Error(text);
      return status >= 500;
    },
    WELL_MS_MAX,
  );
  await client.close();
}

/** Writes until the file system is full. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  const sizes = [1_048_576, 4_096];
  for (const size of sizes) {
    const bytes = Buffer.alloc(size);
    try {
      while (writeSync(file, bytes) > 0);
    } catch (error) {
      if (errorCode(error) !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
}

type WhileFull = { isOver: boolean; answered: number; refused: number; readonly states: Set<string> };

/** Makes calls without an idempotency key, which don't need to write, and watches `/readyz`. */
async function callUntilOver({ url, account }: Installation, seen: WhileFull): Promise<void> {
  const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' };
  while (!seen.isOver) {
    const body = JSON.stringify({ tool_name: 'counted_run', tool_input: { call: randomUUID(), ms: 0 } });
    const call = await fetch(`${url}/s/${account.clientId}/call_tool`, { method: 'POST', headers, body }).catch(
      () => null,
    );
    if (call?.ok) seen.answered += 1;
    else seen.refused += 1;
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    seen.states.add(ready?.headers.get('x-toolyard-writes') ?? 'silent');
    await delay(100);
  }
}

const canWrite = async ({ url, account }: Installation): Promise<boolean> => {
  const api = createApi((path, init) => fetch(url + path, init), account.apiKey);
  return (await api.send('POST', '/v1/stacks', { stack_name: randomUUID() })) !== null;
};
