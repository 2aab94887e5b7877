import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReleaseData } from '../../scripts/releaseData/use.ts';
import { verifyAllChains } from '../../src/core/audit/verify.ts';
import { parseMasterKey } from '../../src/core/kernel/vault/masterKey.ts';
import { rotateVault } from '../../src/core/kernel/vault/rotate.ts';
import { clientAt } from '../../src/store/connection.ts';
import { createEmptyDatabase } from '../harness/database.ts';
import { databaseDir } from '../harness/databaseDir.ts';
import { startWorld, type World } from '../harness/world.ts';

const RELEASES = join(import.meta.dirname, 'releases');
const releases = readdirSync(RELEASES)
  .filter((file) => file.endsWith('.json'))
  .map((file): ReleaseData => JSON.parse(readFileSync(join(RELEASES, file), 'utf8')));

/** Restores a dump created by `pg_dump --inserts`. */
async function restoreDump(url: string, version: string): Promise<void> {
  const client = clientAt(url);
  await client.connect();
  await client.query(gunzipSync(readFileSync(join(RELEASES, `${version}.sql.gz`))).toString('utf8'));
  await client.end();
}

/** This version of the service, running on a release's data. */
type Upgraded = { readonly world: World; close(): Promise<void> };

/** Starts this version on the operator's own database, restored from a dump of the release. */
async function fromDump({ version, masterKey: key }: ReleaseData): Promise<Upgraded> {
  const database = await createEmptyDatabase();
  await restoreDump(database.url, version);
  const masterKey = { from: 'value', key: parseMasterKey(key), previous: [] } as const;
  const world = await startWorld({ databaseUrl: database.url, config: { masterKey } });
  const close = async (): Promise<void> => {
    await world.close();
    await database.close();
  };
  return { world, close };
}

/**
 * Starts this version on the data directory of the stopped release, which was packed with `tar` and `zstd -19`. It has
 * the release's embedded PostgreSQL with the dump's content, and its master key.
 */
async function fromDataDirectory({ version }: ReleaseData): Promise<Upgraded> {
  const dataDir = mkdtempSync(join(databaseDir(), 'toolyard-upgrade-'));
  const archive = zstdDecompressSync(readFileSync(join(RELEASES, `${version}.tar.zst`)));
  execFileSync('tar', ['-xf', '-', '-C', dataDir], { input: archive });
  const masterKey = { from: 'generated', previous: [] } as const;
  const world = await startWorld({ config: { databaseUrl: null, dataDir, masterKey } });
  const close = async (): Promise<void> => {
    await world.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { world, close };
}

const CASES = releases.flatMap((release) => [
  { from: 'a dump', open: fromDump, release, version: release.version },
  { from: 'the data directory', open: fromDataDirectory, release, version: release.version },
]);

describe.each(CASES)('from $from of $version', ({ open, release }) => {
  let upgraded: Upgraded;
  let world: World;
  beforeAll(async () => {
    upgraded = await open(release);
    world = upgraded.world;
  });
  afterAll(() => upgraded?.close());

  const get = async (path: string, bearer: string): Promise<unknown> =>
    (await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } })).json();

  async function ask(query: string, variables: object, bearer?: string): Promise<{ data: Record<string, unknown> }> {
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as { data: Record<string, unknown> };
  }

  it('stacks are listed as before', async () => {
    expect(await get('/v1/stacks', release.apiKey)).toEqual(release.stacks);
  });

  it('a stack token lists the same tools', async () => {
    expect(await get(release.tools.path, release.tools.token)).toEqual(release.tools.body);
  });

  it('people sign in with their passwords', async () => {
    const query = 'mutation ($input: SignInInput!) { signIn(input: $input) { __typename } }';
    expect(await ask(query, { input: release.person })).toEqual({
      data: { signIn: { __typename: 'SignInPayload' } },
      extensions: { cost: expect.any(Object) },
    });
  });

  it('call records are listed, and counted in the totals', async () => {
    const query = `query ($stack: ID!, $since: DateTime!, $until: DateTime!) {
      calls(filter: { stackId: $stack }, first: 10) { nodes { toolId outcome } }
      callStatistics(stackId: $stack, since: $since, until: $until, bucketSeconds: 86400) { total { callCount } }
    }`;
    const { data } = await ask(query, { stack: release.stack, ...release.calls }, release.apiKey);
    const echo = { toolId: 'everything_echo', outcome: 'OK' };
    expect(data).toEqual({
      calls: { nodes: [{ toolId: 'everything_get-sum', outcome: 'INVALID_INPUT' }, echo, echo, echo] },
      callStatistics: { total: { callCount: 4 } },
    });
  });

  it('every sealed value opens, and every audit chain is intact', async () => {
    expect(await rotateVault(world.operator)).toMatchObject({ unreadable: 0 });
    const broken = (await verifyAllChains(world.operator)).filter(({ verdict }) => !verdict.ok);
    expect(broken).toEqual([]);
  });
});
