import { describe, expect, it, vi } from 'vitest';
import { ownServer, toolCall } from '../stdio/stdioKit.ts';
import { made, openCluster } from './kit.ts';
import { CLOSING, refusal } from './standIn.ts';

// Created on the call, because it has a deadline.
const pid = () => toolCall(ownServer('faultyServer'), 'pid');
const POST = 'POST /api/v1/namespaces/programs/pods';
const EXEC = /^GET .*\/exec\?/;

describe('a cluster that refuses', () => {
  const QUOTA = 'pods "x" is forbidden: exceeded quota: programs, requested: pods=1, used: pods=9, limited: pods=9';
  const CASES: readonly (readonly [number, string, string])[] = [
    [401, 'Unauthorized', 'the cluster refuses it (status 401)'],
    [403, 'pods is forbidden: User "toolyard" cannot create', 'the cluster refuses it (status 403)'],
    [403, QUOTA, 'no room for it'],
    [404, 'namespaces "programs" not found', 'the cluster refuses it (status 404)'],
    [422, 'spec.runtimeClassName: not found', 'the cluster refuses it (status 422)'],
    [429, 'too many requests', 'try again in 7 s'],
    [500, 'etcdserver: leader changed', 'the cluster failed (status 500)'],
    [503, 'apiserver is shutting down', 'the cluster failed (status 503)'],
  ];

  it.each(CASES)('%i %s', async (status, message, expected) => {
    const { cluster, instance, log } = await openCluster();
    const own = instance();
    cluster.state.fault = (line) =>
      line.startsWith(POST) ? { status, body: refusal(status, message), headers: { 'retry-after': '7' } } : null;
    expect(await own.call(pid())).toEqual({
      kind: 'unreachable',
      message: expect.stringContaining(expected),
    });
    // The operator sees the cluster's message; a caller doesn't.
    expect(log).toContainEqual(expect.objectContaining({ status, detail: expect.stringContaining(message) }));
    expect(cluster.pods.size).toBe(0);
    cluster.state.fault = () => null;
    expect(await own.text(pid())).toMatch(/^\d+$/);
  });

  it('removes the pod after refusing a command in it', async () => {
    const { cluster, instance } = await openCluster();
    cluster.state.fault = (line) => (EXEC.test(line) ? { status: 403, body: {} } : null);
    expect(await instance().call(pid())).toMatchObject({ kind: 'unreachable' });
    await vi.waitFor(() => expect(cluster.pods.size).toBe(0), 30_000);
  });

  it('is asked again if it briefly refuses the pod’s status', async () => {
    const { cluster, instance } = await openCluster();
    const statuses = [429, 500, 503];
    cluster.state.fault = (line) => {
      const status = /^GET .*\/pods\/[^/]+$/.test(line) ? statuses.shift() : undefined;
      return status === undefined ? null : { status, body: refusal(status, 'later') };
    };
    expect(await instance().text(pid())).toMatch(/^\d+$/);
    expect(statuses).toEqual([]);
  });
});

describe('a cluster that does not respond', () => {
  it('reports that it is gone', async () => {
    const { cluster, instance } = await openCluster();
    const configPath = '/absent/kubeconfig';
    const unreachable = { kind: 'unreachable', message: expect.stringContaining('does not answer') };
    expect(await instance({ kubernetes: { ...cluster.settings, configPath } }).call(pid())).toMatchObject(unreachable);
    const own = instance();
    await cluster.close();
    expect(await own.call(pid())).toMatchObject(unreachable);
  });

  it.each([
    ['a request for a pod', POST],
    ['a request to run a command', EXEC],
  ])('times out, and leaves nothing: %s', async (_name, slow) => {
    const { cluster, instance } = await openCluster();
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: object }>();
    cluster.state.fault = (line) => (line.match(slow) ? promise : null);
    expect(await instance({ requestTimeoutMs: 300 }).call(pid())).toMatchObject({
      kind: 'unreachable',
    });
    resolve({ status: 503, body: {} });
    await vi.waitFor(() => expect(cluster.pods.size).toBe(0), 30_000);
  });
});

describe('a pod that does not run', () => {
  it.each([
    [{ reason: 'ImagePullBackOff', where: 'image' } as const, 'its pod cannot run (ImagePullBackOff)'],
    [{ reason: 'ContainerCreating', where: 'image' } as const, 'did not start within 2 s (ContainerCreating)'],
    [{ reason: 'Unschedulable', where: 'node' } as const, 'did not start within 2 s (Unschedulable)'],
  ])('reports why, and is removed: %o', async (waitsFor, message) => {
    const { cluster, instance } = await openCluster();
    cluster.state.waitsFor = waitsFor;
    const outcome = await instance({ startTimeoutMs: 2_000 }).call(pid());
    expect(outcome).toMatchObject({ kind: 'unreachable', message: expect.stringContaining(message) });
    expect(cluster.pods.size).toBe(0);
  });
});

describe('without the NetworkPolicy that isolates pods, no pod is created', () => {
  const { spec } = CLOSING;
  it.each([
    ['there is none', null],
    ['it is for other pods', { ...CLOSING, spec: { ...spec, podSelector: { matchLabels: { app: 'x' } } } }],
    [
      'it is for some of the pods',
      {
        ...CLOSING,
        spec: { ...spec, podSelector: { ...spec?.podSelector, matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
      },
    ],
    ['it leaves the way out open', { ...CLOSING, spec: { ...spec, policyTypes: ['Ingress'] } }],
    ['it leaves the way in open', { ...CLOSING, spec: { ...spec, policyTypes: ['Egress'] } }],
    ['it lets something out', { ...CLOSING, spec: { ...spec, egress: [{}] } }],
    ['it lets something in', { ...CLOSING, spec: { ...spec, ingress: [{}] } }],
  ])('%s', async (_name, policy) => {
    const { cluster, instance } = await openCluster();
    cluster.state.policy = policy;
    expect(await instance().call(pid())).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('NetworkPolicy toolyard-programs'),
    });
    expect(made(cluster)).toEqual([]);
  });
});
