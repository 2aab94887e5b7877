import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { askToken, authorizeUrl, challengeOf, newClient, newVerifier } from '../oauth/kit.ts';
import { at } from './at.ts';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { fillSignIn, signIn } from './people.ts';
import { APPEARANCES } from './screens.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

const CREATE_STACK = `mutation ($input: CreateStackInput!) {
  createStack(input: $input) { ... on CreateStackPayload { stack { id } } }
}`;
const CREATE_ENDPOINT = `mutation ($input: CreateClientEndpointInput!) {
  createClientEndpoint(input: $input) { ... on CreateClientEndpointPayload { endpoint { url } } }
}`;

let running: Running;
let browser: Browser;
let endpointUrl: string;
/** Where the client waits for the result of its sign-in. */
let callback: string;
let clientId: string;

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  const client = createServer((_request, response) => response.end('Back in the application'));
  callback = `http://127.0.0.1:${await listenOnLoopback(client)}/callback`;
  clientId = await newClient(running, 'Desk agent', callback);
  endpointUrl = await newEndpoint();
  return async () => {
    client.close();
    await world.close();
  };
});

async function newEndpoint(): Promise<string> {
  const change = (query: string, input: object) => dataOf(ask(running.url, running.apiKey, query, { input }));
  const stackId = at(await change(CREATE_STACK, { name: 'Research' }), 'createStack', 'stack', 'id');
  const made = await change(CREATE_ENDPOINT, { stackId, name: 'Desk agent' });
  return at(made, 'createClientEndpoint', 'endpoint', 'url');
}

const addressOf = (verifier: string): string =>
  authorizeUrl(running, {
    client_id: clientId,
    redirect_uri: callback,
    resource: `${endpointUrl}/mcp`,
    code_challenge: challengeOf(verifier),
  });

/** The stack's response to the client, after the client exchanged its code for a token. */
async function statusAfter(page: Page, verifier: string): Promise<number> {
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  const { body } = await askToken(running, {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: callback,
    code_verifier: verifier,
    resource: `${endpointUrl}/mcp`,
  });
  const headers = { authorization: `Bearer ${body['access_token']}` };
  return (await fetch(`${endpointUrl}/list_tools`, { headers })).status;
}

describe('a person whose MCP client requests access to a stack', () => {
  it('allows it with one click if signed in; the client gets a code and exchanges it for a token', async () => {
    const { page, close } = await newVisitor(browser, running.url);
    const verifier = newVerifier();
    await signIn(page);
    await page.goto(addressOf(verifier));
    await page.getByText('You are signed in as owner@example.com').waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Back in the application').waitFor();
    expect(await statusAfter(page, verifier)).toBe(200);
    await close();
  });

  it('signs in first if signed out, then returns', async () => {
    const { page, close } = await newVisitor(browser, running.url);
    await page.goto(addressOf(newVerifier()));
    await page.getByRole('link', { name: 'Sign in to the dashboard' }).click();
    await fillSignIn(page);
    await page.getByText('You are signed in as owner@example.com').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/\/callback\?error=access_denied/);
    await close();
  });

  it('otherwise enters an API key, and sees an error if it’s wrong', async () => {
    const { page, close } = await newVisitor(browser, running.url);
    const verifier = newVerifier();
    await page.goto(addressOf(verifier));
    const key = page.getByLabel('API key of the account that owns the stack');
    await key.fill('ty_wrong');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('alert').getByText('Enter a valid API key').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    const signInAt = await page.getByRole('link', { name: 'Sign in to the dashboard' }).getAttribute('href');
    expect(signInAt).toContain(encodeURIComponent(`client_id=${clientId}`));
    await key.fill(running.apiKey);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Back in the application').waitFor();
    expect(await statusAfter(page, verifier)).toBe(200);
    await close();
  });

  it.each(APPEARANCES)('sees which client requests which access, in %s and %s', async (theme, width) => {
    const { page, complaints, close } = await newVisitor(browser, running.url, { theme, width });
    for (const [name, address] of [
      ['consent', addressOf(newVerifier())],
      ['consent-refused', addressOf(newVerifier()).replace(clientId, 'app_absent')],
    ] as const) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await shoot(page, `${name}-${theme}-${width}`);
      expect(await seriousViolations(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    }
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
    await close();
  });
});
