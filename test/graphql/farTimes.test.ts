import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';

/* Times outside the range of JavaScript or PostgreSQL dates, or that no response can express. */

const TIMES = [
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '0001-01-01T01:00:00Z'],
  ...['1969-12-31T23:59:59Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59-14:00'],
  ...['275760-09-13T00:00:00Z', '+275760-09-13T00:00:00Z'],
];
const REFUSED = /^DateTime must be an ISO 8601 instant|^Invalid arguments: since must be /;

const outcome = '__typename ... on UserError { code }';
const tools = (period: string) => `toolStatistics(orderBy: P95, ${period}) { toolId }`;
const usage = (period: string) => `usageStatistics(by: AGENT, bucketSeconds: 3600, ${period}) { callerId }`;
const statistics = (period: string) =>
  `callStatistics(bucketSeconds: 3600, ${period}) { total { callCount } buckets { start } byTool { toolId } before { since } }`;
const made = (verb: string, input: string) => (at: string) =>
  `mutation { ${verb}(input: { ${input}, expiresAt: "${at}" }) { ${outcome} } }`;
const filtered = (filter: string, name: string, [list, count]: readonly [string, string]) => ({
  [`${filter}.${name}`]: (at: string) =>
    `{ ${list}(filter: { ${name}: "${at}" }) { nodes { id } } ${count}(filter: { ${name}: "${at}" }) { count } }`,
});
/** For each argument and input field: an operation that uses it. */
const OPERATIONS: Readonly<Record<string, (at: string) => string>> = {
  'auditEvents.since': (at) => `{ auditEvents(filter: { since: "${at}" }) { nodes { id } } }`,
  'auditEvents.until': (at) => `{ auditEvents(filter: { until: "${at}" }) { nodes { id } } }`,
  'calls.since': (at) => `{ calls(filter: { since: "${at}" }) { nodes { id } } }`,
  'calls.until': (at) => `{ calls(filter: { until: "${at}" }) { nodes { id } } }`,
  ...filtered('AuditEventFilter', 'since', ['auditEvents', 'auditEventCount']),
  ...filtered('AuditEventFilter', 'until', ['auditEvents', 'auditEventCount']),
  ...filtered('CallFilter', 'since', ['calls', 'callCount']),
  ...filtered('CallFilter', 'until', ['calls', 'callCount']),
  'callStatistics.since': (at) => `{ ${statistics(`since: "${at}"`)} }`,
  'callStatistics.until': (at) => `{ ${statistics(`since: "0001-01-01T00:00:00Z", until: "${at}"`)} }`,
  'toolStatistics.since': (at) => `{ ${tools(`since: "${at}"`)} }`,
  'toolStatistics.until': (at) => `{ ${tools(`since: "0001-01-01T00:00:00Z", until: "${at}"`)} }`,
  'usageStatistics.since': (at) => `{ ${usage(`since: "${at}"`)} }`,
  'usageStatistics.until': (at) => `{ ${usage(`since: "0001-01-01T00:00:00Z", until: "${at}"`)} }`,
  'CreateApiKeyInput.expiresAt': made('createApiKey', 'name: "key"'),
  'CreateClientEndpointInput.expiresAt': made('createClientEndpoint', 'stackId: "stack_none", name: "agent"'),
  'CreateStackTokenInput.expiresAt': made('createStackToken', 'endpointId: "endpoint_none"'),
  'CreateServiceAccountInput.expiresAt': made('createServiceAccount', 'endpointId: "endpoint_none", name: "client"'),
  'UpdateApiKeyInput.expiresAt': made('updateApiKey', 'apiKeyId: "key_none"'),
  'UpdateServiceAccountInput.expiresAt': made('updateServiceAccount', 'serviceAccountId: "machine_none"'),
  'RotateServiceAccountInput.expiresAt': made('rotateServiceAccount', 'serviceAccountId: "machine_none"'),
};

/** Every argument and input field that is a DateTime, from the schema. */
function timesOfSchema(): string[] {
  const types = Object.values(buildSchema(readFileSync('schema.graphql', 'utf8')).getTypeMap());
  const isTime = ({ type }: { type: Parameters<typeof getNamedType>[0] }) => getNamedType(type)?.name === 'DateTime';
  return types.flatMap((type) => {
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(isTime);
      return fields.map(({ name }) => `${type.name}.${name}`);
    }
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const fields = Object.values(type.getFields());
    return fields.flatMap(({ name, args }) => args.filter(isTime).map((arg) => `${name}.${arg.name}`));
  });
}

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

it('tries every argument that is a time', () => {
  expect(Object.keys(OPERATIONS).toSorted()).toEqual(timesOfSchema().toSorted());
});

it.each(Object.entries(OPERATIONS))(
  `responds to ${TIMES.length} extreme times as %s as documented`,
  async (_name, of) => {
    for (const at of TIMES) {
      const { errors, text } = await ask(world.url, world.account.apiKey, of(at));
      expect({ at, text }).toEqual({ at, text: expect.not.stringContaining('INTERNAL_ERROR') });
      for (const { message } of errors) expect(message).toMatch(REFUSED);
    }
  },
);
