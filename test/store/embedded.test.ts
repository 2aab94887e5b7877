import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { clientAt } from '../../src/store/connection.ts';
import { STATE_ROOT } from '../../src/store/embedded/location.ts';
import { findPostmaster, stopPostmaster } from '../../src/store/embedded/postmaster.ts';
import { canTraverse } from '../../src/store/embedded/serviceUser.ts';
import { openEmbedded } from '../../src/store/embedded.ts';
import { fillDataDir } from '../harness/cluster.ts';
import { eventually } from '../harness/eventually.ts';
import { silentLog } from '../harness/log.ts';
import { type Opener, startOpener } from './fixtures/process.ts';

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };

const directories: string[] = [];
const openers: Opener[] = [];

function makeDataDir(parent = tmpdir()): string {
  const directory = realpathSync(mkdtempSync(join(parent, 'toolyard-embedded-')));
  directories.push(directory);
  return directory;
}

/** A data directory with a PostgreSQL, for tests that are not about creating one. */
function makeFilledDataDir(): string {
  const dataDir = makeDataDir();
  fillDataDir(dataDir);
  return dataDir;
}

function opener(...args: Parameters<typeof startOpener>): Opener {
  const started = startOpener(...args);
  openers.push(started);
  return started;
}

const clusterOf = (dataDir: string): string => join(dataDir, 'postgres');
// Tests without power cuts need no fsync.
const open = (dataDir: string) => openEmbedded({ dataDir, log: silentLog, settings: { fsync: 'off' } });
const openDurable = (dataDir: string) => openEmbedded({ dataDir, log: silentLog });
const toOpened = (text: string): { url: string; notice: string | null; ms: number } => JSON.parse(text);

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = clientAt(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  for (const { kill } of openers.splice(0)) await kill();
  for (const directory of directories.splice(0)) {
    if (existsSync(clusterOf(directory))) await stopPostmaster(clusterOf(directory));
    rmSync(directory, { recursive: true, force: true });
  }
});

describe('openEmbedded', () => {
  it('creates a durable database and finds it again', async () => {
    const dataDir = makeDataDir();
    const first = await openDurable(dataDir);
    const [settings] = await query(
      first.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
      current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS addresses,
      current_setting('data_checksums') AS checksums`,
    );
    expect(settings).toEqual({ fsync: 'on', commit: 'on', encoding: 'UTF8', addresses: '127.0.0.1', checksums: 'on' });
    await query(first.url, 'CREATE TABLE kept ()');
    await first.close();
    expect(findPostmaster(clusterOf(dataDir))).toBeNull();
    const again = await openDurable(dataDir);
    expect(await query(again.url, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 0 }]);
    await again.close();
  });

  it('refuses files of another major version, and says what to do', async () => {
    const dataDir = makeDataDir();
    mkdirSync(clusterOf(dataDir));
    writeFileSync(join(clusterOf(dataDir), 'PG_VERSION'), '17\n');
    await expect(open(dataDir)).rejects.toThrow(
      /was created by PostgreSQL 17, .* includes PostgreSQL 18: create a backup/,
    );
  });

  it('lets nobody else read the data or the password, and requires the password', async () => {
    const dataDir = makeDataDir();
    const { url, close } = await open(dataDir);
    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    expect({
      dataDir: modeOf(dataDir),
      cluster: modeOf(clusterOf(dataDir)),
      password: modeOf(join(clusterOf(dataDir), 'toolyard.password')),
      log: modeOf(join(dataDir, 'postgres.log')),
    }).toEqual({ dataDir: IS_ROOT ? '710' : '700', cluster: '700', password: '600', log: '600' });
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    await close();
  });

  it('serves several processes, and the last to exit stops it', async () => {
    const dataDir = makeFilledDataDir();
    const command = opener(dataDir);
    const { url } = toOpened(await command.ask('open', 'opened'));
    const server = await open(dataDir);
    expect(server.url).toBe(url);
    await command.ask('close', 'closed');
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.close();
    expect(findPostmaster(clusterOf(dataDir))).toBeNull();
  });

  it('gives four concurrent first starts the same database', async () => {
    const dataDir = makeDataDir();
    const all = Array.from({ length: 4 }, () => opener(dataDir));
    const answers = await Promise.all(all.map((each) => each.ask('open', 'opened')));
    expect(new Set(answers.map((answer) => toOpened(answer).url)).size).toBe(1);
    await Promise.all(all.map((each) => each.ask('close', 'closed')));
    expect(findPostmaster(clusterOf(dataDir))).toBeNull();
  });

  it('never breaks a process that starts while the last one exits', async () => {
    const dataDir = makeFilledDataDir();
    const other = opener(dataDir);
    for (let round = 0; round < 5; round++) {
      await other.ask('open', 'opened');
      const [mine] = await Promise.all([open(dataDir), other.ask('close', 'closed')]);
      expect(await query(mine.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await mine.close();
    }
  });

  it('runs in a separate session, so that Ctrl-C does not reach it', async () => {
    const dataDir = makeFilledDataDir();
    const { close } = await open(dataDir);
    const pid = findPostmaster(clusterOf(dataDir))?.pid;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
    expect({ group: fields?.[2], session: fields?.[3] }).toEqual({ group: String(pid), session: String(pid) });
    await close();
  });
});

describe('after kill -9', () => {
  const victims = [
    { label: 'of the server: the orphan is adopted', server: true, postmaster: false },
    { label: 'of the postmaster', server: false, postmaster: true },
    { label: 'of both', server: true, postmaster: true },
  ];

  it.each(victims)('$label, loses no acknowledged write', async ({ server, postmaster }) => {
    const dataDir = makeFilledDataDir();
    const writer = opener(dataDir, { fsync: 'on' });
    await writer.ask('open', 'opened');
    writer.send('write');
    const acknowledged = () => writer.lines.filter((line) => line.startsWith('ack ')).map((line) => line.slice(4));
    await eventually('200 writes', () => acknowledged().length > 200, 60_000);
    const { pid } = findPostmaster(clusterOf(dataDir)) ?? { pid: 0 };
    if (postmaster) process.kill(pid, 'SIGKILL');
    if (server) await writer.kill();
    const again = await openDurable(dataDir);
    expect(findPostmaster(clusterOf(dataDir))?.pid === pid).toBe(!postmaster);
    await writer.kill();
    const stored = new Set((await query(again.url, 'SELECT id::text FROM acknowledged')).map(({ id }) => id));
    expect(acknowledged().filter((id) => !stored.has(id))).toEqual([]);
    await again.close();
    expect(findPostmaster(clusterOf(dataDir))).toBeNull();
  });

  it('starts although another program of the same user has the dead postmaster’s pid', async () => {
    const dataDir = makeFilledDataDir();
    const cluster = clusterOf(dataDir);
    const { uid, gid } = statSync(cluster);
    const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
    writeFileSync(
      join(cluster, 'postmaster.pid'),
      `${stranger.pid}\n${cluster}\n0\n5432\n\n127.0.0.1\n0 0\nready   \n`,
    );
    const { url, close } = await open(dataDir);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await close();
    stranger.kill();
  });

  it('removes what a killed first start left behind', async () => {
    const dataDir = makeDataDir();
    const remains = join(dataDir, 'unfinished-4194304-aa');
    mkdirSync(remains);
    const { close } = await open(dataDir);
    expect(existsSync(remains)).toBe(false);
    await close();
  });
});

describe.runIf(IS_ROOT)('when started as root', () => {
  it('runs PostgreSQL as another user', async () => {
    const dataDir = makeDataDir();
    const { close, notice } = await open(dataDir);
    const { pid } = findPostmaster(clusterOf(dataDir)) ?? { pid: 0 };
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
    expect(notice).toBeNull();
    await close();
  });

  it('keeps the data where PostgreSQL can access it, and says so', async ({ skip }) => {
    const user = NOBODY;
    if (canTraverse(user, homedir())) skip('the home directory of root can be entered by anybody here');
    const dataDir = makeDataDir(homedir());
    const first = await open(dataDir);
    const home = first.notice?.match(/kept in (\S+):/)?.[1] ?? '';
    directories.push(home);
    expect(home.startsWith(`${STATE_ROOT}/data/`)).toBe(true);
    await query(first.url, 'CREATE TABLE kept ()');
    await first.close();
    const again = await open(dataDir);
    expect(await query(again.url, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 0 }]);
    await again.close();
  });

  it('keeps an ordinary user as the owner of the data directory', async ({ skip }) => {
    if (!canTraverse(NOBODY, process.cwd())) skip('an ordinary user cannot read this checkout');
    const dataDir = makeDataDir();
    chownSync(dataDir, NOBODY.uid, NOBODY.gid);
    const ordinary = opener(dataDir, { user: NOBODY });
    expect(toOpened(await ordinary.ask('open', 'opened')).notice).toBeNull();
    await ordinary.ask('close', 'closed');
    const asRoot = await open(dataDir);
    await asRoot.close();
    await ordinary.ask('open', 'opened');
    await ordinary.ask('close', 'closed');
  });
});
