import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { podLimits } from '../../../src/connectors/kubernetes/pods.ts';
import { toAccountId } from '../../../src/core/kernel/ids.ts';
import { isAlive, ownServer, processesNaming, temporaryDir, toolCall } from '../stdio/stdioKit.ts';
import { openCluster } from './kit.ts';

const MIB = 1_048_576;
const HOST = fileURLToPath(new URL('fixtures/podHost.ts', import.meta.url));
const at = (name: string) => fileURLToPath(new URL(`../../../src/connectors/kubernetes/${name}.ts`, import.meta.url));
const server = (serverId: string, tool = 'pid') => toolCall(ownServer('faultyServer'), tool, { serverId });

describe('the number of an account’s pods', () => {
  it('is limited over all instances, separately for each account', async () => {
    const { cluster, instance } = await openCluster();
    const accountTotalsMax = { memoryBytes: 2_048 * MIB, fileBytes: 16_384 * MIB };
    const [one, other] = [instance({ accountTotalsMax }), instance({ accountTotalsMax, idleMs: 60_000 })];
    await Promise.all([one.text(server('a')), other.text(server('b'))]);
    await expect(one.call(server('c'))).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(
        /^The limit TOOLYARD_STDIO_MEMORY_MB_PER_ACCOUNT is reached: 2 programs .*together/,
      ),
      details: { retryAfterSeconds: 5 },
    });
    expect(await one.text({ ...server('c'), accountId: toAccountId('acct_b') })).toMatch(/^\d+$/);
    await other.close();
    // The refusal and its cause don't count as failures of the server.
    expect(await one.text(server('c'))).toMatch(/^\d+$/);
    expect(cluster.pods.size).toBe(3);
  });

  it('stays limited while instances race for the last slots', async () => {
    const { cluster, instance } = await openCluster();
    const accountTotalsMax = { memoryBytes: 16_384 * MIB, fileBytes: 512 * MIB };
    const instances = Array.from({ length: 4 }, () => instance({ accountTotalsMax }));
    const calls = instances.map((own, index) => own.call(server(`race_${index}`)).then(() => 'ran', String));
    const ends = await Promise.all(calls);
    expect(ends.filter((end) => end === 'ran')).toHaveLength(2);
    expect(ends.filter((end) => end.includes('TOOLYARD_STDIO_FILES_MB_PER_ACCOUNT'))).toHaveLength(2);
    expect(cluster.pods.size).toBe(2);
  });

  it.each([
    [{ memoryBytes: 4_096 * MIB, fileBytes: 1_024 * MIB }, 32, 4, 1_024, 256],
    [{ memoryBytes: 64 * MIB, fileBytes: MIB }, 32, 1, 64, 1],
    [{ memoryBytes: 65_536 * MIB, fileBytes: 65_536 * MIB }, 32, 32, 1_024, 256],
  ])('follows from the account’s total limits: %o, %i processes', (totals, processes, podsMax, memory, files) => {
    const limits = podLimits(totals, processes);
    expect(limits).toMatchObject({ podsMax, memoryBytes: memory * MIB, fileBytes: files * MIB });
  });
});

describe('pods left by instances', () => {
  it('end with a killed instance, and other instances remove the rest', async () => {
    const { cluster, instance, scratchRoot } = await openCluster();
    const host = spawn(process.execPath, [HOST, JSON.stringify(cluster.settings), scratchRoot], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = await once(createInterface({ input: host.stdout }), 'line');
    expect(isAlive(Number(pid))).toBe(true);
    host.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(Number(pid))).toBe(false), 30_000);
    const phases = () => [...cluster.pods.values()].map(({ object }) => object.status?.phase);
    await vi.waitFor(() => expect(phases()).toEqual(['Succeeded']), 30_000);
    const [left] = cluster.pods.keys();
    await instance().text({ ...server('next'), accountId: toAccountId('acct_b') });
    await vi.waitFor(() => expect([...cluster.pods.keys()]).not.toContain(left), 30_000);
  });

  it('are removed from all pages of the pod list', async () => {
    const { cluster, instance } = await openCluster();
    const own = instance();
    await Promise.all(['a', 'b', 'c'].map((id) => own.text(server(id))));
    cluster.state.fault = (line) => (line.startsWith('DELETE') ? { status: 500, body: {} } : null);
    await own.close();
    const phases = () => [...cluster.pods.values()].map(({ object }) => object.status?.phase);
    await vi.waitFor(() => expect(phases()).toEqual(['Succeeded', 'Succeeded', 'Succeeded']), 30_000);
    cluster.state.fault = () => null;
    cluster.state.pageMax = 1;
    await instance().text({ ...server('next'), accountId: toAccountId('acct_b') });
    await vi.waitFor(() => expect(phases()).toEqual(['Running']), 30_000);
  });

  it('are searched in at most ten pages, even if the list never ends', async () => {
    const { cluster, instance } = await openCluster();
    const isSweep = (line: string) => /^GET .*labelSelector=app/.test(line);
    const body = { kind: 'PodList', apiVersion: 'v1', metadata: { continue: 'more' }, items: [] };
    cluster.state.fault = (line) => (isSweep(line) ? { status: 200, body } : null);
    const own = instance();
    await own.text(server('runs'));
    await own.close();
    expect(cluster.requests.filter(({ line }) => isSweep(line))).toHaveLength(10);
  });

  it('are removed if they never ran, but only once nobody can be waiting for them', async () => {
    const { cluster, instance } = await openCluster();
    cluster.state.waitsFor = { reason: 'Unschedulable', where: 'node' };
    const waiting = instance({ startTimeoutMs: 60_000 }).call(server('waits'));
    const waits = () => [...cluster.pods.values()][0]?.object;
    await vi.waitFor(() => expect(waits()?.status?.phase).toBe('Pending'), 30_000);
    cluster.state.waitsFor = null;
    await instance().text({ ...server('b'), accountId: toAccountId('acct_b') });
    expect(cluster.pods.size).toBe(2);
    const metadata = waits()?.metadata;
    if (metadata) metadata.creationTimestamp = new Date(Date.now() - 700_000).toISOString();
    await instance().text({ ...server('c'), accountId: toAccountId('acct_c') });
    expect(await waiting).toMatchObject({ kind: 'unreachable', message: 'its pod was removed before it ran' });
  });

  it('are all gone after a drain, whether starting or running', async () => {
    const { cluster, instance } = await openCluster();
    const own = instance();
    await own.text(server('runs'));
    const busy = own.call(server('runs', 'never'));
    // The program reads this call after the one before, which has been sent by then.
    await own.text(server('runs'));
    const starting = own.call(server('starts'));
    await own.close();
    expect((await busy).kind).toBe('outcome_unknown');
    expect((await starting).kind).toBe('unreachable');
    await vi.waitFor(() => expect(cluster.pods.size).toBe(0), 30_000);
  });

  it('exit on their own if the cluster fails to delete them', async () => {
    const { cluster, instance, log } = await openCluster();
    const own = instance();
    const pid = Number(await own.text(server('untold')));
    cluster.state.fault = (line) => (line.startsWith('DELETE') ? { status: 500, body: {} } : null);
    await own.close();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 30_000);
    expect(log).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('it will exit on its own') }),
    );
  });
});

function endGroup({ pid = 0 }: ChildProcess): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch {
    // ESRCH: the process has ended.
  }
}

/** Long enough for a busy machine to start two processes and a program. */
const SILENCE_MS = 2_000;
const PRESENCE_MS = 50;

describe('the processes of a pod', () => {
  const start = async (silenceMs: number) => {
    const scratch = temporaryDir();
    const run = (...args: readonly string[]): ChildProcess => {
      const child = spawn(process.execPath, args, { stdio: 'pipe', cwd: scratch, detached: true });
      // When a container exits, all of its processes end.
      onTestFinished(() => endGroup(child));
      return child;
    };
    const holder = run(at('holder'), `${scratch}/.holder`);
    const launcher = run(at('launcher'), `${scratch}/.holder`);
    const { connector } = toolCall(ownServer('faultyServer', ['deaf']), 'pid');
    const { command = '', args = [] } = connector.kind === 'mcp-stdio' ? connector : {};
    const env = { HOME: scratch };
    launcher.stdin?.write(`${JSON.stringify({ command, args, env, cwd: scratch, silenceMs, proxy: null })}\n`);
    // Like the service, which must not be silent for longer while all of this starts.
    const presence = setInterval(() => launcher.stdin?.write(Buffer.of(0)), PRESENCE_MS);
    onTestFinished(() => clearInterval(presence));
    // Ignores errors, because a heartbeat may be written after the process has ended.
    launcher.stdin?.on('error', () => undefined);
    await once(launcher.stdout ?? launcher, 'data');
    return { holder, launcher, scratch, fallSilent: () => clearInterval(presence) };
  };

  it('end when the service falls silent, even with an open connection', async () => {
    const { holder, scratch, fallSilent } = await start(SILENCE_MS);
    const ended = once(holder, 'exit');
    fallSilent();
    await ended;
    expect(processesNaming(`HOME=${scratch}`)).toEqual([]);
  });

  it('stay while the service sends heartbeats, which the program does not see', async () => {
    const { launcher, holder } = await start(SILENCE_MS);
    const until = performance.now() + 1.5 * SILENCE_MS;
    for (let beats = 0; performance.now() < until; beats += 1) {
      launcher.stdin?.write(Buffer.of(0));
      launcher.stdin?.write('{"jsonrpc":"2.0","id":');
      launcher.stdin?.write(Buffer.of(0));
      launcher.stdin?.write(`${beats},"method":"ping"}\n`);
      const [answer] = await once(launcher.stdout ?? launcher, 'data');
      expect(JSON.parse(String(answer))).toMatchObject({ id: beats });
      await new Promise((resolve) => setTimeout(resolve, PRESENCE_MS));
    }
    expect(holder.exitCode).toBeNull();
  });

  it('end when their launcher is killed, leaving no holder', async () => {
    const { launcher, holder, scratch } = await start(60_000);
    expect(existsSync(`${scratch}/.holder`)).toBe(false);
    launcher.kill('SIGKILL');
    expect((await once(holder, 'exit'))[0]).toBe(0);
  });
});
