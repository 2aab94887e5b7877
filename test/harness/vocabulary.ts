/**
 * Words that are no longer used: each had a second meaning or was a second word for a term of `src/README.md`. `stays`
 * has the paths, or their beginnings, at which one may still stand, with the reason.
 */
export type RetiredWord = {
  readonly word: RegExp;
  readonly say: string;
  readonly stays: Readonly<Record<string, string>>;
};

const PAGE = 'the page of the dashboard, and the command, that list call records';
const TABLE = 'the name of the table';
const MASTRA = 'Mastra’s name for the tools of a server';
const FOREIGN = 'a name in somebody else’s API or address';
const HISTORY = 'says what the word was';

export const RETIRED_WORDS: readonly RetiredWord[] = [
  { word: /recorded[- ]calls?\b/i, say: 'call record', stays: {} },
  {
    word: /(?<!pg_stat_)activit(y|ies)/i,
    say: 'call record',
    stays: {
      'CHANGELOG.md': PAGE,
      'README.md': PAGE,
      'bench/searchQueries.json': FOREIGN,
      'bench/size/pages.ts': PAGE,
      'docs/cli.md': PAGE,
      'docs/control.md': PAGE,
      'docs/dashboard.md': PAGE,
      'docs/limits.md': PAGE,
      'docs/operate.md': PAGE,
      'docs/performance.md': PAGE,
      'scripts/catalogue/github.ts': FOREIGN,
      'scripts/catalogue/servers/': FOREIGN,
      'src/README.md': PAGE,
      'src/cli/': PAGE,
      'src/core/alerts/words.ts': PAGE,
      'src/core/callRecords/feed.ts': 'the name of the channel, on which instances of two releases hear each other',
      'src/core/search/words.ts': 'a word that people search tools by',
      'src/dashboard/server.ts': PAGE,
      'test/browser/': PAGE,
      'test/cli/': PAGE,
      'test/core/mail/deliver.test.ts': PAGE,
      'test/web/changes.ts': PAGE,
      'test/web/dashboard.ts': PAGE,
      'test/web/ownRange.test.ts': PAGE,
      'web/src/': PAGE,
    },
  },
  {
    word: /analytics(?!_?enabled)/i,
    say: 'recording of calls',
    stays: { 'CHANGELOG.md': HISTORY },
  },
  {
    word: /\binvocations?(\b|_)/i,
    say: 'call',
    stays: {
      'bench/scale.ts': TABLE,
      'bench/size/': TABLE,
      'prisma/schema.prisma': TABLE,
      'scripts/trust/': TABLE,
      'src/README.md': TABLE,
      'src/core/callRecords/': TABLE,
      'src/core/policies/dryRun.ts': TABLE,
      'src/store/backup/tables.ts': TABLE,
      'test/browser/many.ts': TABLE,
      'test/browser/recorded.ts': TABLE,
      'test/core/callRecords/': TABLE,
      'test/graphql/manyRows.ts': TABLE,
      'test/store/backup.test.ts': TABLE,
      'test/store/damagedBackup.test.ts': TABLE,
    },
  },
  { word: /sign-?in[- ]?links?\b/i, say: 'connect link', stays: {} },
  {
    word: /\btenants?\b|Tenants?\b/,
    say: 'account',
    stays: {
      'docs/control.md': 'of an identity provider',
      'scripts/catalogue/servers/': FOREIGN,
      'src/connectors/http/placement.ts': FOREIGN,
      'test/connectors/': FOREIGN,
      'test/web/credentialChoices.test.ts': FOREIGN,
    },
  },
  { word: /audit (entry|entries|rows?|records?|trails?)\b|\bAuditEntry\b/i, say: 'audit event', stays: {} },
  { word: /account['’]s own servers?\b/i, say: 'private server', stays: {} },
  {
    word: /(?<!MCP )servers? that (is a|are) programs?\b|servers? that runs? a command/i,
    say: 'stdio server',
    stays: {},
  },
  { word: /server definitions?\b/i, say: 'server document', stays: {} },
  {
    word: /\bsandbox/i,
    say: 'confinement',
    stays: {
      'test/sdks/browser.test.ts': 'the switch of Chromium',
      'src/cli/doctor/': 'the name of a check of `toolyard doctor`',
      'src/core/schemas/runBounded.ts': 'the object of a context of node:vm',
      'test/browser/': 'an option of Chromium',
      'test/caches/': 'an option of Chromium',
      'test/programs/': 'an option of Chromium',
      'test/cli/': 'the name of a check of `toolyard doctor`',
      'test/core/people/gate.test.ts': 'an attribute of a frame',
    },
  },
  { word: /policy rules?\b/i, say: 'rule', stays: {} },
  { word: /endpoint tokens?\b/i, say: 'stack token', stays: {} },
  { word: /service accounts?\b/i, say: 'machine client', stays: {} },
  {
    word: /\bcatalogs?\b/i,
    say: 'catalogue',
    stays: { 'scripts/canary/databases.ts': 'PostgreSQL’s schemas', 'scripts/catalogue/servers/': FOREIGN },
  },
  {
    word: /\btoolsets?\b/i,
    say: 'stack',
    stays: { 'docs/snippets/mastra.ts': MASTRA, 'docs/connect.md': MASTRA },
  },
];
