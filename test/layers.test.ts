import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const EDGE = ['core', 'wire', 'formats'];
const DATABASE = ['core', 'generated'];

/**
 * Folders of `src` that a folder may import, by complete path: Biome's patterns cannot distinguish `connectors/mcp`
 * from `mcp`. Files directly in `src`, `cli` and `start` connect the parts and may import all.
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
  files: EDGE,
  registry: EDGE,
  site: EDGE,
  dashboard: EDGE,
  metrics: ['core', 'wire'],
  telemetry: ['core'],
  config: ['core', 'connectors', 'store', 'start'],
  log: ['core', 'config'],
};

const JOINING = ['cli', 'start', 'generated'];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !path.startsWith('src/generated/'));

const folderOf = (path: string): string | null => /^src\/(\w+)\//.exec(path)?.[1] ?? null;

const importsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, from = '']) =>
    join(dirname(path), from),
  );

it('every folder has an import rule', () => {
  const folders = new Set(files.map(folderOf).filter((folder) => folder !== null));
  expect([...folders].sort()).toEqual(
    [...Object.keys(MAY_IMPORT), ...JOINING.filter((folder) => folders.has(folder))].sort(),
  );
});

it('imports go inward: from the edges to core, within core to itself', () => {
  const wrong = files.flatMap((path) => {
    const folder = folderOf(path);
    const allowed = folder === null ? undefined : MAY_IMPORT[folder];
    if (folder === null || allowed === undefined) return [];
    return importsOf(path)
      .filter(
        (target) =>
          target.startsWith('src/') && folderOf(target) !== folder && !allowed.includes(folderOf(target) ?? 'src'),
      )
      .map((target) => `${path} -> ${target}`);
  });
  expect(wrong).toEqual([]);
});

/** The folders of `core/` in layers, lowest first. A folder may import only the folders before it. */
const LAYERS = {
  base: ['lib', 'conditions', 'kernel', 'limits', 'schemas', 'audit', 'mail'],
  accounts: ['servers', 'accounts', 'people', 'registry', 'credentials', 'endpoints', 'authorization'],
  stacks: ['results', 'skills', 'callContents', 'callRecords', 'policies', 'reviews', 'stacks', 'webhooks', 'alerts'],
  calls: [
    'snapshots',
    'rehearsal',
    'files',
    'machines',
    'decisions',
    'approvals',
    'calls',
    'code',
    'search',
    'answers',
  ],
  features: ['marketplace', 'inbox', 'chat', 'jobs', 'retention', 'recovery'],
};

/** Names the types of all ports, so that a reader finds them in one place. It may import types of any folder. */
const PORTS = 'src/core/kernel/context.ts';

const coreFolderOf = (path: string): string | null => /^src\/core\/(\w+)\//.exec(path)?.[1] ?? null;

it('the folders of core form layers without cycles', () => {
  const order = Object.values(LAYERS).flat();
  const inCore = files.filter((path) => path.startsWith('src/core/'));
  expect([...new Set(inCore.map(coreFolderOf))].sort()).toEqual([...order].sort());
  const imports = inCore
    .filter((path) => path !== PORTS)
    .flatMap((path) => importsOf(path).map((target) => [path, target] as const))
    .filter(([, target]) => target.startsWith('src/core/'));
  const upward = imports.filter(
    ([path, target]) => order.indexOf(coreFolderOf(target) ?? '') > order.indexOf(coreFolderOf(path) ?? ''),
  );
  expect(upward.map(([path, target]) => `${path} -> ${target}`)).toEqual([]);
  process.stdout.write(`${order.length} folders, ${imports.length} imports\n`);
});

it('src/README.md lists the folders of core in the order of the layers', () => {
  const [, tree = ''] = /^core\/.*\n((?: .*\n)+)/m.exec(readFileSync('src/README.md', 'utf8')) ?? [];
  const listed = [...tree.matchAll(/^ {2}(\w+)\/ /gm)].map(([, folder = '']) => folder);
  expect(listed).toEqual(Object.values(LAYERS).flat());
});

it('the file of ports imports only types of higher folders', () => {
  const values = [...readFileSync(PORTS, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*? from '(\.\.[^']+)';/gm)];
  expect(values.map(([, from = '']) => from).filter((from) => !from.startsWith('../lib/'))).toEqual([]);
});

/** Files of `core/` that cast a text to an id type, with the text's source. Edges parse the ids of requests. */
const READ_IDS: Readonly<Record<string, string>> = {
  'callContents/read.ts': 'the id of a stored row',
  'policies/policyRule.ts': 'the callers that a stored rule names',
  'marketplace/byKey.ts': 'the parts of a tool’s name, which was made of ids',
  'snapshots/byKey.ts': 'the parts of a place’s name, which was made of ids',
  'accounts/apiKey.ts': 'a cursor, which only the listing can take apart',
  'accounts/firstSteps.ts': 'the server that the first start adds',
  'accounts/maker.ts': 'the stored ids of who called',
  'kernel/stackRoles.ts': 'stored roles, each with its stack',
  'approvals/announcement.ts': 'the id of the tool `run_code`',
  'approvals/entries.ts': 'the stored ids of announced calls',
  'kernel/audit/chain.ts': 'a chain is stored by its account’s id',
  'audit/list.ts': 'a cursor, which only the listing can take apart',
  'authorization/login.ts': 'what it sealed itself',
  'authorization/request.ts': 'an MCP address, in which a client id stands, and what it sealed itself',
  'callRecords/calls.ts': 'a cursor, which only the listing can take apart',
  'kernel/liveFeed.ts': 'notifications of other instances',
  'calls/elicitation.ts': 'what it sealed itself',
  'endpoints/grants.ts': 'the stored ids of what let a token in',
  'endpoints/verifyToken.ts': 'a claim of a token whose signature it has checked',
  'files/fileAddress.ts': 'what it sealed itself',
  'files/storedFile.ts': 'the id in a handle, which an input of a tool contains',
  'jobs/job.ts': 'the name of a meta tool, which the job stores as its tool',
  'jobs/jobCaller.ts': 'the ids in the sealed request of a job, which its own start stored',
  'kernel/idSchemas.ts': 'the schemas of ids',
  'inbox/news.ts': 'notifications of other instances',
  'kernel/page.ts': 'a cursor, which only the listing can take apart',
  'machines/clientAuthentication.ts': 'an OAuth client id, or a claim that is one, which has yet to be proven',
  'machines/tokenExchange.ts': 'a claim of the token that it has just made',
  'marketplace/uniqueSlug.ts': 'makes the id of a server that an import has read',
  'servers/toolName.ts': 'makes the ids of tools',
  'marketplace/wholeServers.ts': 'reads the cursor of a page',
  'decisions/explainedCaller.ts': 'a claim of an attenuated token',
  'policies/ruleLists.ts': 'a cursor, which only the listing can take apart',
  'search/metaTools.ts': 'the server that stands for the tools of search mode',
  'search/searchAnswer.ts': 'the input of a tool, which fits its schema',
  'stacks/stackList.ts': 'a cursor, which only the listing can take apart, and a search that may be an id',
  'recovery/abandonKey.ts': 'the id of an account that it has just read',
  'kernel/vault/rotate.ts': 'the id of a row that it has just read, among those of other kinds',
};

it(`core takes parsed ids, never ids from a request: ${Object.keys(READ_IDS).length} files parse other ids`, () => {
  const parser = /\b(?:to[A-Z]\w*(?:Id|Ref)|isIdText|isRowId)\b/;
  const reading = files.filter((path) => {
    const imported =
      /import (?:type )?\{([^}]*)\} from '[./]+\/(?:kernel\/)?ids\.ts'/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
    return path.startsWith('src/core/') && parser.test(imported);
  });
  expect(reading.map((path) => path.slice('src/core/'.length)).sort()).toEqual(Object.keys(READ_IDS).sort());
});

it('core takes no plain string as a row id', () => {
  // Exceptions: the vault binds encrypted values to texts that aren't always ids, and `lib` has no types of ids.
  const text =
    /\b(stackId|serverId|toolId|endpointId|tokenId|callerId|userId|accountId|apiKeyId|ruleId|approvalId)\??: string\b/;
  const taking = files.filter(
    (path) =>
      path.startsWith('src/core/') &&
      !path.startsWith('src/core/lib/') &&
      path !== 'src/core/kernel/vault/vault.ts' &&
      text.test(readFileSync(path, 'utf8')),
  );
  expect(taking).toEqual([]);
});
