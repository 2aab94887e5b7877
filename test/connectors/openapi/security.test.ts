import { expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import type { PreservedImport } from '../../../src/core/marketplace/importPort.ts';

type Node = Readonly<Record<string, unknown>>;
type Security = readonly Readonly<Record<string, readonly string[]>>[];

const AUTHORIZE = 'https://api.test/authorize';
const TOKEN = 'https://api.test/token';
const SCOPES = { read: 'Reads', write: 'Writes' };
const CODE = { authorizationCode: { authorizationUrl: AUTHORIZE, tokenUrl: TOKEN, scopes: SCOPES } };
const OF_CLIENT = { clientCredentials: { tokenUrl: TOKEN, scopes: SCOPES } };
const BEARER = { type: 'http', scheme: 'bearer' };
const client = (id: string) => ({
  clientId: { field: `${id}_client_id` },
  clientSecret: { field: `${id}_client_secret` },
});

const read = (schemes: Node, security: readonly Security[], preserved?: PreservedImport) => {
  const paths = security.map((each, at) => [`/p${at}`, { get: { operationId: `op${at}`, security: each } }]);
  return importOpenApi(
    {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      servers: [{ url: 'https://api.test' }],
      components: { securitySchemes: schemes },
      paths: Object.fromEntries(paths),
    },
    { source: 'https://api.test/docs/api.json', ...(preserved && { preserved: preserved }) },
  ).document;
};

type Case = readonly [label: string, scheme: Node, scopes: readonly string[], expected: object | undefined];
const common = { pkce: true, ...client('t_o') };

const FLOWS: readonly Case[] = [
  [
    'a code flow',
    { flows: CODE },
    ['read'],
    { authorizationUrl: AUTHORIZE, tokenUrl: TOKEN, scopes: ['read'], ...common },
  ],
  [
    'a flow whose few scopes no operation names',
    { flows: CODE },
    [],
    { authorizationUrl: AUTHORIZE, tokenUrl: TOKEN, scopes: ['read'], ...common },
  ],
  [
    'scopes that the flow does not have',
    { flows: CODE },
    ['read', 'other'],
    { authorizationUrl: AUTHORIZE, tokenUrl: TOKEN, scopes: ['read'], ...common },
  ],
  [
    'a flow of the client',
    { flows: OF_CLIENT },
    ['write'],
    { grant: 'client_credentials', tokenUrl: TOKEN, scopes: ['write'], ...common },
  ],
  [
    'both, of which people sign in',
    { flows: { ...OF_CLIENT, ...CODE } },
    ['read'],
    { authorizationUrl: AUTHORIZE, tokenUrl: TOKEN, scopes: ['read'], ...common },
  ],
  [
    'addresses relative to the document',
    { flows: { clientCredentials: { tokenUrl: '../t', scopes: {} } } },
    [],
    { grant: 'client_credentials', tokenUrl: 'https://api.test/t', scopes: [], ...common },
  ],
  [
    'Google, which wants to be asked for renewals',
    {
      flows: { authorizationCode: { authorizationUrl: 'https://accounts.google.com/o/oauth2/auth', tokenUrl: TOKEN } },
    },
    [],
    {
      authorizationUrl: 'https://accounts.google.com/o/oauth2/auth',
      tokenUrl: TOKEN,
      scopes: [],
      ...common,
      extraAuthorizeParams: { access_type: 'offline', prompt: 'consent' },
    },
  ],
  [
    'OpenID Connect',
    { type: 'openIdConnect', openIdConnectUrl: 'https://id.test/a/.well-known/openid-configuration' },
    [],
    { discovery: 'https://id.test/a', scopes: ['openid'], ...common },
  ],
  ['an implicit flow', { flows: { implicit: { authorizationUrl: AUTHORIZE, scopes: SCOPES } } }, ['read'], undefined],
  ['a password flow', { flows: { password: { tokenUrl: TOKEN, scopes: SCOPES } } }, ['read'], undefined],
  [
    'addresses without TLS',
    { flows: { clientCredentials: { tokenUrl: 'http://api.test/token', scopes: {} } } },
    [],
    undefined,
  ],
  ['no address', { flows: { authorizationCode: { authorizationUrl: AUTHORIZE } } }, [], undefined],
  ['an issuer that says nothing', { type: 'openIdConnect', openIdConnectUrl: 'https://id.test/' }, [], undefined],
];

it.each(FLOWS)('%s', (_name, scheme, scopes, expected) => {
  const { credentials } = read({ o: { type: 'oauth2', ...scheme } }, [[{ o: scopes }]]);
  expect(credentials[0]).toMatchObject({ id: 't_o', placement: { template: 'Bearer {t_o}' } });
  expect(credentials[0]?.oauth2).toEqual(expected);
  const isOfClient = expected !== undefined && 'grant' in expected;
  expect(credentials.map(({ id, required, secret }) => [id, required, secret])).toEqual([
    ['t_o', !isOfClient, true],
    ...(expected === undefined
      ? []
      : [
          ['t_o_client_id', isOfClient, false],
          ['t_o_client_secret', isOfClient, true],
        ]),
  ]);
});

it('reads the flows of Swagger 2.0', () => {
  const swagger = {
    swagger: '2.0',
    info: { title: 'T', version: '1' },
    host: 'api.test',
    schemes: ['https'],
    securityDefinitions: {
      person: { type: 'oauth2', flow: 'accessCode', authorizationUrl: AUTHORIZE, tokenUrl: TOKEN, scopes: SCOPES },
      program: { type: 'oauth2', flow: 'application', tokenUrl: TOKEN, scopes: SCOPES },
    },
    paths: {
      '/a': { get: { security: [{ person: ['read'] }] } },
      '/b': { get: { security: [{ program: ['write'] }] } },
    },
  };
  const { credentials } = importOpenApi(swagger).document;
  expect(credentials.flatMap(({ oauth2 }) => (oauth2 ? [oauth2.grant ?? 'authorization_code'] : []))).toEqual([
    'authorization_code',
    'client_credentials',
  ]);
});

const O = { type: 'oauth2', flows: CODE };
const K = { type: 'apiKey', in: 'header', name: 'X-Key' };

type Twins = readonly [
  label: string,
  schemes: Node,
  security: readonly Security[],
  ids: readonly string[],
  sets: unknown,
];
const ONE_TOKEN: readonly Twins[] = [
  [
    'either of two is one, and needed',
    { b: BEARER, o: O },
    [[{ b: [] }, { o: [] }]],
    ['t_o', 't_o_client_id', 't_o_client_secret'],
    undefined,
  ],
  ['one that nothing asks for', { b: BEARER, other: BEARER }, [[{ b: [] }]], ['t_b'], undefined],
  [
    'two that different operations ask for are two',
    { admin: BEARER, user: BEARER },
    [[{ admin: [] }], [{ user: [] }]],
    ['t_admin', 't_user'],
    [['t_admin']],
  ],
  ['the same key by two names', { a: K, z: { ...K, name: 'x-key' } }, [[{ a: [] }, { z: [] }], []], ['t_a'], [['t_a']]],
  [
    'a key elsewhere is another',
    { a: K, q: { ...K, in: 'query' } },
    [[{ a: [] }, { q: [] }]],
    ['t_a', 't_q'],
    [['t_a'], ['t_q']],
  ],
  [
    'of a sign-in only the token is needed',
    { a: K, o: O },
    [[{ a: [] }, { o: [] }]],
    ['t_a', 't_o', 't_o_client_id', 't_o_client_secret'],
    [['t_a'], ['t_o']],
  ],
  [
    'of a client’s sign-in the client is',
    { a: K, o: { type: 'oauth2', flows: OF_CLIENT } },
    [[{ a: [] }, { o: [] }]],
    ['t_a', 't_o', 't_o_client_id', 't_o_client_secret'],
    [['t_a'], ['t_o_client_id', 't_o_client_secret']],
  ],
];

it.each(ONE_TOKEN)('%s', (_name, schemes, security, ids, sets) => {
  const { credentials, tools } = read(schemes, security);
  expect(credentials.map(({ id }) => id)).toEqual(ids);
  const [tool] = tools;
  expect(tool?.request?.kind === 'operation' ? tool.request.credentials : null).toEqual(sets);
});

it.each([
  ['mutual TLS', { type: 'mutualTLS' }],
  ['digest', { type: 'http', scheme: 'digest' }],
  ['a custom scheme', { type: 'x-signature' }],
])('an alternative with %s, which no value satisfies, is not the choice to send nothing', (_name, other) => {
  const schemes = { a: { type: 'apiKey', in: 'query', name: 'a' }, b: BEARER, other };
  const [one, two, none] = read(schemes, [
    [{ a: [] }, { b: [] }, { other: [] }],
    [{ a: [] }, { other: [], b: [] }],
    [{ a: [] }, { other: [] }, {}],
  ]).tools;
  expect(one?.request?.credentials).toEqual([['t_a'], ['t_b']]);
  expect(two?.request?.credentials).toEqual([['t_a']]);
  expect(none?.request?.credentials).toBeUndefined();
});

it('gives fields readable names, and distinguishes equal ones', () => {
  const names = (schemes: Node) => read(schemes, [[]]).credentials.map(({ name }) => name);
  expect(names({ a: K, b: { type: 'http', scheme: 'basic' }, c: BEARER })).toEqual([
    'API key',
    'User name',
    'Password',
    'Access token',
  ]);
  expect(names({ app: K, user: { ...K, name: 'X-User' } })).toEqual(['API key (app)', 'API key (user)']);
  expect(names({ o: O })).toEqual(['Sign-in', 'Client id', 'Client secret']);
});

it('leaves a server’s existing fields unchanged', () => {
  const preserved = { names: {}, plainFields: ['t_b', 't_o'], choice: undefined };
  const { credentials } = read({ b: BEARER, o: O }, [[{ b: [] }, { o: [] }]], preserved);
  expect(credentials.map(({ id, oauth2 }) => [id, oauth2])).toEqual([
    ['t_b', undefined],
    ['t_o', undefined],
  ]);
});
