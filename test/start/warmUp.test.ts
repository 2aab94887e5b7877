import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount } from '../../scripts/chaos/account.ts';
import { serverDocument, startCountingUpstream } from '../../scripts/chaos/upstream.ts';
import { createTestDatabase } from '../harness/database.ts';
import { START_FLAGS, startService } from '../harness/service.ts';

const START_MS_MAX = 120_000;
const directory = mkdtempSync(join(tmpdir(), 'toolyard-warm-'));
const loaded = join(directory, 'loaded.txt');
const hook = join(directory, 'hook.mjs');
/** Notes each module that the service loads. */
writeFileSync(
  hook,
  `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  appendFileSync(${JSON.stringify(loaded)}, url + '\\n');
  return next(url, context);
} });`,
);

const database = await createTestDatabase();
const upstream = await startCountingUpstream();
const service = startService(
  {
    TOOLYARD_DATA_DIR: join(directory, 'data'),
    DATABASE_URL: database.url,
    TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
    TOOLYARD_EGRESS_ALLOW: new URL(upstream.origin).host,
  },
  { flags: [...START_FLAGS, '--import', pathToFileURL(hook).href] },
);
afterAll(async () => {
  await service.stop('SIGKILL');
  upstream.close();
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

let url = '';
beforeAll(async () => {
  url = await service.ready();
}, START_MS_MAX);

it('agents’ first requests find all code loaded', { timeout: START_MS_MAX }, async () => {
  const readLoaded = () => readFileSync(loaded, 'utf8').split('\n');
  const [apiKey = ''] = service.out().match(/\bty_\w+/) ?? [];
  const { clientId, token } = await makeAccount(url, apiKey, [serverDocument(upstream.origin)]);
  const before = readLoaded().length;
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const post = (path: string, body: object) =>
    fetch(`${url}/s/${clientId}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const initialize = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const answers = [
    await fetch(`${url}/s/${clientId}/list_tools`, { headers }),
    await post('mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize }),
    await post('mcp', { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(readLoaded().slice(before).filter(Boolean)).toEqual([]);
});
