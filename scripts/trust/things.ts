import { randomUUID } from 'node:crypto';
import { eventually } from '../../test/harness/eventually.ts';
import type { TrustWorld } from './world.ts';

/** One object of each kind that a request can name by an id, keyed by the kind's name. */
export type Things = Readonly<Record<string, string>>;
export type Owner = {
  readonly name: string;
  readonly apiKey: string;
  readonly things: Things;
  readonly token: string;
  readonly cookie: string;
};

const ERROR = '... on UserError { message }';

export const mutation = (name: string, fields: string): string => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return `mutation ($input: ${type}Input!) { ${name}(input: $input) { ... on ${type}Payload { ${fields} } ${ERROR} } }`;
};

const INVITE =
  'mutation { createInvitation { ... on CreateInvitationPayload { invitation { id } url } ... on UserError { message } } }';
const PASSWORD = 'correct horse battery staple 17';

const firstId = (data: unknown, prefix: string): string =>
  new RegExp(`"(${prefix}_[\\w-]+)"`).exec(typeof data === 'string' ? data : JSON.stringify(data))?.[1] ?? '';

type Run = (query: string, input: object) => Promise<unknown>;

/** A private server with a credential, in a stack with an endpoint. */
async function makeStack(world: TrustWorld, name: string, run: Run) {
  const server = `${name}-server`;
  const tools = ['find', 'keep'].map((tool) => ({
    name: tool,
    inputSchema: { type: 'object' },
    request: { kind: 'template', method: 'GET', path: `/${tool}/${name}` },
  }));
  const credentials = [{ id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'x-key' } }];
  const connector = { kind: 'http', baseUrl: world.upstream };
  await run(mutation('importServer', 'server { id }'), {
    document: { id: server, name: server, credentials, connector, tools },
  });
  const configuration = { isRecorded: true };
  const stack = firstId(await run(mutation('createStack', 'stack { id }'), { name, configuration }), 'stack');
  const place = { stackId: stack, serverId: server };
  await run(mutation('addServerToStack', 'enabledCount'), { ...place, hasAllTools: true });
  await run(mutation('setCredentials', 'fieldIds'), { ...place, credentials: { key: `${name}-secret-value` } });
  const made = await run(mutation('createClientEndpoint', 'endpoint { id clientId } token tokenRecord { id }'), {
    stackId: stack,
    name,
  });
  const endpointId = firstId(made, 'endpoint');
  const machine = await run(mutation('createServiceAccount', 'serviceAccount { id }'), { endpointId, name });
  const provider = { issuer: 'https://idp.example', jwksUrl: 'https://idp.example/jwks' };
  const trusted = await run(mutation('createTrustedIssuer', 'trustedIssuer { id }'), { endpointId, name, ...provider });
  const ids = { machine: firstId(machine, 'machine'), trustedIssuer: firstId(trusted, 'issuer') };
  return { stack, server, tool: `${server}_find`, made, ids };
}

/** Fills an account with one object of each kind through the API, as the frontend does. */
export async function makeThings(world: TrustWorld, name: string, apiKey: string): Promise<Owner> {
  const run: Run = (query, input) => world.graphql(query, { input }, apiKey);
  const { stack, server, tool, made, ids } = await makeStack(world, name, run);
  const key = await run(mutation('createApiKey', 'apiKey { id }'), { name });
  const person = await signUp(world, name, apiKey);
  const invited = await world.graphql(INVITE, {}, apiKey);
  const rule = await run(mutation('createPolicyRule', 'rule { id }'), { name, effect: 'ALLOW' });
  const called = await world.ask(`/v1/stacks/${stack}/tools/${tool}/invoke`, {
    body: { tool_input: {}, max_bytes: 256 },
    bearer: apiKey,
  });
  const started = await world.ask(`/v1/stacks/${stack}/tools/${tool}/invoke`, {
    body: { tool_input: {} },
    headers: { prefer: 'respond-async' },
    bearer: apiKey,
  });
  const skill = { stackId: stack, content: `---\nname: ${name}-skill\ndescription: Tidy up.\n---\n` };
  await run(mutation('setSkill', 'skill { name }'), skill);
  const hook = await run(mutation('createWebhook', 'webhook { id }'), { name, url: 'https://hooks.example/' });
  await run(mutation('createPolicyRule', 'rule { id }'), { name, effect: 'ASK', tools: [`${server}_keep`] });
  const held = await world.ask(`/v1/stacks/${stack}/tools/${server}_keep/invoke`, {
    body: { tool_input: {} },
    bearer: apiKey,
  });
  return {
    name,
    apiKey,
    token: /"(eyJ[^"]+)"/.exec(JSON.stringify(made))?.[1] ?? '',
    cookie: person.cookie,
    things: {
      stack,
      server,
      tool,
      field: 'key',
      endpoint: firstId(made, 'endpoint'),
      client: firstId(made, 'client'),
      token: firstId(made, 'token'),
      ...ids,
      apiKey: firstId(key, 'key'),
      rule: firstId(rule, 'rule'),
      approval: firstId(held.text, 'approval'),
      webhook: firstId(hook, 'webhook'),
      invitation: firstId(invited, 'invitation'),
      user: person.user,
      session: person.session,
      passkey: 'passkey_0199f3c2-7a1e-7c43-9b60-2f0c5a4d8e11',
      ...(await recordsOf(world, stack)),
      skillName: `${name}-skill`,
      job: firstId(started.text, 'job'),
      handle: /result_[\w-]+/.exec(called.text)?.[0] ?? '',
      file: await makeFile(world, run, stack),
      upload: await makeUpload(world, apiKey),
      alert: await makeAlert(world, stack),
    },
  };
}

/** The records of the last action: the call's record, written shortly after its response, and the change's. */
async function recordsOf({ db }: TrustWorld, stack: string): Promise<Things> {
  const idOf = async (sql: string) => (await db.query<{ id: string }>(sql, [stack])).rows[0]?.id ?? '';
  let call = '';
  await eventually('the call is recorded', async () => {
    call = await idOf('SELECT id FROM invocation WHERE stack_id = $1 LIMIT 1');
    return call !== '';
  });
  const event = await idOf('SELECT id FROM audit_event WHERE stack_id = $1 LIMIT 1');
  return { call, event, version: await idOf('SELECT id FROM stack_version WHERE stack_id = $1 LIMIT 1') };
}

/** A person of the account, signed in with a browser. */
async function signUp(world: TrustWorld, name: string, apiKey: string) {
  const invitation = await world.graphql(INVITE, {}, apiKey);
  const secret = /#([^"]+)"/.exec(JSON.stringify(invitation))?.[1] ?? '';
  const { text, headers } = await world.ask('/graphql', {
    headers: { origin: world.url },
    body: {
      query: mutation('acceptInvitation', 'user { id }'),
      variables: { input: { secret, email: `${name}@example.com`, password: PASSWORD } },
    },
  });
  const cookie = headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const sessions = await world.ask('/graphql', {
    headers: { origin: world.url, cookie },
    body: { query: '{ sessions { id } }' },
  });
  return { cookie, user: firstId(text, 'user'), session: firstId(sessions.text, 'session') };
}

/** A file whose content has arrived. */
async function makeFile(world: TrustWorld, run: Run, stack: string): Promise<string> {
  const input = { stackId: stack, name: 'a.txt', mediaType: 'text/plain', bytes: 1 };
  const made = await run(mutation('createFileUpload', 'fileId upload { url }'), input);
  const path = /https?:\/\/[^/"]+([^"]+)"/.exec(JSON.stringify(made))?.[1] ?? '';
  await world.ask(path, { method: 'PUT', body: 'x', headers: { 'content-type': 'text/plain' } });
  return firstId(made, 'file');
}

/** A complete upload, ready to import. */
async function makeUpload(world: TrustWorld, apiKey: string): Promise<string> {
  const body = JSON.stringify({ openapi: '3.1.0' });
  const begun = await world.ask(`/graphql/uploads?bytes=${body.length}`, { method: 'POST', bearer: apiKey });
  const id = firstId(begun.text, 'upload');
  const headers = { 'content-type': 'application/octet-stream' };
  await world.ask(`/graphql/uploads/${id}/0`, { method: 'PUT', body, headers, bearer: apiKey });
  return id;
}

/** An alert of a kind that the service never evaluates, inserted as if the background check had found it. */
async function makeAlert({ db }: TrustWorld, stack: string): Promise<string> {
  const id = `alert_${randomUUID()}`;
  await db.query(
    `INSERT INTO alert (id, account_id, kind, subject, stack_id, details, started_at)
     SELECT $1, account_id, 'unknown', $1, id, '{}', now() FROM stack WHERE id = $2`,
    [id, stack],
  );
  return id;
}
