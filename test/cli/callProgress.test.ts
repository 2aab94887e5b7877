import { afterAll, expect, it } from 'vitest';
import { startSteered } from '../connectors/mcp/steered.ts';
import { eventually } from '../harness/eventually.ts';
import { begin, run, startInstallation } from './toolyard.ts';

const steered = await startSteered();
const at = await startInstallation('127.0.0.0/8');
afterAll(async () => {
  await at.close();
  await steered.upstream.close();
});
await at.world.saveServer({
  id: 'steered',
  name: 'Steered',
  connector: { kind: 'mcp-http', url: steered.upstream.url },
  tools: [{ name: 'go', description: '', inputSchema: { type: 'object' } }],
});
await run(['stack', 'create', '--name', 'mine'], at.api);
await run(['stack', 'add-server', 'mine', 'steered', '--all'], at.api);

const LINE = ['call', 'mine', 'steered_go'];
const nobodyAsks = async (): Promise<string> => '';

it('shows call progress on a terminal, and only the result in a script', async () => {
  const coming = steered.next();
  const watched = begin(LINE, at.api, { ask: nobodyAsks });
  const call = await coming;
  await eventually('it is shown', async () => {
    await call.tell({ progress: 1, total: 3, message: 'reads\u001b[2J page 1' });
    return watched.err() !== '';
  });
  call.end();
  const { code, out, err } = await watched.ended;
  expect({ code, out, line: err.split('\n')[0] }).toEqual({ code: 0, out: 'done', line: '33% reads [2J page 1' });

  const next = steered.next();
  const script = begin(LINE, at.api);
  const unseen = await next;
  await expect(unseen.tell({ progress: 1 })).rejects.toThrow('nobody asked');
  unseen.end();
  expect(await script.ended).toEqual({ code: 0, out: 'done', err: '' });
});
