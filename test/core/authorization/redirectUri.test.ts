import { describe, expect, it } from 'vitest';
import {
  isRedirectUriAllowed,
  isRedirectUriRegistered,
  leadsToWebsite,
  redirectTarget,
} from '../../../src/core/authorization/redirectUri.ts';

describe('a client’s valid redirect URI', () => {
  it.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://chatgpt.com/connector_platform_oauth_redirect?a=b',
    'http://localhost:3334/oauth/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'vscode://vscode.github-authentication/did-authenticate',
    'com.example.app:/callback',
    'com.example.app://callback',
    'windsurf://x/callback',
    'claude://x/callback',
    'vscode-insiders://x/callback',
    'zed://x/callback',
    `https://example.com/${'x'.repeat(1_004)}`,
  ])('%s', (uri) => expect(isRedirectUriAllowed(uri)).toBe(true));
});

describe('a client’s invalid redirect URI', () => {
  it.each([
    'http://example.com/callback',
    'http://127.0.0.1.example.com/callback',
    'http://192.168.0.1/callback',
    'https://user:secret@example.com/',
    'https://user@example.com/',
    'https://:secret@example.com/',
    'a+com.example:/callback',
    'https://example.com/#fragment',
    'https://example.com/#',
    "https://a;script-src'unsafe-inline'.example/",
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    'ws://example.com/',
    'intent://x#Intent;end',
    'ms-msdt:/id',
    'search-ms:query=x',
    'ssh://example.com/',
    'tel:123',
    'foo:/callback',
    '.com:/callback',
    'com.:/callback',
    '/relative',
    '',
    'https://exam\nple.com/',
    ' https://example.com/',
    `https://example.com/${'x'.repeat(1_024)}`,
  ])('%j', (uri) => expect(isRedirectUriAllowed(uri)).toBe(false));
});

describe('a redirect URI matches a registered one', () => {
  it.each([
    { named: 'https://a.example/cb', actual: 'https://a.example/cb', is: true },
    { named: 'https://a.example/cb', actual: 'https://a.example/cb/', is: false },
    { named: 'https://a.example/cb', actual: 'https://a.example:444/cb', is: false },
    { named: 'https://a.example/cb', actual: 'https://a.example/cb?x=1', is: false },
    { named: 'https://a.example/cb', actual: 'https://a.example/x/../cb', is: false },
    { named: 'http://localhost/cb', actual: 'http://localhost:1/cb', is: true },
    { named: 'http://127.0.0.1:1/cb', actual: 'http://127.0.0.1:65535/cb', is: true },
    { named: 'http://[::1]/cb', actual: 'http://[::1]:80/cb', is: true },
    { named: 'http://localhost/cb', actual: 'http://127.0.0.1/cb', is: false },
    { named: 'http://localhost/cb', actual: 'http://localhost:1/cb2', is: false },
    { named: 'http://localhost/cb', actual: 'http://localhost:1/x/../cb', is: false },
    { named: 'http://localhost/cb', actual: 'http://localhost:1@evil.example/cb', is: false },
    { named: 'http://a.example/cb', actual: 'http://a.example:1/cb', is: false },
    { named: 'cursor://a/cb', actual: 'cursor://a:1/cb', is: false },
  ])('$named and $actual: $is', ({ named, actual, is }) => expect(isRedirectUriRegistered([named], actual)).toBe(is));
});

it.each([
  { uri: 'https://claude.ai/cb', label: 'claude.ai', source: 'https://claude.ai' },
  { uri: 'http://localhost:5/cb', label: 'a program on this computer (localhost:5)', source: 'http://localhost:5' },
  { uri: 'cursor://x/cb', label: 'the application that opens cursor: links', source: 'cursor:' },
])('$uri is displayed as $label', ({ uri, ...target }) => expect(redirectTarget(uri)).toEqual(target));

it('a match with any registered redirect URI is enough', () => {
  expect(isRedirectUriRegistered(['https://a.example/cb', 'http://localhost/cb'], 'http://localhost:1/cb')).toBe(true);
});

it.each([
  ['https://a.example/cb', true],
  ['http://localhost/cb', false],
  ['cursor://a/cb', false],
  ['/cb', false],
])('%s points to another machine: %s', (uri, expected) => {
  expect(leadsToWebsite(uri)).toBe(expected);
});
