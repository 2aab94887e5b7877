import { type Attack, type Attacker, attack, flood } from '../attack.ts';
import { textIn } from '../client.ts';
import { must, mutate, newAgent, newStack, newToolStack } from '../objects.ts';

/** Each attack creates objects of this kind as fast as possible until the service refuses. */
type Making<Prepared> = {
  readonly creates: readonly string[];
  readonly objects: string;
  prepare(attacker: Attacker): Promise<Prepared>;
  input(prepared: Prepared, at: number): Readonly<Record<string, unknown>>;
};

const WIDTH = 16;

/** One account that creates as many objects of a kind as its limits allow. */
const making = <Prepared>({ creates, objects, prepare, input }: Making<Prepared>): Attack =>
  attack<Prepared>({
    name: `make-${objects.replaceAll(' ', '-')}`,
    description: `${objects}, ${WIDTH} at a time, as many as the limits let through`,
    creates,
    isShort: true,
    prepare,
    run: (attacker, prepared, until) =>
      flood(attacker, { width: WIDTH, until }, (at) => mutate(attacker, creates[0] ?? '', input(prepared, at))),
  });

const nothing = (): Promise<null> => Promise.resolve(null);

const httpDocument = (id: string, tools: number) => ({
  id,
  name: id,
  credentials: [{ id: 'key', name: 'Key', required: true }],
  connector: { kind: 'http', baseUrl: 'https://api.example.com' },
  tools: Array.from({ length: tools }, (_, at) => ({
    name: `tool_${at}`,
    inputSchema: { type: 'object' },
    request: { kind: 'template', method: 'GET', path: `/${at}` },
  })),
});

async function withEndpoint(attacker: Attacker): Promise<{ stackId: string; endpointId: string }> {
  const stackId = await newStack(attacker, 'first');
  const made = await must(mutate(attacker, 'createClientEndpoint', { stackId, name: 'first' }, 'endpoint { id }'));
  return { stackId, endpointId: textIn(made, 'data.createClientEndpoint.endpoint.id') };
}

async function withOwnServer(attacker: Attacker, id: string, tools: number): Promise<string> {
  await must(mutate(attacker, 'importServer', { document: httpDocument(id, tools) }));
  const stackId = await newStack(attacker, id);
  await must(mutate(attacker, 'addServerToStack', { stackId, serverId: id, hasAllTools: true }));
  return stackId;
}

/** An empty file that has been uploaded. */
async function withFile(attacker: Attacker): Promise<string> {
  const stackId = await newStack(attacker, 'files');
  const input = { stackId, name: 'empty', mediaType: 'application/octet-stream', bytes: 0 };
  const made = await must(mutate(attacker, 'createFileUpload', input, 'fileId upload { url }'));
  const { pathname } = new URL(textIn(made, 'data.createFileUpload.upload.url'));
  await must(attacker.client.send('PUT', pathname, Buffer.alloc(0)));
  return textIn(made, 'data.createFileUpload.fileId');
}

async function withOAuthServer(attacker: Attacker): Promise<string> {
  const oauth2 = {
    authorizationUrl: 'https://login.example.com/authorize',
    tokenUrl: 'https://login.example.com/token',
    clientId: { value: 'client' },
  };
  const document = {
    ...httpDocument('signed-in', 1),
    credentials: [{ id: 'key', name: 'Key', required: true, oauth2 }],
  };
  await must(mutate(attacker, 'importServer', { document }));
  const stackId = await newStack(attacker, 'signed-in');
  await must(mutate(attacker, 'addServerToStack', { stackId, serverId: 'signed-in', hasAllTools: true }));
  return stackId;
}

/** One attack for each kind of object. The first mutation in `creates` creates it. */
export const OBJECT_ATTACKS: readonly Attack[] = [
  making({
    creates: ['createStack'],
    objects: 'stacks',
    prepare: nothing,
    input: (_none, at) => ({ name: `stack ${at}` }),
  }),
  making({
    creates: ['createApiKey'],
    objects: 'API keys',
    prepare: nothing,
    input: (_none, at) => ({ name: `key ${at}` }),
  }),
  making({
    creates: ['createPolicyRule'],
    objects: 'rules',
    prepare: async (attacker) => withOwnServer(attacker, 'ruled', 500),
    input: (stackId, at) => ({ stackId, name: `rule ${at}`, effect: 'ASK', condition: 'tool.name.matches("(a|b)*c")' }),
  }),
  making({
    creates: ['setSkill'],
    objects: 'skills',
    prepare: withEndpoint,
    input: ({ stackId }, at) => ({
      stackId,
      content: `---\nname: s${at}\ndescription: S.\nx: [${'a,'.repeat(4_000)}]\n---\n${'x'.repeat(2_000)}`,
    }),
  }),
  making({
    creates: ['createWebhook'],
    objects: 'webhooks',
    prepare: withEndpoint,
    input: (_made, at) => ({ name: `webhook ${at}`, url: `https://${at}.example/` }),
  }),
  making({
    creates: ['createClientEndpoint'],
    objects: 'endpoints',
    prepare: withEndpoint,
    input: ({ stackId }, at) => ({ stackId, name: `endpoint ${at}` }),
  }),
  making({
    creates: ['createStackToken'],
    objects: 'stack tokens',
    prepare: withEndpoint,
    input: ({ endpointId }, at) => ({ endpointId, name: `token ${at}` }),
  }),
  making({
    creates: ['createServiceAccount'],
    objects: 'service accounts',
    prepare: withEndpoint,
    input: ({ endpointId }, at) => ({ endpointId, name: `machine ${at}` }),
  }),
  making({
    creates: ['createTrustedIssuer'],
    objects: 'trusted issuers',
    prepare: withEndpoint,
    input: ({ endpointId }, at) => ({
      ...{ endpointId, name: `issuer ${at}` },
      ...{ issuer: `https://${at}.example`, jwksUrl: 'https://idp.example/jwks' },
    }),
  }),
  making({
    creates: ['importServer'],
    objects: 'servers',
    prepare: nothing,
    input: (_none, at) => ({ document: httpDocument(`server-${at}`, 200) }),
  }),
  making({
    creates: ['addServerToStack', 'createStack'],
    objects: 'stack servers',
    prepare: async (attacker) => {
      const stackId = await withOwnServer(attacker, 'placed', 500);
      for (let at = 0; at < 8; at += 1) {
        await must(mutate(attacker, 'importServer', { document: httpDocument(`placed-${at}`, 500) }));
      }
      return stackId;
    },
    input: (stackId, at) => ({ stackId, serverId: `placed-${at % 8}`, hasAllTools: true }),
  }),
  making({
    creates: ['setCredentials'],
    objects: 'credentials of end users',
    prepare: (attacker) => withOwnServer(attacker, 'filled', 1),
    input: (stackId, at) => ({
      stackId,
      serverId: 'filled',
      credentials: { key: 'k'.repeat(2_000) },
      endUser: `user-${at}`,
    }),
  }),
  making({
    creates: ['createConnectLink'],
    objects: 'connect links',
    prepare: withOAuthServer,
    input: (stackId, at) => ({ stackId, serverId: 'signed-in', fieldId: 'key', endUser: `user-${at}` }),
  }),
  making({
    creates: ['updateServerTools'],
    objects: 'changes of two thousand enabled tools',
    prepare: (attacker) => withOwnServer(attacker, 'wide', 2_000),
    input: (stackId, at) => ({
      ...{ stackId, serverId: 'wide' },
      enabledTools: Array.from({ length: 1_000 + (at % 2) * 1_000 }, (_, tool) => `wide_tool_${tool}`),
    }),
  }),
  making({
    creates: ['createFileUpload'],
    objects: 'uploads of files',
    prepare: (attacker) => newStack(attacker, 'files'),
    input: (stackId, at) => ({ stackId, name: `file ${at}`, mediaType: 'text/plain', bytes: 1 }),
  }),
  making({
    creates: ['createFileDownload'],
    objects: 'download addresses',
    prepare: withFile,
    input: (fileId) => ({ fileId }),
  }),
  attack({
    name: 'make-invitations',
    description: 'invitations, 16 at a time, as many as the limits let through',
    creates: ['createInvitation'],
    isShort: true,
    run: (attacker, _none, until) =>
      flood(attacker, { width: WIDTH, until }, () =>
        attacker.client.send('POST', '/graphql', { query: 'mutation { createInvitation { __typename } }' }),
      ),
  }),
  attack({
    name: 'changed-lists',
    description: 'the list of 2,000 tools after each change of them, by 4 at once',
    isShort: true,
    prepare: (attacker) => withOwnServer(attacker, 'listed', 2_000),
    run: (attacker, stackId, until) =>
      flood(attacker, { width: 4, until }, async (at) => {
        const tools = Array.from({ length: 2_000 - (at % 5) }, (_, tool) => `listed_tool_${tool}`);
        const path = `/v1/stacks/${stackId}/servers/listed/tools`;
        if (at % 4 === 0) attacker.note(await attacker.client.send('PUT', path, { enabled_tools: tools }));
        return attacker.client.send('GET', `/v1/stacks/${stackId}/tools`);
      }),
  }),
  attack({
    name: 'call-records',
    description: 'calls of a stack that records them, by an agent, 16 at a time',
    isShort: true,
    prepare: async (attacker) => {
      const stackId = await newToolStack(attacker, 'recorded', { path: '/echo' });
      await must(attacker.client.send('PUT', `/v1/stacks/${stackId}`, { configuration: { analytics_enabled: true } }));
      return newAgent(attacker, stackId);
    },
    run: (attacker, { clientId, token }, until) =>
      flood(attacker, { width: WIDTH, until }, () => {
        const call = { tool_name: 'recorded_run', tool_input: { text: 'x'.repeat(10_000) } };
        return attacker.client.send('POST', `/s/${clientId}/call_tool`, call, token);
      }),
  }),
];
