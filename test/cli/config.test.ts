import { expect, it } from 'vitest';
import { effectiveSettings } from '../../src/config/config.ts';
import { SECRET_VARIABLES } from '../../src/config/sources.ts';
import { run, runJson } from './toolyard.ts';

type Printed = { readonly name: string; readonly value: unknown; readonly source: string };

it('config print shows every setting with its source and masks secrets', async () => {
  const env = {
    ...Object.fromEntries(
      SECRET_VARIABLES.map((name) => [name, `redis://user:hunter2@db.example.com:5/name?key=hunter2`]),
    ),
    TOOLYARD_LOG_LEVEL: 'debug',
  };
  const printed = (await runJson(['config', 'print'], env)) as Printed[];
  expect(printed.map(({ name }) => name)).toEqual(effectiveSettings({}).map(({ name }) => name));
  expect(
    printed
      .filter(({ source }) => source === 'environment')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(env).sort());
  expect(printed.find(({ name }) => name === 'DATABASE_URL')?.value).toBe('redis://***@db.example.com:5/name');
  expect(printed.find(({ name }) => name === 'PORT')).toEqual({ name: 'PORT', value: 4_000, source: 'default' });
  const { out } = await run(['config', 'print'], env);
  expect(out).toMatch(/^TOOLYARD_LOG_LEVEL +debug +environment$/m);
  expect(JSON.stringify(printed) + out).not.toContain('hunter2');
});

it.each([
  ['REDIS_URL', 'redis+sentinel://u:hun@ter2@one,two:7/main', 'redis+sentinel://***@one,two:7/main'],
  ['DATABASE_URL', 'postgresql://u:hunter2@one:1,two/name?password=hunter2', 'postgresql://***@one:1,two/name'],
])('config print masks %s with several hosts', async (name, value, shown) => {
  const printed = (await runJson(['config', 'print'], { [name]: value })) as Printed[];
  expect(printed.find((each) => each.name === name)?.value).toBe(shown);
});
