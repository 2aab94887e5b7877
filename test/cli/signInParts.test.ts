import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeLoginCode } from '../../src/cli/login/exchange.ts';
import { freeName, requireProfileName } from '../../src/cli/profiles/profiles.ts';
import { listenOnLoopback } from '../harness/listen.ts';

let answer: { readonly status: number; readonly body: string };
let base: string;
const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
beforeAll(async () => {
  base = `http://127.0.0.1:${await listenOnLoopback(server)}`;
});
afterAll(() => server.close());

const refusal = (text: unknown): string => JSON.stringify({ error: 'access_denied', error_description: text });

describe('a code that yields no key', () => {
  it.each<[string, number, string, string, string]>([
    ['a bound', 400, refusal('This account may have 50 API keys'), 'forbidden', ': This account may have 50 API keys'],
    ['too many', 429, refusal('Too many requests'), 'rate_limited', ': Too many requests'],
    ['not now', 503, refusal('Not at the moment'), 'unavailable', ': Not at the moment'],
    ['what a terminal would execute', 400, refusal('a\u001B[2Jb\u202Ec'), 'forbidden', ': a [2Jb c'],
    ['a long text', 400, refusal('x'.repeat(5_000)), 'forbidden', `: ${'x'.repeat(300)}`],
    ['a number', 400, refusal(7), 'forbidden', ' (status 400): sign in again'],
    ['a page', 503, '<html>', 'unavailable', ' (status 503): sign in again'],
    ['nothing of it', 200, '{}', 'forbidden', ' (status 200): sign in again'],
  ])('reports the server’s message: %s', async (_name, status, body, code, text) => {
    answer = { status, body };
    const login = { code: 'c', redirectUri: 'http://127.0.0.1:1/callback', verifier: 'v' };
    const error = await exchangeLoginCode(base, login, AbortSignal.timeout(30_000)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: `The server issued no key${text}` });
  });
});

describe('the default name of a profile', () => {
  const profileAt = (url: string) => ({ url, key: 'k', keyId: 'key_1', account: 'a', role: 'admin', expiresAt: null });
  const having = (urls: Readonly<Record<string, string>>) => ({
    current: null,
    profiles: Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, profileAt(url)])),
  });

  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    ['the first', {}, 'https://a', 'default'],
    ['one of that address', { default: 'https://a', mine: 'https://b' }, 'https://b', 'mine'],
    ['another host', { default: 'https://a' }, 'https://b:8443', 'b-8443'],
    ['another scheme', { default: 'https://a', b: 'https://b' }, 'http://b', 'b-2'],
    ['other paths', { default: 'https://a', b: 'https://b/x', 'b-2': 'https://b/y' }, 'https://b/z', 'b-3'],
    ['IPv6', { default: 'https://a' }, 'http://[::1]:4000', '1--4000'],
    ['no address at all', { default: 'https://a' }, 'http://[::]', 'server'],
    ['a long host', { default: 'https://a' }, `https://${'b'.repeat(63)}.example`, 'b'.repeat(60)],
  ])('is unused and valid: %s', (_name, urls, url, name) => {
    expect(requireProfileName(freeName(having(urls), url))).toBe(name);
  });
});
