import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findClient, registerClient } from '../../../src/core/authorization/client.ts';
import { isDocumentUrl } from '../../../src/core/authorization/clientDocument.ts';
import { OAuthError } from '../../../src/core/authorization/oauthError.ts';
import { sealJson } from '../../../src/core/kernel/sealedJson.ts';
import { createVault } from '../../../src/core/kernel/vault/createVault.ts';

const vault = createVault({ current: randomBytes(32), previous: [] });
const AT = new Date(1_800_000_000_999);
const CALLBACK = 'http://127.0.0.1:7777/callback';
const register = (metadata: unknown) => registerClient({ vault, now: () => AT }, metadata);

/** Valid client metadata for any request, with `more`. */
const published = (more: object = {}) => ({
  read: async (url: string): Promise<unknown> => ({ client_id: url, redirect_uris: [CALLBACK], ...more }),
});
const find = (id: string, documents = published()) => findClient({ vault }, documents, id);
const UNKNOWN = { code: 'invalid_client', message: expect.stringContaining('register it again') };
const UNUSABLE = { code: 'invalid_client', message: expect.stringContaining('metadata document') };

describe('a client that registers', () => {
  it('is found as registered, at whole seconds', async () => {
    const { client_id: id, ...metadata } = register({ client_name: 'Mine', redirect_uris: [CALLBACK] });
    expect(metadata).toMatchObject({ client_id_issued_at: 1_800_000_000, client_name: 'Mine' });
    expect(await find(id)).toEqual({ id, name: 'Mine', redirectUris: [CALLBACK], host: null });
  });

  /** Three redirect URIs with this many characters together; each may have 1,024. */
  const ofChars = (chars: number): string[] =>
    [1_000, 1_000, chars - 2_000].map((length) => CALLBACK.padEnd(length, 'x'));
  it.each([
    [2_048, true],
    [2_049, false],
  ])('may register %i characters of redirect URIs: %s', (chars, isAccepted) => {
    const registering = () => register({ redirect_uris: ofChars(chars) }).redirect_uris;
    if (isAccepted) expect(registering()).toEqual(ofChars(chars));
    else expect(registering).toThrow(expect.objectContaining({ code: 'invalid_redirect_uri' }));
  });

  it('is told about its redirect URIs first, and how many it may have', () => {
    const registering = () => register({ client_name: 1, redirect_uris: [] });
    const message = expect.stringMatching(/^redirect_uris: 1 to 10, https or http/);
    expect(registering).toThrow(expect.objectContaining({ code: 'invalid_redirect_uri', message }));
  });

  it.each([
    ['invisible characters become one space', 'a\u202e\u202e\u0000b', 'a b'],
    ['surrounding spaces are removed', ' a ', 'a'],
    ['an empty one becomes the redirect URI', '', 'a program on this computer (127.0.0.1:7777)'],
    ['100 characters, in any encoding', '🦊'.repeat(101), '🦊'.repeat(100)],
  ])('has a display name: %s', (_name, name, shown) => {
    expect(register({ client_name: name, redirect_uris: [CALLBACK] }).client_name).toBe(shown);
  });

  it('without a name is named by its redirect URI', () => {
    expect(register({ redirect_uris: ['https://app.example/cb'] }).client_name).toBe('app.example');
  });
});

describe('a sealed client id', () => {
  const sealed = (chars: number): string =>
    `app_${sealJson(vault, 'oauth-client', { name: 'x'.repeat(chars), redirectUris: [CALLBACK] })}`;
  /** The longest allowed name. */
  const idOfChars = (chars: number): string => {
    let length = 0;
    while (sealed(length).length < chars) length += 1;
    return sealed(length);
  };

  it('is accepted up to 6,000 characters', async () => {
    const [longest, longer] = [idOfChars(6_000), idOfChars(6_001)];
    expect([longest.length, longer.length > 6_000]).toEqual([6_000, true]);
    expect(await find(longest)).toMatchObject({ id: longest });
    await expect(find(longer)).rejects.toMatchObject(UNKNOWN);
  });

  it('is rejected with another prefix, purpose or format', async () => {
    const other = `app_${sealJson(vault, 'login-code', { name: 'x', redirectUris: [CALLBACK] })}`;
    const shapeless = `app_${sealJson(vault, 'oauth-client', { name: 'x' })}`;
    for (const id of [`APP_${sealed(1).slice(4)}`, other, shapeless, 'app_', ''])
      await expect(find(id)).rejects.toMatchObject(UNKNOWN);
  });
});

describe('a client with a metadata document', () => {
  const ID = 'https://client.example/client.json';

  it('has its declared name or redirect URI, with its host', async () => {
    const known = { id: ID, redirectUris: [CALLBACK], host: 'client.example' };
    expect(await find(ID, published({ client_name: 'Published' }))).toEqual({ ...known, name: 'Published' });
    const name = 'a program on this computer (127.0.0.1:7777)';
    expect(await find(ID, published({ token_endpoint_auth_method: 'none' }))).toEqual({ ...known, name });
  });

  it.each([
    ['of another address', { client_id: `${ID}x` }],
    ['with a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['without addresses', { redirect_uris: [] }],
  ])('%s is refused with the same message', async (_name, more) => {
    await expect(find(ID, published(more))).rejects.toMatchObject(UNUSABLE);
  });

  it('that is not an object is refused with the same message', async () => {
    await expect(find(ID, { read: async () => 'text' })).rejects.toMatchObject(UNUSABLE);
  });

  it.each([
    [ID, true],
    [`${ID}?a=b`, true],
    [`https://client.example/${'x'.repeat(2_048 - 23)}`, true],
    [`https://client.example/${'x'.repeat(2_049 - 23)}`, false],
    [`${ID}#part`, false],
    ['https://user@client.example/c.json', false],
    ['https://:secret@client.example/c.json', false],
    ['https://client.example/', false],
    ['https://client.example', false],
    ['http://client.example/c.json', false],
    ['HTTPS://client.example/c.json', false],
    ['app_x', false],
  ])('has a normalized address: %s', (id, expected) => {
    expect(isDocumentUrl(id)).toBe(expected);
  });
});

it('an error keeps its cause for the log', () => {
  const cause = new Error('why');
  const error = new OAuthError('invalid_client', 'words', cause);
  expect([error.name, error.code, error.message, error.cause]).toEqual([
    'OAuthError',
    'invalid_client',
    'words',
    cause,
  ]);
  expect('cause' in new OAuthError('invalid_client', 'words')).toBe(false);
});
