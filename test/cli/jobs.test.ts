import { afterAll, expect, it } from 'vitest';
import { startSteered } from '../connectors/mcp/steered.ts';
import { eventually } from '../harness/eventually.ts';
import { startHttpApi } from '../harness/petshop.ts';
import { documentFor } from './shop.ts';
import { begin, run, runJson, startInstallation } from './toolyard.ts';

const petshop = await startHttpApi();
const steered = await startSteered();
const at = await startInstallation('127.0.0.0/8', { runsJobs: true });
const { api } = at;
afterAll(async () => {
  await at.close();
  await steered.upstream.close();
  await petshop.close();
});
await at.world.saveServer(documentFor(petshop.url));
await at.world.saveServer({
  id: 'steered',
  name: 'Steered',
  connector: { kind: 'mcp-http', url: steered.upstream.url },
  tools: [{ name: 'go', description: '', inputSchema: { type: 'object' } }],
});
await run(['stack', 'create', '--name', 'mine'], api);
for (const server of ['shop', 'steered']) await run(['stack', 'add-server', 'mine', server, '--all'], api);
await run(['stack', 'set-credentials', 'mine', 'shop', 'shop_key=k'], api);

type Job = { readonly job_id: string; readonly state: string };
const startJob = async (tool: string, ...more: string[]): Promise<Job> =>
  (await runJson(['call', 'mine', tool, '--async', ...more], api)) as Job;

/** The JSON that a command printed, on either stream. */
const parsed = ({ out, err }: { readonly out: string; readonly err: string }): object => JSON.parse(out || err);

/** A call of each outcome that a service can cause at once. */
const CALLS = [
  ['shop_echo', '{"message":"hello"}'],
  ['shop_echo', '{"message":7}'],
  ['shop_fail', '{}'],
  ['shop_none', '{}'],
] as const;

it.each(CALLS)('waits for %s %s, with the output and exit code of a call', { timeout: 30_000 }, async (tool, input) => {
  const line = ['call', 'mine', tool, '--input', input];
  const called = await run(line, api);
  const started = await run([...line, '--async'], api);
  if (started.code !== 0) return expect(started).toEqual(called);
  expect(started.out).toMatch(/\n\nGet the result: toolyard job wait job_\S+$/);
  const id = /job_\S+/.exec(started.out)?.[0] ?? '';
  expect(await run(['job', 'wait', id], api)).toEqual(called);
  const [ofJob, ofCall] = [await run(['job', 'wait', id, '--json'], api), await run([...line, '--json'], api)];
  expect(ofJob.code).toBe(ofCall.code);
  expect(parsed(ofJob)).toMatchObject(parsed(ofCall));
  const shown = await run(['job', 'show', id], api);
  expect(shown.code).toBe(0);
  expect(shown.out).toContain(called.code === 0 ? called.out : called.err.replace(/^\S+ /, ''));
});

it('shows the approval and the progress of a job, and its result to its caller only', { timeout: 30_000 }, async () => {
  const rule = (await runJson(['policy', 'create', '{"name":"ask first","effect":"ASK"}'], api)) as { rule_id: string };
  const coming = steered.next();
  const { job_id } = await startJob('steered_go');
  const watched = begin(['job', 'wait', job_id], api, { ask: async () => '' });
  await eventually('it shows the approval', () => watched.err().startsWith('Waits for approval_'));
  await run(['approval', 'approve', watched.err().replace('Waits for ', '')], api);
  const call = await coming;
  await eventually('it shows the progress', async () => {
    await call.tell({ progress: 1, total: 3, message: 'reads\u001b[2J page 1' });
    return watched.err().includes('33% reads [2J page 1');
  });
  const interrupted = begin(['job', 'wait', job_id], api);
  interrupted.interrupt();
  expect((await interrupted.ended).code).toBe(130);
  call.end();
  expect(await watched.ended).toMatchObject({ code: 0, out: 'done' });
  await run(['policy', 'delete', rule.rule_id, '--yes'], api);

  const other = (await runJson(['key', 'create', '--name', 'other', '--role', 'auditor'], api)) as { api_key: string };
  const seen = await run(['job', 'wait', job_id], { ...api, TOOLYARD_API_KEY: other.api_key });
  expect(seen).toMatchObject({ code: 0, out: expect.stringContaining('Only the caller that started it') });
});

it('lists and cancels jobs, and starts one per idempotency key', { timeout: 30_000 }, async () => {
  const keyed = () => startJob('shop_echo', '--idempotency-key', 'k-1');
  expect((await keyed()).job_id).toBe((await keyed()).job_id);
  const one = await startJob('shop_hang');
  const waiting = begin(['job', 'wait', one.job_id], api);
  await run(['job', 'cancel', one.job_id], api);
  const { code, err } = await waiting.ended;
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('cancelled') });
  const ids = ((await runJson(['job', 'list', '--stack', 'mine'], api)) as Job[]).map(({ job_id }) => job_id);
  expect(ids[0]).toBe(one.job_id);
  expect((await run(['job', 'list'], api)).out).toMatch(new RegExp(`^${one.job_id} +cancelled +shop_hang`, 'm'));
  await run(['stack', 'create', '--name', 'empty'], api);
  expect((await run(['job', 'list', '--stack', 'empty'], api)).out).toBe('No jobs');
  expect((await run(['call', 'mine', 'shop_echo', '--async', '--dry-run'], api)).code).toBe(2);
});

it.each(['show', 'wait', 'cancel'])('reports a nonexistent job as not found: %s', async (verb) => {
  const unknown = 'job_00000000-0000-7000-8000-000000000000';
  expect(await run(['job', verb, unknown], api)).toMatchObject({ code: 3, out: '' });
});
