import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { attenuateToken } from '../../src/core/kernel/attenuation.ts';
import { ask, dataOf } from '../graphql/ask.ts';
import { at } from './at.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import { comeInAs } from './roles.ts';
import { type Seeded, seed } from './seed.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;
let seeded: Seeded;

const CREATE = `mutation ($input: CreateStackTokenInput!) {
  createStackToken(input: $input) { ... on CreateStackTokenPayload { token } }
}`;

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  seeded = await seed(running.url, running.apiKey);
  return world.close;
});

async function newToken(name: string): Promise<string> {
  const input = { endpointId: seeded.endpointId, name };
  return at(await dataOf(ask(running.url, running.apiKey, CREATE, { input })), 'createStackToken', 'token');
}

const ENDPOINT = 'query ($id: ID!) { clientEndpoint(by: { id: $id }) { url } }';

/** The HTTP status when the endpoint lists its tools for a token. */
async function statusFor(token: string): Promise<number> {
  const { clientEndpoint } = await dataOf(ask(running.url, running.apiKey, ENDPOINT, { id: seeded.endpointId }));
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${at(clientEndpoint, 'url')}/list_tools`, { headers })).status;
}

async function openChain(page: Page, token: string, text: string): Promise<void> {
  await page.goto(`/stacks/${seeded.stackId}/connect`);
  await page.getByRole('button', { name: `Restricted tokens of ${token}` }).click();
  await page.getByLabel('Restricted token or restriction ID').fill(text);
  await page.getByRole('button', { name: 'Show restrictions' }).click();
}

it('shows the restrictions of a token without sending it, and revokes one together with later ones', async () => {
  const token = await newToken('Desk');
  const outer = attenuateToken(token, { tools: ['everything_*'], calls: 20 });
  const inner = attenuateToken(outer, { when: 'input.a < 10', end_user: 'ann', exp: 4_000_000_000 });
  const sibling = attenuateToken(token, { tools: ['memory_*'] });
  const { page, complaints, close } = await newVisitor(browser, running.url);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await signIn(page);
  await openChain(page, 'Desk', inner);
  const steps = page.getByRole('list', { name: 'Restriction chain' }).getByRole('listitem');
  for (const text of ['Tools: everything_*', 'Up to 20 calls', 'Only when input.a < 10', 'End user: ann', 'Expires']) {
    await steps.getByText(text).first().waitFor();
  }
  expect(sent.join('\n')).not.toContain(inner);
  await page.getByRole('button', { name: 'Revoke restriction 1' }).click();
  await page.getByRole('button', { name: 'Revoke restriction' }).click();
  await page.getByText('Also revoked').waitFor();
  await expect
    .poll(() => page.getByRole('region', { name: 'Revoked restrictions' }).getByRole('listitem').count())
    .toBe(1);
  expect(await Promise.all([token, outer, inner, sibling].map(statusFor))).toEqual([200, 401, 401, 200]);
  expect(complaints).toEqual([]);
  await close();
});

it('says what it can’t parse, and accepts the id named by a refused call', async () => {
  const token = await newToken('Lamp');
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await openChain(page, 'Lamp', 'nothing of the kind');
  await page.getByText('This isn’t a restricted token or a restriction ID.').waitFor();
  await openChain(page, 'Lamp', attenuateToken(await newToken('Other'), { calls: 1 }));
  await page.getByText('This restricted token comes from another token.').waitFor();
  const attenuated = attenuateToken(token, { calls: 1 });
  await openChain(page, 'Lamp', attenuated);
  const id = (await page.getByRole('list', { name: 'Restriction chain' }).locator('code').last().textContent()) ?? '';
  await openChain(page, 'Lamp', id);
  await page.getByRole('button', { name: 'Revoke restriction 1' }).click();
  await page.getByRole('button', { name: 'Revoke restriction' }).click();
  await page.getByRole('region', { name: 'Revoked restrictions' }).getByText(id).waitFor();
  expect(await statusFor(attenuated)).toBe(401);
  expect(complaints).toEqual([]);
  await close();
});

it('shows restrictions read-only to an auditor, and no tokens to people of another stack', async () => {
  const token = await newToken('Bulb');
  const auditor = await comeInAs(browser, running, { role: 'AUDITOR' });
  await openChain(auditor.page, 'Bulb', attenuateToken(token, { calls: 3 }));
  await auditor.page.getByText('Up to 3 calls').waitFor();
  await expect.poll(() => auditor.page.getByRole('button', { name: /^Revoke/ }).count()).toBe(0);
  expect(auditor.complaints).toEqual([]);
  await auditor.close();
  const stackRoles = [{ stackId: seeded.emptyStackId, role: 'DEVELOPER' }];
  const other = await comeInAs(browser, running, { stackRoles });
  await other.page.goto(`/stacks/${seeded.stackId}/connect`);
  await other.page.getByText('Stack not found').waitFor();
  await other.close();
});
