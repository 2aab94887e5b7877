/**
 * Runs the required tests of the JSON Schema Test Suite over HTTP:
 * `npm run proof:schemas -- <path of the suite> [--draft draft7]`. Each schema becomes a tool, and a test's instance
 * becomes its input. The service must refuse the input with 400 or send it to the API. Prints the results, with wrong
 * acceptances, wrong refusals and each failed test. Exits 1 below the targets, or for a wrong result without a reason
 * in `REASONS`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, isRecord, type JsonObject, type JsonValue } from '../src/core/lib/json.ts';
import { asToolSchema, type Group, type Suite, type Test } from './schemas/suite.ts';
import { openTrustWorld, type TrustWorld } from './trust/world.ts';

/** Minimum share of correct results, among the tests that need no other document. */
const TARGETS: Readonly<Record<string, number>> = {
  'draft2020-12': 0.99,
  'draft2019-09': 0.99,
  draft7: 0.995,
  draft6: 0.995,
  draft4: 0.995,
};

/** Why a result differs from the suite's, by file and group. */
const REASONS: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /^format\.json/,
    'formats are checked, since a wrong one fails at the upstream anyway; the specification lets validators choose',
  ],
  [/^vocabulary\.json/, 'the meta-schema that switches validation off is another document, which is never fetched'],
];

const ERROR = '... on UserError { message } ... on InvalidInputError { issues { path message } }';
const mutation = (name: string, fields: string): string => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return `mutation ($input: ${type}Input!) { ${name}(input: $input) { ... on ${type}Payload { ${fields} } ${ERROR} } }`;
};

type Tally = {
  right: number;
  accepted: number;
  refused: number;
  unusable: number;
  remote: number;
  readonly wrong: string[];
};

/** Returns the service's response without judging it. */
async function send(world: TrustWorld, name: string, input: object): Promise<Record<string, unknown>> {
  const fields =
    { importServer: 'server { id }', createStack: 'stack { id }', addServerToStack: 'enabledCount' }[name] ?? '';
  const body = { query: mutation(name, fields), variables: { input } };
  const { text } = await world.ask('/graphql', { body, bearer: world.firstKey });
  const answer: unknown = JSON.parse(text);
  const data = isRecord(answer) ? answer['data'] : null;
  const payload = isRecord(data) ? data[name] : null;
  if (!isRecord(payload)) throw new Error(text);
  return payload;
}

/** Saves the schemas as tools. Omits those that the service refuses, with its reason. */
async function importTools(
  world: TrustWorld,
  id: string,
  schemas: ReadonlyMap<string, JsonObject>,
): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  for (;;) {
    const names = [...schemas.keys()].filter((name) => !refused.has(name));
    const tools = names.map((name) => ({
      name,
      inputSchema: schemas.get(name),
      request: { kind: 'template', method: 'POST', path: `/${name}` },
    }));
    const document = { id, name: id, toolPrefix: false, connector: { kind: 'http', baseUrl: world.upstream }, tools };
    const { issues, message } = await send(world, 'importServer', { document });
    if (message === undefined) return refused;
    if (!Array.isArray(issues) || issues.length === 0) throw new Error(String(message));
    for (const { path, message: why } of issues)
      refused.set(names[Number(String(path).split('/')[2])] ?? '', String(why));
  }
}

type Call = { readonly name: string; readonly input: JsonValue };

async function isAccepted(world: TrustWorld, stackId: string, { name, input }: Call): Promise<boolean> {
  const path = `/v1/stacks/${stackId}/tools/${name}/invoke`;
  const { status, text } = await world.ask(path, { body: { tool_input: input }, bearer: world.firstKey });
  if (status !== 200 && status !== 400) throw new Error(`${status} ${text}`);
  return status === 200;
}

const newTally = (): Tally => ({ right: 0, accepted: 0, refused: 0, unusable: 0, remote: 0, wrong: [] });

const TOOLS_AT_ONCE = 100;

async function proveDraft(world: TrustWorld, suite: Suite): Promise<Tally> {
  const tally = newTally();
  for (let at = 0; at < suite.groups.length; at += TOOLS_AT_ONCE)
    await proveGroups(world, `${suite.draft}-${at}`, suite, suite.groups.slice(at, at + TOOLS_AT_ONCE), tally);
  return tally;
}

async function proveGroups(
  world: TrustWorld,
  id: string,
  { dialect }: Suite,
  groups: readonly Group[],
  tally: Tally,
): Promise<void> {
  const serverId = id.replaceAll('.', '-').toLowerCase();
  const shaped = groups.flatMap((group, at) =>
    [...Map.groupBy(group.tests, ({ data }) => isJsonObject(data) && isJsonObject(group.schema))].map(
      ([isWhole, tests]) => ({
        group,
        tests,
        isWhole,
        name: `t${at}${isWhole ? 'w' : 'p'}`,
        schema: asToolSchema(group.schema, dialect, isWhole),
      }),
    ),
  );
  const refused = await importTools(world, serverId, new Map(shaped.map(({ name, schema }) => [name, schema])));
  const { stack } = await send(world, 'createStack', { name: serverId });
  const stackId = isRecord(stack) ? String(stack['id']) : '';
  await send(world, 'addServerToStack', { stackId, serverId, hasAllTools: true });
  for (const each of shaped) await proveTool(world, stackId, each, refused.get(each.name) ?? null, tally);
}

type ProvenTool = {
  readonly group: Group;
  readonly tests: readonly Test[];
  readonly isWhole: boolean;
  readonly name: string;
};

async function proveTool(
  world: TrustWorld,
  stackId: string,
  { group, tests, isWhole, name }: ProvenTool,
  refused: string | null,
  tally: Tally,
): Promise<void> {
  for (const { description, data, valid } of tests) {
    const label = `${group.file}: ${group.description} / ${description}`;
    const input = isWhole ? data : { value: data };
    if (refused !== null) noteUnusable(tally, label, refused);
    else note(tally, label, valid, await isAccepted(world, stackId, { name, input }));
  }
}

function noteUnusable(tally: Tally, label: string, why: string): void {
  if (why.includes('refers to another document')) {
    tally.remote += 1;
    return;
  }
  tally.unusable += 1;
  tally.wrong.push(`${label}: the schema is refused: ${why}`);
}

function note(tally: Tally, label: string, isValid: boolean, isAccepted: boolean): void {
  if (isValid === isAccepted) {
    tally.right += 1;
    return;
  }
  tally[isAccepted ? 'accepted' : 'refused'] += 1;
  const reason = REASONS.find(([pattern]) => pattern.test(label))?.[1] ?? 'NOT EXPLAINED';
  tally.wrong.push(`${label}: wrongly ${isAccepted ? 'accepted' : 'refused'}: ${reason}`);
}

const DIALECTS: Readonly<Record<string, string>> = {
  draft7: 'http://json-schema.org/draft-07/schema#',
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft2019-09': 'https://json-schema.org/draft/2019-09/schema',
  draft6: 'http://json-schema.org/draft-06/schema#',
  draft4: 'http://json-schema.org/draft-04/schema#',
};

function readSuite(path: string, draft: string): Suite {
  const folder = join(path, 'tests', draft);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const groups = files.flatMap((file): Group[] =>
    JSON.parse(readFileSync(join(folder, file), 'utf8')).map((group: Omit<Group, 'file'>) => ({ ...group, file })),
  );
  return { draft, dialect: DIALECTS[draft] ?? '', groups };
}

function report(draft: string, tally: Tally): boolean {
  const { right, accepted, refused, unusable, remote, wrong } = tally;
  const all = right + accepted + refused + unusable;
  const share = right / all;
  console.log(
    `${draft}: ${right} of ${all} right (${(share * 100).toFixed(2)} %), wrongly accepted ${accepted}, wrongly refused ${refused}, of schemas that are refused ${unusable}; ${remote} more refer to other documents`,
  );
  for (const line of wrong) console.log(`  ${line}`);
  return share >= (TARGETS[draft] ?? 1) && !wrong.some((line) => line.endsWith('NOT EXPLAINED')) && unusable === 0;
}

const [path = '', ...rest] = process.argv.slice(2);
if (!existsSync(join(path, 'tests'))) throw new Error('usage: npm run proof:schemas -- <path of the test suite>');
const world = await openTrustWorld();
const drafts = rest[0] === '--draft' ? rest.slice(1) : Object.keys(DIALECTS);
const isGood: boolean[] = [];
try {
  for (const draft of drafts) isGood.push(report(draft, await proveDraft(world, readSuite(path, draft))));
} finally {
  await world.close();
}
process.exit(isGood.every(Boolean) ? 0 : 1);
