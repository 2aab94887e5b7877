import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../harness/database.ts';
import { TESTED_FILES_URL } from '../../harness/fileBucket.ts';
import { START_FLAGS, startService } from '../../harness/service.ts';
import { MASTER_KEY } from '../../harness/world.ts';
import { boxDocument, contentOf, digestOf, driveDocument, startUpstream } from './filesKit.ts';

const MIB = 1_048_576;
const GIB = 1_024 * MIB;
/** V8's young generation alone may grow to 128 MiB (`--max-semi-space-size`). */
const EXTRA_MIB_MAX = 160;
const HUNG_MS = 900_000;

const residentMib = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

it('a gibibyte passes through two tools without being held in memory or in an answer', {
  timeout: HUNG_MS,
}, async () => {
  const upstream = await startUpstream();
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-gigabyte-'));
  const service = startService(
    {
      ...{ DATABASE_URL: database.url, TOOLYARD_MASTER_KEY: MASTER_KEY, TOOLYARD_DATA_DIR: dataDir },
      TOOLYARD_FILES_URL: TESTED_FILES_URL,
      ...{ TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${upstream.port}`, TOOLYARD_MCP_REGISTRY_URL: 'off' },
    },
    { flags: START_FLAGS },
  );
  try {
    const url = await service.ready();
    const [apiKey = ''] = /ty_[A-Za-z0-9]{20,}/.exec(service.out()) ?? [];
    const send = async (path: string, body: unknown) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, text: await response.text() };
    };
    const stack = JSON.parse((await send('/v1/stacks', { stack_name: 'big' })).text);
    for (const document of [driveDocument(upstream.port), boxDocument(upstream.port)]) {
      const query = 'mutation ($input: ImportServerInput!) { importServer(input: $input) { __typename } }';
      expect((await send('/graphql', { query, variables: { input: { document } } })).text).toContain(
        'ImportServerPayload',
      );
      await send(`/v1/stacks/${stack.stack_id}/servers`, { server_id: document.id, enable_all_tools: true });
    }
    const call = (tool: string, input: object) =>
      send(`/v1/stacks/${stack.stack_id}/tools/${tool}/invoke`, { tool_input: input });
    const pass = async (name: string, bytes: number) => {
      const exported = await call('drive_export', { name, bytes });
      const { file } = JSON.parse(exported.text).result;
      const echoed = await call('box_raw', { body: { $file: file.$file } });
      expect(JSON.parse(echoed.text)).toEqual({ result: { got: bytes } });
      return exported.text.length + echoed.text.length;
    };
    // Code that the first file loads stays in memory.
    await pass('first', 32 * MIB);
    const before = residentMib(service.child.pid);
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, residentMib(service.child.pid));
    }, 20);
    const began = performance.now();
    const answered = await pass('big', GIB);
    clearInterval(watching);
    const seconds = (performance.now() - began) / 1_000;
    process.stdout.write(
      `1 GiB through two tools: ${(most - before).toFixed(0)} MiB more than ${before.toFixed(0)} MiB, ${answered} bytes of answers, ${seconds.toFixed(1)} s\n`,
    );
    expect(upstream.last()?.digest).toBe(digestOf(contentOf('big', GIB)));
    expect(answered).toBeLessThan(1_000);
    expect(most - before).toBeLessThanOrEqual(EXTRA_MIB_MAX);
  } finally {
    await service.stop();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
    upstream.close();
  }
});
