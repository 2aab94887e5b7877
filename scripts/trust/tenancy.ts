import { randomBytes, randomUUID } from 'node:crypto';
import { handleIdArguments } from './handleIds.ts';
import { httpIdArguments } from './httpIds.ts';
import { type IdArgument, idArguments, readSchema } from './idArguments.ts';
import { createTally, type Report, type Tally } from './report.ts';
import { restIdArguments } from './restIds.ts';
import { makeThings, type Owner, type Things } from './things.ts';
import { type Answer, openTrustWorld, type TrustWorld } from './world.ts';

/** A request with `id` in one place, on any surface. */
export type Attempt = {
  readonly label: string;
  readonly kind: string | null;
  send(id: string): Promise<Answer>;
};

// Deleting an object of these kinds leaves no row. A revoked key or token leaves one for its owner to see.
const LEAVES_NOTHING = new Set([
  ...['stack', 'server', 'tool', 'endpoint', 'client', 'user', 'session', 'handle', 'machine', 'trustedIssuer'],
]);
/** A deleted stack's audit log, which its owner can still read. */
const KEEPS_DELETED = /\bauditEvent(s|Count)\b/;
/** Ids that are the same in every account, such as the name of a field of a private server. */
const NOT_OF_AN_ACCOUNT = new Set(['field']);

const MALFORMED = [
  '',
  ' ',
  '.',
  '..',
  'x',
  '%2e%2e',
  'stack_',
  "' OR 1=1 --",
  '\u0000',
  '𝕊',
  'a'.repeat(64),
  'a'.repeat(5_000),
  'stack_0199F3C2-7A1E-7C43-9B60-2F0C5A4D8E11',
  '-1',
  'null',
  '__proto__',
  'constructor',
  '{"id":1}',
  'node/../x',
  '\ud800',
];

/** An unknown id: the same format with other random parts. */
export function nobodysLike(id: string): string {
  const uuid = randomUUID();
  if (/^[a-z]+_[0-9a-f]{8}-/.test(id)) return `${id.slice(0, id.indexOf('_') + 1)}${uuid}`;
  if (id.startsWith('result_'))
    return `result_${randomBytes(64)
      .toString('base64url')
      .slice(0, id.length - 7)}`;
  return id.replace(/^[a-z]+/, 'nobody');
}

// The time, and ids of the request itself, differ between any two responses.
const VARYING = new Set([
  'date',
  'x-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'content-length',
  'keep-alive',
  'connection',
  'server-timing',
]);

function comparable({ status, text, headers }: Answer, id: string): string {
  const stable = [...headers].filter(([name]) => !VARYING.has(name)).map((pair) => pair.join(': '));
  const whole = [status, ...stable, text].join('\n');
  return id.length < 3 ? whole : whole.replaceAll(id, '<id>').replaceAll(JSON.stringify(id).slice(1, -1), '<id>');
}

/** Columns that the service writes on its own: last use and delivery state. */
const WRITTEN_ASIDE: readonly string[] = ['last_used_at', 'last_seen_at'];
const WRITTEN_ASIDE_IN: Readonly<Record<string, readonly string[]>> = {
  webhook: ['failing_since', 'problem'],
  webhook_delivery: ['attempts', 'due_at', 'status', 'error', 'delivered_at'],
};

/** One line for each table that a request could change, without those that the service updates on its own. */
async function checksum({ db }: TrustWorld): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename !~ '^(alert|mail$|call_(record|day|hour|quarter|tool_hour|caller_hour)|invocation|refus)' ORDER BY 1",
  );
  const sums: string[] = [];
  for (const { name } of rows) {
    const aside = [...WRITTEN_ASIDE, ...(WRITTEN_ASIDE_IN[name] ?? [])].join(',');
    const { rows: totals } = await db.query<{ rows: number; sum: string }>(`
      SELECT count(*)::int AS rows, md5(string_agg((to_jsonb(t) - '{${aside}}'::text[])::text, ','
        ORDER BY (to_jsonb(t) - '{${aside}}'::text[])::text)) AS sum FROM "${name}" t`);
    sums.push(`${name} ${totals[0]?.rows} ${totals[0]?.sum}`);
  }
  return sums;
}

/** Attempts over GraphQL, as an API key and as a person. */
function graphqlAttempts(world: TrustWorld, ours: Owner, place: IdArgument): Attempt[] {
  const { operation, field, path, kind } = place;
  const as = (caller: string, headers: Record<string, string>, bearer: string | null): Attempt => ({
    label: `GraphQL ${operation} ${field} ${path} (${kind ?? 'chosen'}), ${caller}`,
    kind,
    send: (id) =>
      world.ask('/graphql', {
        body: place.request(ours.things, id),
        bearer,
        headers: { ...headers, accept: accepting(operation) },
      }),
  });
  return [as('API key', {}, ours.apiKey), as('person', { cookie: ours.cookie, origin: world.url }, null)];
}

const accepting = (operation: string): string =>
  operation === 'subscription' ? 'text/event-stream' : 'application/json';

type Variants = { readonly theirs: Things; readonly gone: Things };

async function tryAttempt(
  world: TrustWorld,
  attempt: Attempt,
  { theirs, gone }: Variants,
  tally: Tally,
): Promise<void> {
  const { kind, label } = attempt;
  if (kind === null || NOT_OF_AN_ACCOUNT.has(kind)) return tryMalformed(attempt, tally);
  const foreign = theirs[kind];
  if (!foreign) return tally.count('places of unknown kind', label);
  const random = nobodysLike(foreign);
  const nobodys = comparable(await attempt.send(random), random);
  const before = await checksum(world);
  const answered = comparable(await attempt.send(foreign), foreign);
  tally.count(
    'ids of another account: same response as a random id',
    answered === nobodys
      ? null
      : `${label}\n    foreign: ${answered.slice(0, 300)}\n    random:  ${nobodys.slice(0, 300)}`,
  );
  const changed = (await checksum(world)).filter((line) => !before.includes(line));
  tally.count(
    'ids of another account: no row changed',
    changed.length === 0 ? null : `${label}: ${changed.join(', ')}`,
  );
  const deleted = gone[kind];
  if (deleted && LEAVES_NOTHING.has(kind) && !KEEPS_DELETED.test(label)) {
    const answer = comparable(await attempt.send(deleted), deleted);
    tally.count(
      'deleted ids: same response as a random id',
      answer === nobodys
        ? null
        : `${label}\n    deleted: ${answer.slice(0, 300)}\n    random:  ${nobodys.slice(0, 300)}`,
    );
  }
  await tryMalformed(attempt, tally);
}

async function tryMalformed(attempt: Attempt, tally: Tally): Promise<void> {
  for (const id of MALFORMED) {
    const { status, text } = await attempt.send(id);
    // A failed program has 500 on `/v1`, as a failed tool does.
    const isFault =
      (status >= 500 && !text.includes('Tool execution failed')) ||
      text.includes('"internal"') ||
      text.includes('Failed to');
    tally.count(
      'malformed ids: refused with a message, no server error',
      isFault ? `${attempt.label} ${JSON.stringify(id.slice(0, 40))}: ${status} ${text.slice(0, 200)}` : null,
    );
  }
}

const DELETIONS: readonly (readonly [string, string, string])[] = [
  ['deleteClientEndpoint', 'endpointId', 'endpoint'],
  ['deleteStack', 'stackId', 'stack'],
  ['deleteServer', 'serverId', 'server'],
  ['deletePolicyRule', 'ruleId', 'rule'],
  ['revokeSession', 'sessionId', 'session'],
  ['deleteUser', 'userId', 'user'],
];

async function deleteAll(world: TrustWorld, { apiKey, cookie, things }: Owner): Promise<void> {
  for (const [field, argument, kind] of DELETIONS) {
    const input = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
    const query = `mutation ($input: ${input}!) { ${field}(input: $input) { __typename ... on UserError { message } } }`;
    const body = { query, variables: { input: { [argument]: things[kind] } } };
    const isOwn = field === 'revokeSession';
    await world.ask('/graphql', isOwn ? { body, headers: { cookie, origin: world.url } } : { body, bearer: apiKey });
  }
}

/** Every operation × id argument × {foreign, random, deleted, malformed}, over GraphQL, REST and MCP. */
export const runTenancy = (): Promise<Report> =>
  reportOn(
    {
      section: 'tenancy',
      claim: 'ids of another account get the same response as unknown ids, and its data never changes',
    },
    async (world, ours, kinds) => [
      ...idArguments(readSchema(), kinds)
        .filter(({ operation }) => operation !== 'subscription')
        .flatMap((place) => graphqlAttempts(world, ours, place)),
      ...restIdArguments(world, ours),
      ...(await httpIdArguments(world, ours)),
    ],
  );

/** Ids of files, stored results and tasks × {foreign, random, deleted, malformed}, in calls and MCP messages. */
export const runHandles = (): Promise<Report> =>
  reportOn(
    {
      section: 'handles',
      claim: 'files, stored results and tasks of another account are unknown, in the input of every call',
    },
    async (world, ours) => handleIdArguments(world, ours),
  );

type AttemptsOf = (world: TrustWorld, ours: Owner, kinds: readonly string[]) => Promise<readonly Attempt[]>;

async function reportOn(about: Pick<Report, 'section' | 'claim'>, attemptsOf: AttemptsOf): Promise<Report> {
  const world = await openTrustWorld();
  const tally = createTally();
  try {
    const ours = await makeThings(world, 'ours', world.firstKey);
    const gone = await makeThings(world, 'gone', world.firstKey);
    const theirs = await makeThings(world, 'theirs', await world.newAccount('theirs'));
    await deleteAll(world, gone);
    const empty = Object.entries(theirs.things).filter(([, id]) => id === '');
    for (const [kind] of empty) tally.count('kinds of things that were made', `${kind} was not made`);
    const attempts = await attemptsOf(world, ours, Object.keys(theirs.things));
    for (const attempt of attempts) {
      await tryAttempt(world, attempt, { theirs: theirs.things, gone: gone.things }, tally);
    }
    return {
      ...about,
      command: `npm run trust -- ${about.section}`,
      rows: tally.rows(),
      wrong: tally.wrong(),
      figures: { 'parameters that take an id': attempts.length },
    };
  } finally {
    await world.close();
  }
}
