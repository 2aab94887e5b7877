import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { normalizePasted } from '../../../src/core/credentials/pasted.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { importServer } from '../../../src/core/marketplace/importServer.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';
import { ask } from './mail.ts';

type Placement = Parameters<typeof normalizePasted>[1]['placement'];
const inHeader = (name: string, template?: string): Placement => ({
  in: 'header',
  name,
  ...(template && { template }),
});

/** The locations of a value, and text that may be copied with it. */
const PLACES: Readonly<Record<string, { readonly placement: Placement; readonly prefixes: readonly string[] }>> = {
  bearer: {
    placement: inHeader('Authorization', 'Bearer {f}'),
    prefixes: ['Bearer ', 'bearer ', 'BEARER  ', 'Bearer Bearer ', 'Bearer\t', 'Authorization: Bearer ', 'Token '],
  },
  token: { placement: inHeader('Authorization', 'Token {f}'), prefixes: ['Token ', 'token ', 'Bearer '] },
  basic: { placement: inHeader('Authorization', 'Basic {f}'), prefixes: ['Basic ', 'authorization:Basic '] },
  own: { placement: inHeader('Authorization', 'GenieKey {f}'), prefixes: ['GenieKey ', 'geniekey '] },
  'token=': { placement: inHeader('Authorization', 'Token token={f}'), prefixes: ['Token token='] },
  plain: { placement: inHeader('X-Api-Key'), prefixes: ['X-Api-Key: ', 'x-api-key:'] },
  cookie: { placement: inHeader('Cookie', 'sid={f}'), prefixes: ['sid=', 'Cookie: sid='] },
  query: { placement: { in: 'query', name: 'key' }, prefixes: [] },
};
const AROUND: readonly (readonly [string, string])[] = [
  ...[' ', '\n', '\r\n', '\t', '\u00a0', '\u200b', '\ufeff', '\u2060', '\u200e', ' \n\u200b '].flatMap((text) => [
    [text, ''] as const,
    ['', text] as const,
  ]),
  ...[
    ['"', '"'],
    ["'", "'"],
    ['`', '`'],
    ['“', '”'],
    [' "', '" '],
    ['"', '"\n'],
  ].map(([a = '', b = '']) => [a, b] as const),
];

const normalize = (placement: Placement, text: string, isSecret = true) => {
  const field = { fieldId: 'f', isSecret, placement };
  return normalizePasted({ connector: { kind: 'http', baseUrl: 'https://x.example' }, fields: [field] }, field, text);
};

describe('a pasted value', () => {
  it('loses surrounding text, and the notice omits the value', () => {
    let tried = 0;
    for (const { placement, prefixes } of Object.values(PLACES)) {
      for (const prefix of ['', ...prefixes]) {
        for (const [before, after] of [['', ''] as const, ...AROUND]) {
          if (prefix === '' && before === '' && after === '') continue;
          const pasted = `${before}${prefix}v4lue-Of.it${after}`;
          const { value, notes } = normalize(placement, pasted);
          expect([pasted, value]).toEqual([pasted, 'v4lue-Of.it']);
          expect([pasted, notes.join()]).toEqual([pasted, expect.stringMatching(/^f: removed (?!.*v4lue)/)]);
          tried += 1;
        }
      }
    }
    expect(tried).toBeGreaterThan(600);
  });

  it.each([
    ['a prefix that the server does not add', inHeader('Authorization'), 'Bearer abc'],
    ['a prefix without a space', inHeader('Authorization', 'Bearer {f}'), 'Bearerabc'],
    ['the prefix alone', inHeader('Authorization', 'Bearer {f}'), 'Bearer'],
    ['a passphrase', { in: 'query', name: 'key' }, 'one two three'],
    ['quotes within', { in: 'query', name: 'key' }, '"a" or "b"'],
    ['JSON', { in: 'env', name: 'ACCOUNT' }, '{"type":"service_account"}'],
    ['several lines', { in: 'env', name: 'KEY' }, '-----BEGIN KEY-----\nabc\n-----END KEY-----\n'],
  ] as const)('keeps %s', (_name, placement, text) => {
    expect(normalize(placement, text)).toEqual({ value: text, notes: [] });
  });

  it('keeps quotes and ligatures if it is not secret', () => {
    expect(normalize(null, ' "Ann" 👩‍💻 ', false).value).toBe('"Ann" 👩‍💻');
  });
});

const upstream = createServer((request, response) => {
  const [kind, value = ''] = request.headers.authorization?.split(' ') ?? [];
  const sent = kind === 'Basic' ? Buffer.from(value, 'base64').toString() : value;
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ length: sent.length, at: sent.indexOf(':') }));
});
const origin = `http://127.0.0.1:${await listenOnLoopback(upstream)}`;
const world = await startWorld({ egressAllow: '127.0.0.0/8' });
const { ctx, apiKey } = world.account;
afterAll(async () => {
  await world.close();
  upstream.close();
});

const schemes = { login: { type: 'http', scheme: 'basic' }, token: { type: 'http', scheme: 'bearer' } };
const text = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Api', version: '1' },
  servers: [{ url: origin }],
  components: { securitySchemes: schemes },
  paths: {
    '/a': { get: { operationId: 'a', security: [{ login: [] }] } },
    '/b': { get: { operationId: 'b', security: [{ token: [] }] } },
  },
});
await importServer(ctx, { source: { openApi: { text } }, id: 'api' } as object);
const { id: stackId } = await createStack(ctx, { name: 'one' });
await addServerToStack(ctx, stackId, { serverId: 'api', enableAllTools: true });
const store = (credentials: Record<string, string>) => setCredentials(ctx, stackId, toServerId('api'), { credentials });
const sent = async (tool: string) =>
  (await ask(`${world.url}/v1/stacks/${stackId}/tools/api_${tool}/invoke`, apiKey, { body: { tool_input: {} } })).body;

describe('HTTP Basic', () => {
  it.each([
    ['user', '', { length: 5, at: 4 }],
    ['', 'password', { length: 9, at: 0 }],
    ['', '', { length: 1, at: 0 }],
    ['user ', ' "pass word" ', { length: 19, at: 5 }],
    ['user\n', 'password\r\n', { length: 13, at: 4 }],
  ])('is sent with the user name %j and the password %j', async (user, password, result) => {
    await store({ api_login_username: user, api_login_password: password });
    expect(await sent('a')).toMatchObject({ result });
  });
});

it('no other field accepts an empty value, or one that becomes empty', async () => {
  for (const value of ['', ' ', '\n', '\u200b']) {
    await expect(store({ api_token: value })).rejects.toMatchObject({ message: 'Invalid credential format' });
  }
});

it('a repeated prefix is sent once, and the response says so', async () => {
  expect(await store({ api_token: 'Bearer abcdef\n' })).toMatchObject({
    notes: [expect.stringContaining('spaces'), 'api_token: removed the prefix Bearer'],
  });
  expect(await sent('b')).toMatchObject({ result: { length: 6, at: -1 } });
});
