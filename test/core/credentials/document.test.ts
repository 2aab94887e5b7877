import { describe, expect, it } from 'vitest';
import { serverDocumentSchema } from '../../../src/core/servers/document.ts';
import { mailDocument } from './mail.ts';

const URLS = { authorizationUrl: 'https://provider.example/authorize', tokenUrl: 'https://provider.example/token' };
const http = { kind: 'http', baseUrl: 'https://api.example' };
const mcp = { kind: 'mcp-http', url: 'https://mcp.example/mcp' };

const problemsOf = (oauth2: object, connector: object = http): string[] => {
  const credentials = [
    { id: 'token', name: 'Token', required: true, oauth2 },
    { id: 'client_id', name: 'Client', required: false },
  ];
  const parsed = serverDocumentSchema.safeParse({ id: 'x', name: 'X', credentials, connector });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.slice(2).join('/')}: ${message}`);
};

describe('the sign-in of a credential field', () => {
  it.each([
    ['with addresses', URLS, http],
    ['with an issuer', { discovery: 'https://provider.example' }, http],
    ['with neither, of an MCP server', {}, mcp],
    ['with a client of its own', { ...URLS, clientId: { field: 'client_id' } }, http],
    ['on this machine', { authorizationUrl: 'http://127.0.0.1:1/a', tokenUrl: 'http://localhost:1/t' }, http],
  ])('is accepted %s', (_name, oauth2, connector) => {
    expect(problemsOf(oauth2, connector)).toEqual([]);
  });

  it.each([
    ['without an authorization address', {}, 'oauth2: has no sign-in address'],
    ['with half of the addresses', { tokenUrl: URLS.tokenUrl }, 'oauth2: has no sign-in address'],
    [
      'without TLS',
      { ...URLS, tokenUrl: 'http://provider.example/token' },
      'oauth2/tokenUrl: must be https, or http on this machine',
    ],
    [
      'whose client is not a field',
      { ...URLS, clientId: { field: 'nothing' } },
      'oauth2/clientId: must name another field of the server',
    ],
    [
      'that is its own client',
      { ...URLS, clientSecret: { field: 'token' } },
      'oauth2/clientSecret: must name another field of the server',
    ],
  ])('is refused %s', (_name, oauth2, problem) => {
    expect(problemsOf(oauth2)).toEqual([problem]);
  });

  it('is stored and returned unchanged', () => {
    const document = serverDocumentSchema.parse(mailDocument({ url: 'https://provider.example' }));
    expect(serverDocumentSchema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
  });
});

describe('the token exchange of an end user', () => {
  const exchange = {
    ...{ grant: 'token_exchange', tokenUrl: URLS.tokenUrl, clientId: { value: 'app' } },
    subjectToken: { field: 'client_id', fromSignIn: true },
  };

  it.each([
    ['taken', {}, 0],
    ['refused without a subject token', { subjectToken: undefined }, 1],
    ['refused without a client', { clientId: undefined }, 1],
    ['refused without an address', { tokenUrl: undefined }, 1],
    ['refused with an address without TLS', { tokenUrl: 'http://example.com/token' }, 1],
    ['refused with the token itself as its subject', { subjectToken: { field: 'token' } }, 1],
    ['refused with an unknown field as its subject', { subjectToken: { field: 'nothing' } }, 1],
    ['refused with another kind of token', { subjectTokenType: 'saml2' }, 1],
  ])('is %s', (_name, change, problems) => {
    expect(problemsOf({ ...exchange, ...change })).toHaveLength(problems);
  });
});
