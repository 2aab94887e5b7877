import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackupError, type Frame, preamble, readFrames, toFrames } from '../../src/store/backup/frames.ts';
import { loadDatabase } from '../../src/store/backup/load.ts';
import { listTables } from '../../src/store/backup/tables.ts';
import { clientAt } from '../../src/store/connection.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { silentLog } from '../harness/log.ts';
import { dumped, pieces } from './backupKit.ts';

const ACCOUNTS = 200;
const FLIPS = 24;

/** A change to one kind of frame that keeps a backup well-formed, with contents that no dump has. */
type Change = { readonly kind: Frame['kind']; readonly of: (text: string) => string };

const CHANGES: Readonly<Record<string, Change>> = {
  'a row twice': { kind: 'rows', of: (text) => text + text },
  'a row of one column': { kind: 'rows', of: (text) => `${text}alone\n` },
  'a row of another table': { kind: 'rows', of: (text) => text.replaceAll(/^[^\t]*\t/gm, '\\N\t') },
  'what is no UTF-8': { kind: 'rows', of: (text) => text.replace(/[a-z0-9]/, '\xff') },
  'a NUL': { kind: 'rows', of: (text) => text.replace(/[a-z0-9]/, '\0') },
  'letters for every digit': { kind: 'rows', of: (text) => text.replaceAll(/\d/g, 'x') },
  'a column that is none': { kind: 'table', of: (text) => text.replace('"columns":["', '"columns":["no') },
  'a column twice': { kind: 'table', of: (text) => text.replace(/"columns":\[("[^"]*")/, '"columns":[$1,$1') },
  'a table that is none': { kind: 'table', of: (text) => text.replace('"name":"', '"name":"no') },
  'a day that is none': { kind: 'header', of: (text) => text.replace(/"days":\[.*?\]/, '"days":["99999999"]') },
  'a day twice': { kind: 'header', of: (text) => text.replace(/"days":\[("[^"]*").*?\]/, '"days":[$1,$1]') },
};

/** The backup with the change in each frame of its kind. */
async function changed(bytes: Buffer, { kind, of }: Change): Promise<Buffer> {
  const parts = [preamble()];
  for await (const frame of readFrames(pieces(bytes))) {
    const after = frame.kind === kind ? Buffer.from(of(frame.bytes.toString('latin1')), 'latin1') : frame.bytes;
    parts.push(...toFrames(frame.kind, after));
  }
  return Buffer.concat(parts);
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}

let source: TestDatabase;
let bytes: Buffer;
beforeAll(async () => {
  source = await createTestDatabase();
  await querying(
    source.url,
    `CREATE TABLE invocation_20261121 PARTITION OF invocation
    FOR VALUES FROM ('2026-11-21T00:00:00Z') TO ('2026-11-22T00:00:00Z')`,
  );
  await querying(
    source.url,
    `INSERT INTO account (id, name)
    SELECT 'acct_' || at, 'Account ' || at FROM generate_series(1, ${ACCOUNTS}) AS at`,
  );
  bytes = await dumped(source.url);
});
afterAll(() => source?.close());

it('a backup with impossible contents is reported as damaged, whatever error PostgreSQL gives', async ({
  annotate,
}) => {
  const target = await createEmptyDatabase();
  try {
    for (const [name, change] of Object.entries(CHANGES)) {
      const made = await changed(bytes, change);
      expect(made.equals(bytes), name).toBe(false);
      await expect(loadDatabase(target.url, pieces(made), silentLog), name).rejects.toBeInstanceOf(BackupError);
    }
    expect(await rowCount(target.url)).toBe(0);
    await annotate(`${Object.keys(CHANGES).length} kinds of wrong contents`);
  } finally {
    await target.close();
  }
});

it('a backup with a flipped bit is restored with it, or reported as damaged', async ({ annotate }) => {
  let target = await createEmptyDatabase();
  let refused = 0;
  try {
    for (let at = 0; at < FLIPS; at += 1) {
      const made = flipped(bytes, Math.floor((bytes.length * (at + 0.5)) / FLIPS));
      const error = await loadDatabase(target.url, pieces(made), silentLog).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (error === null) {
        await target.close();
        target = await createEmptyDatabase();
      } else {
        expect(error).toBeInstanceOf(BackupError);
        refused += 1;
      }
    }
    await annotate(`${FLIPS} bits, ${refused} called damaged`);
  } finally {
    await target.close();
  }
});

async function querying(url: string, sql: string) {
  const client = clientAt(url);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The number of rows in all tables. */
async function rowCount(url: string): Promise<number> {
  const client = clientAt(url);
  await client.connect();
  try {
    let rows = 0;
    for (const { name } of await listTables(client))
      rows += (await client.query(`SELECT 1 FROM "${name}"`)).rows.length;
    return rows;
  } finally {
    await client.end();
  }
}
