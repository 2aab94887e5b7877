import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type HttpApi, startHttpApi } from '../harness/petshop.ts';
import { type FaultyPostgres, startFaultyPostgres } from '../harness/postgres.ts';
import { startWorld, type World } from '../harness/world.ts';
import type { Case } from './case.ts';
import { ACCESS_CASES } from './cases/access.ts';
import { ACCESS_REFUSED_CASES } from './cases/accessRefused.ts';
import { AGENT_CASES } from './cases/agents.ts';
import { API_KEY_CASES } from './cases/apiKeys.ts';
import { BATCH_CASES } from './cases/batch.ts';
import { BODY_CASES } from './cases/bodies.ts';
import { CREDENTIAL_CASES } from './cases/credentials.ts';
import { END_USER_CASES } from './cases/endUsers.ts';
import { READ_CASES } from './cases/everyOperation.ts';
import { INVOKE_CASES } from './cases/invoke.ts';
import { JOB_CASES } from './cases/jobs.ts';
import { LIMIT_CASES } from './cases/limits.ts';
import { FAILING_CASES, UNAVAILABLE_CASES } from './cases/outage.ts';
import { PAGE_CASES } from './cases/pages.ts';
import { PROTOCOL_CASES } from './cases/protocol.ts';
import { RENAME_CASES } from './cases/renames.ts';
import { RESULT_SHAPE_CASES } from './cases/resultShapes.ts';
import { RESULT_CASES } from './cases/results.ts';
import { SEARCH_CASES } from './cases/search.ts';
import { marketplaceCase, SERVER_CASES } from './cases/servers.ts';
import { SKILL_CASES } from './cases/skills.ts';
import { STACK_CASES } from './cases/stacks.ts';
import { TOOL_LIST_CASES } from './cases/toolLists.ts';
import { DOCUMENTED, documentedPath } from './document.ts';
import { everythingListed } from './everything.ts';
import { runCase, runInScene } from './run.ts';
import { makeScene, type Scene, sharedScenes } from './scene.ts';
import { CORNER_DOCUMENT, shopDocument } from './shop.ts';

const EVERYTHING: unknown = JSON.parse(readFileSync('catalogue/everything.json', 'utf8'));

const RESOURCES = {
  stacks: STACK_CASES,
  servers: [marketplaceCase(everythingListed(EVERYTHING)), ...SERVER_CASES],
  credentials: CREDENTIAL_CASES,
  tools: [...TOOL_LIST_CASES, ...INVOKE_CASES],
  'names of tools': RENAME_CASES,
  batches: BATCH_CASES,
  'search mode': SEARCH_CASES,
  jobs: JOB_CASES,
  skills: SKILL_CASES,
  'results in parts': RESULT_CASES,
  'shapes of results': RESULT_SHAPE_CASES,
  'stack specific endpoints': AGENT_CASES,
  'end users': END_USER_CASES,
  access: [...ACCESS_CASES, ...API_KEY_CASES, ...ACCESS_REFUSED_CASES],
  pages: PAGE_CASES,
  'every operation that reads': READ_CASES,
  protocol: [...BODY_CASES, ...PROTOCOL_CASES],
};
const ALL = [...Object.values(RESOURCES).flat(), ...LIMIT_CASES, ...FAILING_CASES, ...UNAVAILABLE_CASES];

let api: HttpApi;
let passed = 0;

beforeAll(async () => {
  api = await startHttpApi();
});
afterAll(async () => {
  await api.close();
  const covered = DOCUMENTED.filter(isCovered).length;
  process.stdout.write(
    `contract: ${ALL.length} cases, ${passed} passed; operations × statuses covered: ${covered}/${DOCUMENTED.length}\n`,
  );
});

const title = ({ method, path, status, label }: Case): string => `${method} ${path.slice(0, 60)} ${status} ${label}`;

/** On `/v1`, only an overloaded service returns 503, and no case overloads it. Without a database it returns 500. */
const isOfOverload = ({ path, status }: (typeof DOCUMENTED)[number]): boolean =>
  path.startsWith('/v1/') && status === '503';

const isCovered = ({ method, path, status }: (typeof DOCUMENTED)[number]): boolean =>
  isOfOverload({ method, path, status }) ||
  ALL.some((each) => each.method === method && String(each.status) === status && documentedPath(each.path) === path);

function countPass(): void {
  onTestFinished(({ task }) => {
    if (task.result?.state === 'pass') passed += 1;
  });
}

/** The marketplace in the cases. */
async function stock(world: World): Promise<World> {
  for (const document of [shopDocument(api), CORNER_DOCUMENT, EVERYTHING]) await world.saveServer(document);
  return world;
}

describe('without limits', () => {
  let world: World;
  let sceneOf: ReturnType<typeof sharedScenes>;
  beforeAll(async () => {
    world = await stock(await startWorld({ egressAllow: `127.0.0.1:${api.port}` }));
    sceneOf = sharedScenes(world);
  });
  afterAll(() => world.close());

  describe.for(Object.entries(RESOURCES))('%s', ([, cases]) => {
    test.for(cases.map((each) => [title(each), each] as const))('%s', async ([, each]) => {
      countPass();
      await runCase({ world }, each, await sceneOf(each));
    });
  });
});

describe('with one request per minute', () => {
  let world: World;
  beforeAll(async () => {
    const limits = {
      default: 1,
      stacks: 1,
      invoke: 1,
      list_tools: 1,
      call_tool: 1,
      failed_auth: 1,
      sign_in: 1,
      sign_in_hourly: 1_000,
      dashboard: 600,
      dashboard_calls: 1,
    };
    world = await stock(await startWorld({ limits, egressAllow: `127.0.0.1:${api.port}` }));
  });
  afterAll(() => world.close());

  test.for(LIMIT_CASES.map((each) => [title(each), each] as const))('%s', async ([, each]) => {
    countPass();
    await runCase({ world }, each, await makeScene(world, each));
  });
});

describe('without a database', () => {
  let postgres: FaultyPostgres;
  let world: World;
  let known: Scene;
  let unknown: Scene;
  beforeAll(async () => {
    postgres = await startFaultyPostgres();
    world = await stock(await startWorld({ databaseUrl: postgres.url }));
    known = await makeScene(world, FAILING_CASES);
    unknown = await makeScene(world, UNAVAILABLE_CASES);
    await runInScene({ world }, known, {
      label: '',
      method: 'PUT',
      path: '/v1/stacks/{random}',
      status: 404,
      body: { detail: 'Stack not found' },
    });
    await postgres.kill();
  });
  afterAll(async () => {
    await world?.close();
    await postgres.close();
  });

  test.for(FAILING_CASES.map((each) => [title(each), each] as const))('%s', async ([, each]) => {
    countPass();
    await runInScene({ world }, known, each);
  });
  test.for(UNAVAILABLE_CASES.map((each) => [title(each), each] as const))('%s', async ([, each]) => {
    countPass();
    await runInScene({ world }, unknown, each);
  });
});

test('every documented operation and status has a case', () => {
  expect(DOCUMENTED.filter((each) => !isCovered(each))).toEqual([]);
});
