import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';

/** One request to the management interfaces, from the dashboard or a program. */
export type Page = {
  readonly name: string;
  readonly path: string;
  /** A GraphQL request; null for a GET. */
  readonly body: { readonly query: string; readonly variables: Values } | null;
};

const WEB = join(import.meta.dirname, '../../web/src');
const HOUR_MS = 60 * 60_000;
const DAY_SECONDS = 24 * 3_600;
/** Queries that an API key may not or need not send: they read a few rows of one person, or nothing that grows. */
const LEFT_OUT = new Set(['SignInOptions', 'InvitedTo', 'AccountSessions', 'AccountPasskeys']);

/** The queries of all dashboard pages, read from the source. */
function dashboardQueries(): readonly { readonly name: string; readonly query: string }[] {
  const files = globSync('**/operations.ts', { cwd: WEB }).map((file) => readFileSync(join(WEB, file), 'utf8'));
  const operations = files
    .flatMap((text) => [...text.matchAll(/graphql\(`\s*((query|fragment) (\w+)[^`]*)`\)/g)])
    .map(([, text = '', kind, name = '']) => ({ name, text, isFragment: kind === 'fragment' }));
  const fragments = new Map(
    operations.flatMap(({ name, text, isFragment }) => (isFragment ? [[name, text] as const] : [])),
  );
  return operations
    .filter(({ name, isFragment }) => !isFragment && !LEFT_OUT.has(name))
    .map(({ name, text }) => ({ name, query: [text, ...fragmentsIn(text, fragments).values()].join('\n') }));
}

function fragmentsIn(text: string, fragments: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const used = new Map<string, string>();
  for (const [, name = ''] of text.matchAll(/\.\.\.(\w+)/g)) {
    const fragment = fragments.get(name) ?? '';
    for (const [below, each] of [[name, fragment] as const, ...fragmentsIn(fragment, fragments)])
      if (each) used.set(below, each);
  }
  return used;
}

export type Ids = { readonly stackId: string; readonly serverId: string; readonly toolId: string };

/** Every query of the dashboard. @throws for a query variable without a value here */
export const dashboardPages = (ids: Ids, now: number): readonly Page[] =>
  dashboardQueries().map((page) => ({
    name: page.name,
    path: '/graphql',
    body: bodyOf(page, valuesOf(page.name, ids, now)),
  }));

/**
 * Every dashboard query, then other charts and lists, at the start, middle and end of a long list.
 * @throws for a query variable without a value here
 */
export async function pagesOf(db: Client, accountId: string, ids: Ids, now: number): Promise<readonly Page[]> {
  return [
    ...dashboardPages(ids, now),
    ...chartPages(ids, now),
    ...(await listPages(db, accountId, ids)),
    rest('/v1/stacks'),
    rest('/v1/servers'),
    rest(`/v1/stacks/${ids.stackId}/tools`),
    rest(`/v1/stacks/${ids.stackId}/servers/${ids.serverId}/credentials`),
  ];
}

const rest = (path: string): Page => ({ name: `GET ${path.replace(/stack_[\w-]+/, '{stack_id}')}`, path, body: null });

type Values = Readonly<Record<string, unknown>>;

const graphql = (name: string, query: string, variables: Values = {}): Page => ({
  name,
  path: '/graphql',
  body: { query, variables },
});

function bodyOf({ name, query }: { readonly name: string; readonly query: string }, values: Values) {
  const [head = ''] = query.split('{');
  const variables = [...head.matchAll(/\$(\w+): ([\w[\]!]+)( =)?/g)];
  const missing = variables.find(
    ([, variable = '', type = '', hasDefault]) => type.endsWith('!') && !hasDefault && !(variable in values),
  );
  if (missing) throw new Error(`${name} has a variable ${missing[1]} that bench/size/pages.ts gives no value`);
  return {
    query,
    variables: Object.fromEntries(variables.flatMap(([, key = '']) => (key in values ? [[key, values[key]]] : []))),
  };
}

/** The pages' variables. `id` is the id of a stack or a server, depending on the page's name. */
const valuesOf = (name: string, { stackId, serverId, toolId }: Ids, now: number): Values => ({
  stackId,
  // The name that the seed gives it.
  endpointId: stackId.replace('stack_', 'endpoint_'),
  serverId,
  id: /Stack$/.test(name) ? stackId : serverId,
  since: new Date(now - (/^Activity(Figures|Compared|Called|Tools)$/.test(name) ? 7 * 24 : 24) * HOUR_MS).toISOString(),
  bucketSeconds: name === 'ActivityFigures' ? 7_200 : DAY_SECONDS,
  wholeSeconds: 7 * DAY_SECONDS,
  first: 50,
  number: 1,
  ...(name === 'ActivityUsage' && { usageBy: 'AGENT' }),
  ...(name === 'ActivityOfCaller' && { usageBy: 'AGENT', callerId: stackId.replace('stack_', 'endpoint_') }),
  ...(name === 'ActivityTools' && { orderBy: 'P95', callsMin: 5 }),
  ...(name === 'RulesExplain' && { toolId, input: { message: 'hello' } }),
  ...(name === 'RulesCallers' && { hasStack: false }),
  ...(name === 'RulesCallerNames' && { ids: [stackId] }),
  ...(name === 'RulesTry' && { rule: { name: 'tried', effect: 'DENY' } }),
  ...(name === 'AuditEvents' && { since: null, search: 'Number 77' }),
});

const FIGURES =
  'total { ...F } buckets { start figures { ...F } } byTool { toolId figures { ...F } } byOutcome { outcome callCount }';
const RANKED = 'toolId serverId figures { ...F } mainFailure { outcome callCount }';
const TOOLS = `query Tools($since: DateTime!, $stackId: ID, $serverId: ID) {
  slow: toolStatistics(since: $since, stackId: $stackId, serverId: $serverId, orderBy: P95) { ${RANKED} }
  bad: toolStatistics(since: $since, stackId: $stackId, serverId: $serverId, orderBy: FAILURE_SHARE) { ${RANKED} }
} fragment F on CallFigures { callCount failureCount meanMs p95Ms }`;
const CHART = `query Chart($stackId: ID, $toolId: ID, $since: DateTime!, $bucketSeconds: Int!) {
  callStatistics(stackId: $stackId, toolId: $toolId, since: $since, bucketSeconds: $bucketSeconds) { ${FIGURES} }
} fragment F on CallFigures { callCount failureCount p50Ms p95Ms }`;

const PERIODS = [
  ['month by hour', 30 * 24, 3_600],
  ['month by day', 30 * 24, DAY_SECONDS],
  ['day by quarter', 24, 900],
  ['hour by minute', 1, 60],
] as const;

const chartPages = ({ stackId, serverId, toolId }: Ids, now: number): Page[] =>
  PERIODS.flatMap(([name, hours, bucketSeconds]) => {
    // Buckets start at whole units, as in the dashboard.
    const until = Math.ceil(now / HOUR_MS) * HOUR_MS;
    const period = { since: new Date(until - hours * HOUR_MS).toISOString(), bucketSeconds };
    return [
      graphql(`chart of a ${name}, account`, CHART, period),
      graphql(`chart of a ${name}, stack`, CHART, { ...period, stackId }),
      graphql(`chart of a ${name}, tool`, CHART, { ...period, toolId }),
      graphql(`tools of a ${name}, account`, TOOLS, { since: period.since }),
      graphql(`tools of a ${name}, stack`, TOOLS, { since: period.since, stackId }),
      graphql(`tools of a ${name}, server`, TOOLS, { since: period.since, serverId }),
    ];
  });

const LISTS = {
  calls: 'id at toolId outcome stack { name } endpoint { name }',
  auditEvents: 'id at action summary',
  stacks: 'id name totalTools: servers(first: 5) { nodes { toolCount } }',
  servers: 'id name',
  apiKeys: 'id name',
} as const;

const TABLES = { calls: ['invocation', 'at'], auditEvents: ['audit_event', 'seq'] } as const;

/** First and last pages of every list, middle pages of lists that keep growing, and filters with few matches. */
async function listPages(db: Client, accountId: string, { stackId, toolId }: Ids): Promise<Page[]> {
  const lists = Object.entries(LISTS).flatMap(([field, selection]) => [
    graphql(
      `${field}, first 50`,
      `{ ${field}(first: 50) { nodes { ${selection} } pageInfo { hasNextPage endCursor } } }`,
    ),
    graphql(`${field}, last 50`, `{ ${field}(last: 50) { nodes { ${selection} } pageInfo { hasPreviousPage } } }`),
  ]);
  const filtered = (name: string, args: string, list: keyof typeof TABLES = 'calls') =>
    graphql(`${list}, ${name}`, `{ ${list}(first: 50, ${args}) { nodes { ${LISTS[list]} } } }`);
  return [
    ...lists,
    filtered('from the middle', `until: "${await middleOf(db, accountId)}"`),
    filtered('of a stack', `stackId: "${stackId}"`),
    filtered('of a tool', `toolId: "${toolId}"`),
    filtered('of a tool that has none', 'toolId: "nothing"'),
    filtered('failed', 'isFailure: true'),
    filtered('search with few hits', 'search: "Number 7777"', 'auditEvents'),
    filtered('search without hits', 'search: "nowhere"', 'auditEvents'),
    filtered('of a stack', `stackId: "${stackId}"`, 'auditEvents'),
    filtered('from the middle', `until: "${await middleOf(db, accountId, 'audit_event', 'chain')}"`, 'auditEvents'),
  ];
}

async function middleOf(db: Client, accountId: string, table = 'invocation', column = 'account_id'): Promise<string> {
  const { rows } = await db.query<{ at: Date }>(
    `SELECT to_timestamp((extract(epoch FROM min(at)) + extract(epoch FROM max(at))) / 2) AS at FROM ${table} WHERE ${column} = $1`,
    [accountId],
  );
  return (rows[0]?.at ?? new Date(0)).toISOString();
}
