import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { toAccountId, toServerId, toStackId } from '../../../src/core/kernel/ids.ts';
import type { CallOptions } from '../../harness/toolCall.ts';
import { envCredential, ownServer, packageServer, processesNaming, toolCall } from '../stdio/stdioKit.ts';
import { made, openCluster } from './kit.ts';

const faulty = (tool: string, more: CallOptions = {}) => toolCall(ownServer('faultyServer'), tool, more);

describe('a program in a pod', () => {
  it.each(['v5.channel.k8s.io', 'v4.channel.k8s.io'])('handles calls over %s', async (protocol) => {
    const { cluster, instance } = await openCluster({ protocol });
    const { text, discover, close } = instance();
    const call = toolCall(packageServer('everything'), 'echo', { input: { message: 'hi' } });
    expect(await text(call)).toBe('Echo: hi');
    expect(await text(call)).toBe('Echo: hi');
    expect(cluster.pods.size).toBe(1);
    const { tools } = await discover({
      ...call,
      serverId: toServerId('everything'),
      connector: ownServer('faultyServer'),
    });
    expect(tools).toHaveLength(2);
    await close();
    await vi.waitFor(() => expect(cluster.pods.size).toBe(0), 30_000);
  });

  it('is shared by no two accounts, stacks, servers, owners or credentials', async () => {
    const { cluster, instance } = await openCluster();
    const { text } = instance();
    const calls = [
      {},
      { accountId: toAccountId('acct_b') },
      { stackId: toStackId('stack_b') },
      { serverId: 'server_b' },
      { owner: 'ann' },
    ].map((more) => text(faulty('pid', more)));
    expect(new Set(await Promise.all(calls)).size).toBe(5);
    expect(cluster.pods.size).toBe(5);
    const accounts = [...cluster.pods.values()].map(({ object }) => object.metadata?.labels?.['toolyard/account']);
    expect(new Set(accounts).size).toBe(2);
    const changed = faulty('pid', { credentials: [envCredential('key', 'another', 'API_KEY')] });
    expect(await text(changed)).not.toBe(await (calls[0] ?? null));
  });

  it('gets its credentials, which are invisible in the cluster', async () => {
    const { cluster, instance, log } = await openCluster();
    const canary = 'canary-4711-of-a-credential';
    const { text } = instance();
    const options = { credentials: [envCredential('key', canary, 'API_KEY')], serverId: 'looked_at' };
    const env = JSON.parse(String(await text(faulty('env', options))));
    expect(env).toMatchObject({ API_KEY: canary, HOME: expect.stringContaining('/scratch/') });
    expect(Object.keys(env).filter((name) => /TOOLYARD|KUBERNETES/.test(name))).toEqual([]);
    const seen = JSON.stringify([cluster.requests, [...cluster.pods.values()].map(({ object }) => object), log]);
    expect(seen).not.toContain(canary);
    // The cluster doesn't see the names of the program's owner either.
    expect(seen).not.toMatch(/acct_a|stack_a|looked_at|faultyServer/);
    const lines = processesNaming(canary).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toContain(canary);
  });

  it('has the limits of a confined program, and only the permissions of the strictest profile', async () => {
    const { cluster, instance } = await openCluster();
    const kubernetes = { ...cluster.settings, runtimeClass: 'gvisor' };
    expect((await instance({ kubernetes }).call(faulty('pid'))).kind).toBe('ok');
    expect(made(cluster)).toMatchObject([
      {
        metadata: { name: expect.stringMatching(/^toolyard-[0-9a-f]{24}-0$/), labels: { 'toolyard/network': 'none' } },
        spec: {
          runtimeClassName: 'gvisor',
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          restartPolicy: 'Never',
          securityContext: { runAsNonRoot: true, runAsUser: 1_000, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              image: 'registry.example.com/toolyard:1',
              securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
              resources: { limits: { cpu: '1', memory: String(1_024 * 1_048_576) } },
            },
          ],
          volumes: [
            { name: 'scratch', emptyDir: { sizeLimit: String(256 * 1_048_576) } },
            { name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: String(64 * 1_048_576) } },
          ],
        },
      },
    ]);
  });

  it('is removed when idle, and another runs on the next call', async () => {
    const { cluster, instance } = await openCluster();
    const { text } = instance({ idleMs: 30 });
    const first = await text(faulty('pid'));
    await vi.waitFor(() => expect(cluster.pods.size).toBe(0), 30_000);
    expect(await text(faulty('pid'))).not.toBe(first);
  });

  it('ends even if its program ignores signals and starts others', async () => {
    const { cluster, instance, scratchRoot } = await openCluster();
    const { call, close } = instance();
    expect((await call(toolCall(ownServer('faultyServer', ['stubborn']), 'pid'))).kind).toBe('ok');
    await close();
    await vi.waitFor(() => expect(cluster.pods.size).toBe(0), 30_000);
    expect(processesNaming(scratchRoot)).toEqual([]);
  });
});

describe('the outcome of a call of a program in a pod', () => {
  const CASES = [
    { label: 'the tool failed', tool: 'fails', outcome: { kind: 'tool_error', message: 'the disk is full' } },
    { label: 'the program died', tool: 'crash', outcome: { kind: 'outcome_unknown', message: /code 7/ } },
    { label: 'the answer is over 4 MiB', tool: 'huge', outcome: { kind: 'bad_answer' } },
    { label: 'the answer is under 4 MiB', tool: 'large', outcome: { kind: 'ok' } },
  ];

  it.each(CASES)('$label: $outcome.kind', async ({ tool, outcome: { kind, message } }) => {
    const { instance } = await openCluster();
    const outcome = await instance().call(faulty(tool));
    expect(outcome).toMatchObject({ kind, ...(message && { message: expect.stringMatching(message) }) });
  });

  it('is unknown if the connection is lost, and the next call gets a new pod', async () => {
    const { cluster, instance } = await openCluster();
    const { call, text } = instance();
    const first = await text(faulty('pid'));
    const pending = call(faulty('never'));
    await vi.waitFor(async () => expect(await text(faulty('waiting'))).toBe('1'), 30_000);
    cluster.cut();
    const outcome = await pending;
    expect(outcome).toMatchObject({
      kind: 'outcome_unknown',
      message: expect.stringContaining('connection to its pod'),
    });
    expect(await text(faulty('pid'))).not.toBe(first);
  });

  it.each([
    ['OOMKilled', 'more memory than 1024 MB'],
    ['Evicted', 'the cluster ended it: Evicted'],
  ] as const)('gives the reason if the cluster ended its pod: %s', async (reason, message) => {
    const { cluster, instance } = await openCluster();
    const { call, text } = instance();
    await text(faulty('pid'));
    const pending = call(faulty('never'));
    await vi.waitFor(async () => expect(await text(faulty('waiting'))).toBe('1'), 30_000);
    for (const pod of cluster.pods.values()) pod.kill(reason);
    expect(await pending).toMatchObject({ kind: 'outcome_unknown', message: expect.stringContaining(message) });
  });
});
