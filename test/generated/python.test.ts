import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isRecord } from '../../src/core/lib/json.ts';
import { runPython } from './python.ts';
import { OPERATION_IDS, openService, operationOf } from './service.ts';

const CLIENT = join(import.meta.dirname, 'out/python/client/toolyard');

describe.skipIf(!existsSync(CLIENT) && process.env['CI'] === undefined)('the Python client', async () => {
  const service = await openService();
  afterAll(() => service.close());

  it('compiles', async () => {
    expect(await runPython(['-W', 'error', '-m', 'compileall', '-q', '-f', CLIENT], {})).toBe('');
  });

  it('covers every operation of the document', async () => {
    const { apiKey, ids, requests } = await service.newCaller();
    const script = readFileSync(join(import.meta.dirname, 'python/calls.py'), 'utf8');
    const others = requests.filter(({ id }) => !script.includes(`.${id}(`));
    const env = { URL: service.url, API_KEY: apiKey, IDS: JSON.stringify(ids), REQUESTS: JSON.stringify(others) };
    const output = await runPython(['python/calls.py'], env);
    const noted = output
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const answered = noted.flatMap((each) =>
      isRecord(each) && each['status'] === 200 ? [operationOf(String(each['method']), String(each['path']))] : [],
    );
    process.stdout.write(`The Python client made ${noted.length} calls, of ${new Set(answered).size} operations\n`);
    expect([...new Set(answered)].toSorted()).toEqual(OPERATION_IDS);
  });
});
