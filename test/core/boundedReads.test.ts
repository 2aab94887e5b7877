import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type BoundName, boundNames } from '../../src/core/kernel/bounds.ts';
import { readsWithoutLimit } from '../harness/boundedReads.ts';

/*
 * Every read without a row limit in its statement, with its bound: the name of an account bound, or a reason. Unbounded
 * kinds are read in pages. `test/graphql/manyRows.test.ts` counts Prisma's nested reads.
 */

const ROW = 'one row, or one of each kind that the code knows';
const KEYS = 'by keys: those of a page or a batch, or the few that somebody named';
const GROUPS = 'as many groups as the caller asks about, each with a bounded text';
const FIELDS = 'of one owner at one place: as many as a server has fields, 64';
const COMMAND = 'the operator’s own command, or the start of the service, in the order of its accounts';
const DAYS = 'a row for each day or range of time, and the tools that are called most';
const SERVER = ['max_server_tools', 'max_removed_tools'] as const;

type Why = string | readonly BoundName[];
const REASONS: Readonly<Record<string, readonly [reads: string, ...Why[]]>> = {
  'core/accounts/apiKey.ts': ['apiKey', KEYS],
  'core/accounts/lockAdmin.ts': ['$queryRaw $queryRaw', ROW],
  'core/accounts/maker.ts': ['serviceAccount', KEYS],
  'core/approvals/announcement.ts': ['approval', ['max_approvals']],
  'core/approvals/approval.ts': ['approval', KEYS],
  'core/webhooks/approvalDetails.ts': ['$queryRaw $queryRaw', KEYS],
  'core/callRecords/actors.ts': ['apiKey serviceAccount trustedIssuer user', KEYS],
  'core/kernel/audit/audit.ts': ['$queryRaw $queryRaw', ROW, 'and one for each change that one write tells'],
  'core/kernel/audit/envelopes.ts': ['$queryRaw stackServer', KEYS],
  'core/audit/keyChains.ts': ['auditChain credential', COMMAND, ['max_credentials']],
  'core/audit/list.ts': ['user', ['max_users']],
  'core/audit/prune.ts': ['$queryRaw $queryRaw auditChain', COMMAND],
  'core/audit/refusals.ts': ['$queryRaw $queryRaw $queryRaw', KEYS],
  'core/audit/verify.ts': ['$queryRaw account auditChain', COMMAND],
  'core/authorization/issue.ts': ['refreshToken', ['max_refresh_tokens']],
  'core/authorization/login.ts': ['$queryRaw apiKey', ROW, ['max_logins']],
  'core/callContents/contentRoom.ts': ['$queryRaw', KEYS],
  'core/callContents/settings.ts': ['$queryRaw', ROW],
  'core/callRecords/callerCalls.ts': ['callCallerHour', 'a row for each hour of the stored calls'],
  'core/callRecords/calls.ts': ['callDay callHour callRecord', DAYS, KEYS],
  'core/callRecords/copyDelivery.ts': ['stack', KEYS],
  'core/callRecords/record.ts': ['$queryRaw', KEYS],
  'core/callRecords/retention.ts': ['$queryRaw $queryRaw', ROW, DAYS],
  'core/callRecords/statisticsRows.ts': ['$queryRaw', 'of at most 20,000 calls (`EXACT_CALLS_MAX`)'],
  'core/callRecords/totals.ts': [
    '$queryRaw $queryRaw $queryRaw',
    DAYS,
    'one row, of the totals of at most 200 tools (`COMPARED_TOOLS_MAX`)',
    'at most 200 tools (`COMPARED_TOOLS_MAX`)',
  ],
  'core/calls/idempotentCall.ts': ['$queryRaw $queryRaw $queryRaw', ROW, ROW, KEYS],
  'core/calls/storedCredentials.ts': ['credential', FIELDS],
  'core/credentials/addressValues.ts': ['credential', FIELDS],
  'core/credentials/bind.ts': ['$queryRaw credential tool', COMMAND, FIELDS, SERVER],
  'core/credentials/connect.ts': ['$queryRaw', ROW],
  'core/credentials/connectLink.ts': ['credential', FIELDS],
  'core/stacks/credentialProblems.ts': ['server stackServer', KEYS],
  'core/credentials/move.ts': ['$queryRaw $queryRaw credential', ['max_credentials'], FIELDS],
  'core/credentials/registration.ts': ['oAuthRegistration', ['max_client_registrations']],
  'core/credentials/shareApplication.ts': ['$queryRaw', ['max_stacks']],
  'core/credentials/sharedApplication.ts': ['credential', FIELDS],
  'core/credentials/status.ts': ['credential', FIELDS],
  'core/credentials/store.ts': ['$queryRaw', ROW],
  'core/endpoints/endpointLists.ts': ['clientEndpoint clientEndpoint stack stackToken stackToken', KEYS],
  'core/endpoints/endpointVersions.ts': ['$queryRaw stackVersion', ['max_versions_in_use'], KEYS],
  'core/endpoints/findEndpoint.ts': ['clientEndpoint', KEYS],
  'core/endpoints/attenuatedCalls.ts': ['$queryRaw attenuatedCalls', ROW, KEYS],
  'core/endpoints/signingKey.ts': ['signingKey', 'those that the operator made'],
  'core/kernel/childPages.ts': ['$queryRaw $queryRaw', 'a page or a number for each of the rows of a page'],
  'core/limits/countedBounds.ts': ['$queryRaw $queryRaw $queryRaw', ROW],
  'core/machines/machineLists.ts': ['serviceAccount trustedIssuer', KEYS],
  'core/marketplace/byKey.ts': ['credentialField server server tool tool tool tool', KEYS],
  'core/marketplace/credentialChoices.ts': ['$queryRaw $queryRaw', GROUPS],
  'core/marketplace/importServer.ts': ['tool', SERVER],
  'core/marketplace/saveServer.ts': ['$queryRaw $queryRaw', ROW],
  'core/servers/server.ts': ['$queryRaw server server server server tool', ROW, KEYS, KEYS, SERVER, KEYS, KEYS],
  'core/marketplace/shipped.ts': ['server shippedServer', COMMAND],
  'core/servers/toolsOfServers.ts': ['tool', KEYS],
  'core/people/invitation.ts': ['invitation', ['max_invitations']],
  'core/people/logins.ts': ['apiKey', ['max_logins']],
  'core/people/passkey.ts': ['$queryRaw passkey', ROW, ['max_passkeys']],
  'core/people/session.ts': ['session session', ['max_sessions']],
  'core/people/singleSignOn.ts': ['$queryRaw', ROW],
  'core/people/storedUser.ts': ['user', KEYS],
  'core/people/user.ts': ['$queryRaw user', ROW, ['max_users']],
  'core/policies/dryRun.ts': ['$queryRaw', KEYS],
  'core/decisions/explain.ts': ['policyRule', ['max_rules']],
  'core/policies/policyRule.ts': ['$queryRaw', ['max_stacks']],
  'core/policies/ruleLists.ts': ['policyRule', KEYS],
  'core/policies/hints.ts': ['hintSetting', KEYS],
  'core/policies/namedCallers.ts': ['apiKey clientEndpoint serviceAccount stackToken trustedIssuer user', KEYS],
  'core/results/storedResult.ts': ['$queryRaw', ROW],
  'core/reviews/compare.ts': ['$queryRaw $queryRaw', ROW, SERVER],
  'core/reviews/hold.ts': ['$queryRaw', SERVER, ['max_held_definitions']],
  'core/reviews/holdingStacks.ts': ['$queryRaw', GROUPS],
  'core/reviews/instructions.ts': ['$queryRaw $queryRaw $queryRaw', ['max_stacks']],
  'core/reviews/overdueRemovals.ts': ['$queryRaw $queryRaw', ['max_stacks', ...SERVER]],
  'core/reviews/removedTools.ts': ['$queryRaw', GROUPS],
  'core/reviews/toolChange.ts': ['$queryRaw $queryRaw server', ROW, ['max_stacks', ...SERVER, 'max_held_definitions']],
  'core/search/toolVectors.ts': ['toolEmbedding toolEmbedding', KEYS],
  'core/snapshots/readSnapshot.ts': ['policyRule', ['max_rules']],
  'core/snapshots/versionRows.ts': ['server tool tool', ['max_stack_servers'], SERVER, KEYS],
  'core/snapshots/byKey.ts': ['enabledTool enabledTool stackServer stackServer', KEYS],
  'core/stacks/enableTools.ts': ['$queryRaw', ROW],
  'core/stacks/lackingTools.ts': ['$queryRaw $queryRaw stackServer', GROUPS, KEYS],
  'core/stacks/duplicateStack.ts': ['$queryRaw policyRule', ['max_stack_servers'], ['max_rules']],
  'core/callRecords/lastCalls.ts': ['$queryRaw', KEYS],
  'core/stacks/serversOfStacks.ts': ['enabledTool stackServer stackServer tool', KEYS],
  'core/stacks/stackList.ts': ['stack stack', KEYS, KEYS],
  'core/stacks/stacksOfServers.ts': ['stack stackServer', KEYS],
  'core/stacks/stackServer.ts': ['tool', SERVER],
  'core/kernel/recordVersion.ts': ['$queryRaw', ROW],
  'core/stacks/stackVersions.ts': ['credentialField stackVersion tool', SERVER, KEYS, KEYS],
  'core/kernel/findStackServer.ts': ['stackServer', ['max_stack_servers']],
  'core/kernel/findStack.ts': ['$queryRaw', ['max_stacks']],
  'core/stacks/wholeStacks.ts': ['$queryRaw', GROUPS],
  'core/kernel/vault/keyCheck.ts': ['$queryRaw vaultKey vaultKey vaultKey', COMMAND],
  'core/jobs/jobRows.ts': ['$queryRaw job job', 'as many as this instance claims or holds, at most 64'],
  'core/marketplace/changeServerId.ts': ['$queryRaw tool', SERVER],
  'core/recovery/abandonKey.ts': [
    'account credential signingKey vaultKey webhook',
    COMMAND,
    ['max_credentials', 'max_webhooks'],
  ],
  'core/kernel/vault/rotate.ts': ['vaultKey', COMMAND],
  'core/webhooks/outbox.ts': ['webhook', ['max_webhooks']],
  'core/webhooks/webhook.ts': [
    'webhook webhook webhookDelivery webhookDelivery',
    ['max_webhooks'],
    KEYS,
    'beyond the 50 messages that it keeps',
  ],
  'store/replica.ts': ['$queryRaw $queryRaw', ROW],
  'start/sweepScratch.ts': ['stack', KEYS],
  'start/warmUp.ts': ['$queryRaw', ROW],
};

it('every read states its row limit, or has a bound', async () => {
  const places: Record<string, string> = {};
  for await (const path of glob('src/**/*.ts')) {
    if (path.startsWith('src/generated/')) continue;
    const reads = readsWithoutLimit(await readFile(path, 'utf8'));
    if (reads.length > 0) places[path.replace('src/', '')] = reads.join(' ');
  }
  expect(places).toEqual(Object.fromEntries(Object.entries(REASONS).map(([path, [reads]]) => [path, reads])));
  const named = Object.values(REASONS).flatMap(([, ...why]) =>
    why.flatMap((each) => (typeof each === 'string' ? [] : each)),
  );
  expect(named.filter((name) => !boundNames.includes(name))).toEqual([]);
});

it('no count uses a relation, because Prisma would count all of its rows', async () => {
  const paths: string[] = [];
  for await (const path of glob('src/**/*.ts')) {
    const text = path.startsWith('src/generated/') ? '' : await readFile(path, 'utf8');
    if (/relationCount|_count: \{ select/.test(text)) paths.push(path);
  }
  expect(paths).toEqual([]);
});

const planted = [
  { source: 'db.stack.findMany({ where: { accountId } });', reads: ['stack'] },
  { source: 'tx.callDay.groupBy({ by: ["day"], where });', reads: ['callDay'] },
  { source: 'db.$queryRaw<Row[]>`SELECT id FROM stack WHERE account_id = ?`;', reads: ['$queryRaw'] },
  { source: 'db.$queryRaw`SELECT count(*) FROM stack GROUP BY name`;', reads: ['$queryRaw'] },
  { source: 'db.stack.findMany({ ...page, where });', reads: [] },
  { source: 'db.stack.findMany({ where, take: 5 });', reads: [] },
  { source: 'db.$queryRaw`SELECT count(*) FROM stack`;', reads: [] },
  { source: 'db.$queryRaw`SELECT id FROM stack LIMIT 5`;', reads: [] },
];
it.each(planted)('$source: $reads', ({ source, reads }) => {
  expect(readsWithoutLimit(source)).toEqual(reads);
});
