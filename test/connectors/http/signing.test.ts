import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { signRequest } from '../../../src/connectors/http/signing.ts';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { getCredentialStatus } from '../../../src/core/credentials/status.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { ask } from '../../core/credentials/mail.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';
import { VECTORS } from './signingVectors.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const NOW = new Date('2015-08-30T12:36:00Z');
const SIGNING = {
  kind: 'aws-sigv4',
  service: 'service',
  region: 'us-east-1',
  accessKeyId: { field: 'id' },
  secretAccessKey: { field: 'secret' },
  sessionToken: { field: 'session' },
} as const;
const VALUES = new Map([
  ['id', 'AKIDEXAMPLE'],
  ['secret', SECRET],
]);

it.each(VECTORS)('signs %s as AWS does', async (_name, method, path, headers, body, signature) => {
  const request = { method, url: `https://example.amazonaws.com${path}`, headers: { accept: '*/*', ...headers }, body };
  const { headers: sent } = await signRequest(request, SIGNING, VALUES, NOW);
  const names = [...Object.keys(headers), 'host', 'x-amz-date'].join(';');
  const credential = 'AKIDEXAMPLE/20150830/us-east-1/service/aws4_request';
  expect(sent['authorization']).toBe(
    `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  );
  expect(sent['x-amz-date']).toBe('20150830T123600Z');
  expect(JSON.stringify(sent)).not.toContain(SECRET);
});

it('sends a session token, and signs with it', async () => {
  const request = { method: 'GET', url: 'https://example.amazonaws.com/', headers: {}, body: null };
  const { headers } = await signRequest(request, SIGNING, new Map([...VALUES, ['session', 'token-1']]), NOW);
  expect(headers).toMatchObject({
    'x-amz-security-token': 'token-1',
    authorization: expect.stringContaining('SignedHeaders=host;x-amz-date;x-amz-security-token,'),
  });
});

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature of a request as a service works it out (Signature Version 4, "create a signed request"). */
function expectedSignature(method: string, url: URL, headers: NodeJS.Dict<string | string[]>, body: Buffer): string {
  const authorization = String(headers['authorization']);
  const [, scope = '', names = ''] = /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+),/.exec(authorization) ?? [];
  const [day = '', region = '', service = ''] = scope.split('/');
  const query = [...url.searchParams]
    .map((pair) => pair.map(escaped).join('='))
    .sort()
    .join('&');
  const path = url.pathname.split('/').map(escaped).join('/');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const digest = createHash('sha256').update(body).digest('hex');
  const canonical = [method, path, query, lines.join(''), names, digest].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, createHash('sha256').update(canonical).digest('hex')];
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day), region), service), 'aws4_request');
  return hmac(key, text.join('\n')).toString('hex');
}

it.each([
  ['s3', 'PUT', 'what is stored', {}],
  ['s3', 'GET', null, { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }],
  ['service', 'PUT', 'what is stored', { 'x-amz-content-sha256': '0'.repeat(64) }],
])(
  'signs the body that it sends to %s by %s, whatever the input contains',
  async (service, method, body, inputHeaders) => {
    const url = 'https://b.s3.amazonaws.com/key';
    const theirs = { ...inputHeaders, 'x-amz-date': '2000', 'x-amz-security-token': 'x', 'x-amz-acl': 'private' };
    const request = { method, url, headers: theirs, body };
    const { headers } = await signRequest(request, { ...SIGNING, service }, VALUES, NOW);
    const bytes = Buffer.from(body ?? '');
    const expected = expectedSignature(method, new URL(url), { ...headers, host: 'b.s3.amazonaws.com' }, bytes);
    expect(headers).toEqual({
      authorization: expect.stringMatching(`x-amz-acl;.*Signature=${expected}$`),
      'x-amz-acl': 'private',
      'x-amz-date': '20150830T123600Z',
      'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
    });
  },
);

const received: IncomingHttpHeaders[] = [];
const api = createServer(async (request, response) => {
  received.push(request.headers);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const url = new URL(request.url ?? '/', 'http://x');
  const expected = expectedSignature(request.method ?? '', url, request.headers, body);
  const isGood = String(request.headers.authorization).endsWith(`Signature=${expected}`);
  response.writeHead(isGood ? 200 : 403, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ isGood, seen: request.headers }));
});
const origin = `http://127.0.0.1:${await listenOnLoopback(api)}`;
const world = await startWorld({ egressAllow: '127.0.0.0/8' });
afterAll(async () => {
  await world.close();
  api.close();
});

const HMAC = { type: 'apiKey', in: 'header', name: 'Authorization', 'x-amazon-apigateway-authtype': 'awsSigv4' };
const describing = (servers: readonly object[]) => ({
  openapi: '3.0.0',
  info: { title: 'Queue', version: '1' },
  servers,
  components: { securitySchemes: { hmac: HMAC } },
  security: [{ hmac: [] }],
  paths: {
    '/queues/{name}': {
      post: {
        operationId: 'send',
        parameters: [
          { name: 'name', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'q', in: 'query', schema: { type: 'string' } },
        ],
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { text: { type: 'string' } } } } },
        },
      },
    },
    '/open': { get: { operationId: 'open', security: [] } },
  },
});

it('signs calls that the service accepts, and never shows the key', async () => {
  const { ctx, apiKey } = world.account;
  const { document } = importOpenApi(describing([]), { id: 'queue', baseUrl: origin });
  await saveServer(ctx, document);
  const { id } = await createStack(ctx, { name: 'signed' });
  await addServerToStack(ctx, id, { serverId: 'queue', enableAllTools: true });
  const send = (input: object) =>
    ask(`${world.url}/v1/stacks/${id}/tools/queue_send/invoke`, apiKey, { body: { tool_input: input } });
  expect(JSON.stringify((await send({ name: 'a' })).body)).toContain('missing credentials: queue_hmac_access_key_id');
  const keys = {
    queue_hmac_access_key_id: 'AKIDEXAMPLE',
    queue_hmac_secret_access_key: SECRET,
    queue_hmac_region: 'eu-central-1',
  };
  await setCredentials(ctx, id, toServerId('queue'), { credentials: keys });
  for (const input of [{ name: 'a b/c', q: 'x y&z=ö*', text: 'héllo' }, { name: 'plain' }]) {
    const { status, body } = await send(input);
    expect({ status, body }).toMatchObject({ status: 200, body: { result: { isGood: true } } });
    expect(JSON.stringify(body)).toContain('eu-central-1/execute-api/aws4_request');
    expect(JSON.stringify(body)).not.toMatch(/AKIDEXAMPLE|wJalr/);
  }
  for (const { tool, input, isSigned } of [
    { tool: 'send', input: { name: 'a' }, isSigned: true },
    { tool: 'open', input: {}, isSigned: false },
  ]) {
    const [address, body] = [`${world.url}/v1/stacks/${id}/tools/queue_${tool}/invoke`, { tool_input: input }];
    const dry = await ask(`${address}?dry_run=true`, apiKey, { body });
    const isShown = JSON.stringify(dry.body).includes('"authorization":"MASKED_signature"');
    await ask(address, apiKey, { body });
    const isSent = received.at(-1)?.authorization !== undefined;
    expect({ tool, isShown, isSent }).toEqual({ tool, isShown: isSigned, isSent: isSigned });
  }
  await saveServer(ctx, importOpenApi(describing([]), { id: 'queue', baseUrl: 'https://elsewhere.test' }).document);
  const { fields } = await getCredentialStatus(ctx, id, toServerId('queue'));
  expect(fields.filter(({ isMoved }) => isMoved).map(({ fieldId }) => fieldId)).toEqual(
    Object.keys(keys)
      .sort()
      .filter((each) => !each.endsWith('region'))
      .concat('queue_hmac_region'),
  );
});

const region = { region: { default: 'us-east-1' } };
it.each([
  [
    'a region that is left open',
    [
      { url: 'http://sqs.{region}.amazonaws.com', variables: region },
      { url: 'https://sqs.{region}.amazonaws.com', variables: region },
    ],
    'https://sqs.{queue_hmac_region}.amazonaws.com',
    'sqs',
    '{queue_hmac_region}',
  ],
  [
    'an API Gateway',
    [{ url: 'https://ab12.execute-api.eu-west-1.amazonaws.com/prod' }],
    'https://ab12.execute-api.eu-west-1.amazonaws.com/prod',
    'execute-api',
    'eu-west-1',
  ],
  [
    'a service without regions',
    [{ url: 'https://iam.amazonaws.com' }],
    'https://iam.amazonaws.com',
    'iam',
    'us-east-1',
  ],
  [
    'a service that signs by another name',
    [{ url: 'https://email.us-west-2.amazonaws.com' }],
    'https://email.us-west-2.amazonaws.com',
    'ses',
    'us-west-2',
  ],
  [
    'an address of its own',
    [{ url: 'https://api.example.com' }],
    'https://api.example.com',
    'execute-api',
    '{queue_hmac_region}',
  ],
])('parses %s', (_name, servers, baseUrl, service, inRegion) => {
  const { connector, credentials } = importOpenApi(describing(servers)).document;
  expect(connector).toMatchObject({ baseUrl, signing: { kind: 'aws-sigv4', service, region: inRegion } });
  expect(credentials.map(({ id, required }) => [id.replace('queue_hmac_', ''), required])).toEqual([
    ['access_key_id', true],
    ['secret_access_key', true],
    ['session_token', false],
    ...(inRegion.startsWith('{') ? [['region', true]] : []),
  ]);
});
