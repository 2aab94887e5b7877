import { defineConfig } from 'vitest/config';

/**
 * What takes tens of seconds by its nature, by the script that runs it (`vitest.extra.config.ts`). Several instances,
 * a database or Redis that is cut off, sick or slow; upstreams and clients that mean harm, by the dozen, or ask for so
 * much, or read so slowly, that others might have to wait; and whole programs, pods, or a PostgreSQL of a test's own.
 */
export const LONG: Readonly<Record<string, readonly string[]>> = {
  // Much data, many changes, or several instances in one file: `npm run test:volumes`, which `ci:change` runs, too.
  volumes: [
    'test/cli/{api,lostKey,people}.test.ts',
    'test/connectors/egress/fetchSignal.test.ts',
    'test/connectors/openapi/foreignOriginSurfaces.test.ts',
    'test/core/files/gigabyte.test.ts',
    'test/core/{atOnce,changes}.test.ts',
    'test/core/alerts/evaluateAlerts.test.ts',
    'test/core/audit/{attacks,audit,envelopes,prune}.test.ts',
    'test/core/callRecords/{recording,totals}.test.ts',
    'test/core/code/suspended.test.ts',
    'test/core/credentials/{credentialProblems,moveMany,renew}.test.ts',
    'test/core/endpoints/{attenuatedCalls,pinnedVersions,tokenReach}.test.ts',
    'test/core/jobs/kills.test.ts',
    'test/core/people/{claimedAddress,roles,tries}.test.ts',
    'test/core/policies/{approvalNeed,leftCallers}.test.ts',
    'test/core/reviews/{instances,largeReview,removedSurfaces,removedTools}.test.ts',
    'test/core/stacks/stackVersions.test.ts',
    'test/graphql/{removedToolIds,uploads}.test.ts',
    'test/mcp/writtenIds.test.ts',
    'test/oauth/machineEnds.test.ts',
    'test/upgrade/upgrade.test.ts',
    'test/web/{invalidates,touched}.test.ts',
  ],
  // Every role, field, surface or program in one file: `npm run test:surfaces`, which `ci:change` runs, too.
  surfaces: [
    'test/cli/{doctor,importIds,registry,reviews,servers}.test.ts',
    'test/connectors/graphqlApi/ownSchema.test.ts',
    'test/connectors/stdio/mcpStdioOutcomes.test.ts',
    'test/core/audit/retiredKey.test.ts',
    'test/core/code/{runCode,someHostilePrograms}.test.ts',
    'test/core/files/files.test.ts',
    'test/core/lib/{longJson,workerPool}.test.ts',
    'test/core/conditions/conditionCost.test.ts',
    'test/core/skills/skills.test.ts',
    'test/core/stacks/stackDocument.test.ts',
    'test/graphql/{cost,deletions,farTimes,firstSteps,isolation,node,patches,previewOperations}.test.ts',
    'test/graphql/{roles,rowIds,stackRoles,stackTools,storedText,toolProgress,trustedDocuments}.test.ts',
    'test/graphql/webSocket.test.ts',
    'test/mcp/{envelope,logging,openQuestions,passThrough,questions,resourceUpdates,upstreamTasks}.test.ts',
    'test/oauth/{machines,signin}.test.ts',
    'test/rest/server.test.ts',
    'test/start/{app,warmUp}.test.ts',
    'test/store/{changes,clickHouse}.test.ts',
  ],
  partitions: [
    'test/partitions/*.test.ts',
    'test/core/lib/databaseFault.test.ts',
    'test/rest/exhaustedPool.test.ts',
    'test/start/callCopier.test.ts',
    'test/store/{carriers,changeLog,databaseFailover,redisCarrier,redisFailover,sharedLimits}.test.ts',
    'test/wire/sickDatabase.test.ts',
  ],
  attacks: [
    'test/connectors/graphqlApi/hostileSchemas.test.ts',
    'test/connectors/hostileAnswers.test.ts',
    'test/core/code/hostilePrograms.test.ts',
    'test/core/policies/flow.test.ts',
    'test/core/schemas/schemaProblems.test.ts',
    'test/core/search/unindexable.test.ts',
    'test/core/stacks/stacksUnderLoad.test.ts',
    'test/connectors/egress/{egressUnread,handshakes,silentServers,smallPieces,unread}.test.ts',
    'test/connectors/import/readDocument.test.ts',
    'test/connectors/stdio/{largeLines,unreadAnswers,unreadCalls}.test.ts',
    'test/graphql/badArguments.test.ts',
    'test/graphql/hostile{Frames,Sockets}.test.ts',
    'test/graphql/{largeDocuments,longLists,longTurns,manyRows,previewTurns,statementCounts}.test.ts',
    'test/isolation/hostile{Receivers,Upstreams}.test.ts',
    'test/rest/wholeLists.test.ts',
    'test/wire/leavers.test.ts',
  ],
  starts: [
    'test/catalogue/running.test.ts',
    'test/cli/{backup,import,operator,process,support}.test.ts',
    'test/connectors/kubernetes/{egress,lifetimes,pods,refusals}.test.ts',
    'test/connectors/stdio/{accountTotals,escape,mcpStdioProcesses,memory,shortTmp}.test.ts',
    'test/docs/nginx.test.ts',
    'test/start/{failures,lifecycle,log,workers}.test.ts',
    'test/store/{embedded,supervisor,migrate,backup,damagedBackup,poolers,databaseFaults,serverLock,sessions}.test.ts',
  ],
};

/** Files of the lists above that take seconds: `npm run test:quick`, for every change. */
export const QUICK: readonly string[] = [
  'test/connectors/kubernetes/refusals.test.ts',
  'test/connectors/stdio/largeLines.test.ts',
  'test/graphql/{hostileFrames,longLists}.test.ts',
  'test/start/failures.test.ts',
  'test/store/{embedded,migrate}.test.ts',
];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // They need packages of their own, or a minute for themselves: see vitest.extra.config.ts.
    exclude: [
      '**/node_modules/**',
      'test/clients/**',
      'test/corpus/**',
      'test/caches/**',
      'test/storage/**',
      'test/generated/**',
      'test/programs/**',
      'test/sdks/**',
      ...Object.values(LONG).flat(),
    ],
    globalSetup: ['test/harness/global.ts'],
    provide: { wholeTables: false },
    // No test is judged by these: they end what hangs, on a machine that is slow and has other work.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 10 } },
    pool: 'forks',
    // Young objects of a test are collected less often: a tenth of its time went there.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=32'],
    maxWorkers: 2,
    // Files share what they import: loading it for each file anew takes as long as half of the tests.
    isolate: false,
    // One module instance of graphql: the CommonJS and ES builds are different realms.
    alias: { graphql: 'graphql/index.js' },
  },
});
