import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChangeName, INVALIDATES, isInvalidated } from '../../web/src/api/invalidates.ts';
import { isWhole } from '../harness/wholeTables.ts';
import { changesOf } from './changes.ts';
import { type Dashboard, openDashboard } from './dashboard.ts';
import { documentsOfDashboard } from './documents.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());

/** Changes that reload the page, which empties the cache. */
const WITHOUT_REFETCH = [
  ...['SignIn', 'SignInBeginPasskey', 'SignInFinishPasskey', 'AcceptInvitation', 'ShellSignOut'],
  'AccountSignOutEverywhere',
];
/** Jobs are calls, which the audit log leaves to the call records. */
const NOT_AUDITED = ['cancelJob'];
const NOTHING_CHANGED = [
  'AccountBeginPasskey',
  'ImportOperations',
  'ImportSearch',
  'ImportPreview',
  'PlaygroundInvoke',
  'PlaygroundUpload',
  'StacksAskModel',
  'StacksTestConnection',
];

it('a mutation invalidates exactly the queries whose responses it changes', { timeout: 600_000 }, async () => {
  const changed = new Map<string, Set<string>>();
  let before = await dashboard.readAll();
  let count = 0;
  // In order, because each change finds its rows in earlier responses.
  for (const [name, run] of changesOf(dashboard).slice(0, isWhole ? undefined : 5)) {
    await run();
    const after = await dashboard.readAll();
    if (name !== null) {
      const differing = [...after].filter(([query, answer]) => answer !== before.get(query)).map(([query]) => query);
      changed.set(name, new Set([...(changed.get(name) ?? []), ...differing]));
      count += 1;
    }
    before = after;
  }
  const seen = Object.fromEntries([...changed].map(([name, queries]) => [name, [...queries].sort()]));
  const documented = Object.entries(INVALIDATES)
    .filter(([name]) => isWhole || changed.has(name))
    .map(([name, queries]) => {
      const audit = NOT_AUDITED.includes(name) ? [] : ['AuditEvents', 'AuditCount'];
      return [name, [...new Set([...queries, ...audit])].sort()];
    });
  expect(seen).toEqual(Object.fromEntries(documented));
  process.stdout.write(`${count} changes by ${changed.size} mutations, ${before.size} queries before and after each\n`);
});

it('every mutation of the dashboard has a row, and every row a mutation', async () => {
  const mutations = (await documentsOfDashboard()).filter(({ kind }) => kind === 'mutation');
  const fields = mutations
    .filter(({ name }) => ![...WITHOUT_REFETCH, ...NOTHING_CHANGED].includes(name))
    .map(({ text }) => /\{\s+(\w+)/.exec(text)?.[1]);
  expect([...new Set(fields)].sort()).toEqual(Object.keys(INVALIDATES).sort());
});

it('a change refetches no other query, and no subscription', () => {
  const key = (text: string): readonly unknown[] => [`\n    ${text} {\n  x\n}`, {}];
  const touches = (change: ChangeName, text: string) => isInvalidated([change], key(text));
  expect(touches('createApiKey', 'query AccountKeys($after: String)')).toBe(true);
  expect(touches('createApiKey', 'query AuditEvents')).toBe(true);
  expect(touches('createApiKey', 'query StacksServers($stackId: ID!)')).toBe(false);
  expect(touches('createApiKey', 'subscription AccountKeys')).toBe(false);
});
