import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeCode } from '../../src/cli/login/exchange.ts';
import { listenOnLoopback } from '../harness/listen.ts';

let answer: { readonly status: number; readonly body: string };
let base: string;
const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
beforeAll(async () => {
  base = `http://127.0.0.1:${await listenOnLoopback(server)}`;
});
afterAll(() => server.close());

const refusal = (text: unknown): string => JSON.stringify({ error: 'access_denied', error_description: text });

describe('a code that gives no key', () => {
  it.each<[string, number, string, string, string]>([
    ['a bound', 400, refusal('This account may have 50 API keys'), 'forbidden', ': This account may have 50 API keys'],
    ['too many', 429, refusal('Too many requests'), 'rate_limited', ': Too many requests'],
    ['not now', 503, refusal('Not at the moment'), 'unavailable', ': Not at the moment'],
    ['what a terminal would execute', 400, refusal('a\u001B[2Jb\u202Ec'), 'forbidden', ': a [2Jb c'],
    ['a long text', 400, refusal('x'.repeat(5_000)), 'forbidden', `: ${'x'.repeat(300)}`],
    ['a number', 400, refusal(7), 'forbidden', ' (status 400): start again'],
    ['a page', 503, '<html>', 'unavailable', ' (status 503): start again'],
    ['nothing of it', 200, '{}', 'forbidden', ' (status 200): start again'],
  ])('is told as the server tells it: %s', async (_what, status, body, code, text) => {
    answer = { status, body };
    const given = { code: 'c', redirectUri: 'http://127.0.0.1:1/callback', verifier: 'v' };
    const error = await exchangeCode(base, given, AbortSignal.timeout(30_000)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: `The server gave no key${text}` });
  });
});
