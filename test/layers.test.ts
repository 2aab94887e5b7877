import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const EDGE = ['core', 'wire', 'formats'];
const DATABASE = ['core', 'generated'];

/**
 * What a folder of `src` may import beside itself, by whole paths: Biome's patterns cannot tell `connectors/mcp` from
 * `mcp`. The files of `src` itself, `cli` and `start` join the parts, and may import all.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: ['generated'],
  connectors: ['core'],
  formats: ['core'],
  wire: EDGE,
  store: DATABASE,
  graphql: [...EDGE, 'generated'],
  rest: EDGE,
  mcp: EDGE,
  oauth: EDGE,
  sso: EDGE,
  site: EDGE,
  dashboard: EDGE,
  metrics: ['core', 'wire'],
  telemetry: ['core'],
};

const JOINING = ['cli', 'start', 'generated'];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !path.startsWith('src/generated/'));

const roomOf = (path: string): string | null => /^src\/(\w+)\//.exec(path)?.[1] ?? null;

const importsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, from = '']) =>
    join(dirname(path), from),
  );

it('every folder has its rule', () => {
  const rooms = new Set(files.map(roomOf).filter((room) => room !== null));
  expect([...rooms].sort()).toEqual([...Object.keys(MAY_IMPORT), ...JOINING.filter((room) => rooms.has(room))].sort());
});

it('imports go inward: edges to core, core to itself', () => {
  const wrong = files.flatMap((path) => {
    const room = roomOf(path);
    const allowed = room === null ? undefined : MAY_IMPORT[room];
    if (room === null || allowed === undefined) return [];
    return importsOf(path)
      .filter(
        (target) => target.startsWith('src/') && roomOf(target) !== room && !allowed.includes(roomOf(target) ?? 'src'),
      )
      .map((target) => `${path} -> ${target}`);
  });
  expect(wrong).toEqual([]);
});
