import { expect, it } from 'vitest';
import { signInNeeds } from '../../../src/core/credentials/oauthClient.ts';

const ctx = { publicUrl: () => 'https://tools.example.com' };
const client = { clientId: { field: 'id' }, clientSecret: { field: 'secret' } };
const redirectUrl = 'https://tools.example.com/oauth/callback';

it.each([
  ['a pasted value', null, null],
  [
    'an own application',
    { authorizationUrl: 'https://id.test/a/authorize', tokenUrl: 'https://id.test/token', scopes: ['read'], ...client },
    { redirectUrl, providerUrl: 'https://id.test', scopes: ['read'], clientFieldIds: ['id', 'secret'] },
  ],
  [
    'an application that the document names',
    { discovery: 'https://id.test/x', clientId: { value: 'app' } },
    { redirectUrl, providerUrl: 'https://id.test', scopes: [], clientFieldIds: [] },
  ],
  ['a server that announces its sign-in', {}, { redirectUrl, providerUrl: null, scopes: [], clientFieldIds: [] }],
  [
    'a client that signs in for itself',
    { grant: 'client_credentials', tokenUrl: 'https://id.test/token', ...client },
    { redirectUrl: null, providerUrl: 'https://id.test', scopes: [], clientFieldIds: ['id', 'secret'] },
  ],
])('of %s', (_name, oauth2, expected) => {
  expect(signInNeeds(ctx, { oauth2 })).toEqual(expected);
});
