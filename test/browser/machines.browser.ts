import { generateKeyPairSync } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, dataOf } from '../graphql/ask.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import { comeInAs } from './roles.ts';
import { type Seeded, seed } from './seed.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;
let seeded: Seeded;

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  seeded = await seed(running.url, running.apiKey);
  return world.close;
});

const pathOf = (stackId: string): string => `/stacks/${stackId}/machines`;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const inDialog = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });

/** Requests a token as the program would; returns the response's status and body. */
async function tokenFor(id: string, secret: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const answer = await fetch(`${running.url}/oauth/token`, { method: 'POST', headers: { authorization }, body });
  return { status: answer.status, body: await answer.json() };
}

/** The secret, which the page shows only once, and the id it belongs to. */
async function shownSecret(page: Page, name: string): Promise<readonly [id: string, secret: string]> {
  const shown = page.getByRole('region', { name: `New secret of ${name}` });
  const secret = await shown.getByRole('region', { name: `secret of ${name}`, exact: true }).textContent();
  const [id = ''] = /machine_\w[\w-]*/.exec((await shown.textContent()) ?? '') ?? [];
  await shown.getByRole('button', { name: 'I’ve saved it' }).click();
  return [id, secret?.trim() ?? ''];
}

async function makeMachine(page: Page, name: string): Promise<void> {
  await press(page, 'New service account');
  await inDialog(page, 'Name').fill(name);
  await inDialog(page, 'Expires').selectOption('90');
  await page.getByText('Restrict access').click();
  await inDialog(page, 'Tools (optional)').fill('memory_*');
  await inDialog(page, 'Networks (optional)').fill('127.0.0.0/8, ::1');
}

it('creates a service account, shows its secret once, rotates it and revokes it', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(pathOf(seeded.stackId));
  await page.getByText('No service accounts yet').waitFor();
  await makeMachine(page, 'Nightly report');
  await press(page, 'Create service account');
  const [id, secret] = await shownSecret(page, 'Nightly report');
  await expect.poll(() => page.content()).not.toContain(secret);
  expect((await tokenFor(id, secret)).status).toBe(200);
  const row = page.getByRole('row').filter({ hasText: 'Nightly report' });
  for (const text of ['My agent', 'Secret', 'Tools: memory_*', 'Networks: 127.0.0.0/8, ::1', 'in 90 days']) {
    await row.getByText(text).waitFor();
  }

  await press(page, 'Rotate Nightly report');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click();
  const [, another] = await shownSecret(page, 'Nightly report');
  expect((await tokenFor(id, secret)).status).toBe(401);
  expect((await tokenFor(id, another)).status).toBe(200);
  await row.getByText(/Rotated/).waitFor();

  await press(page, 'Revoke Nightly report');
  await press(page, 'Revoke service account');
  await page.getByText('No service accounts yet').waitFor();
  expect((await tokenFor(id, another)).status).toBe(401);
  expect(complaints).toEqual([]);
  await close();
});

it('accepts public keys for a service account, and shows errors at their field', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(pathOf(seeded.stackId));
  await makeMachine(page, 'Pipeline');
  await page.getByRole('dialog').getByLabel('Key pair').check();
  await inDialog(page, 'Public keys').fill('-----BEGIN PUBLIC KEY-----');
  await press(page, 'Create service account');
  await page.getByText('Invalid JSON.').waitFor();
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  await inDialog(page, 'Public keys').fill(JSON.stringify(privateKey.export({ format: 'jwk' })));
  await press(page, 'Create service account');
  await page.locator('dialog .field__error').waitFor();
  await inDialog(page, 'Public keys').fill(JSON.stringify(publicKey.export({ format: 'jwk' })));
  await press(page, 'Create service account');
  await page.getByRole('row').filter({ hasText: 'Pipeline' }).getByText('1 key').waitFor();
  await expect.poll(() => page.getByRole('region', { name: /^New secret/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

const ISSUERS = `query ($id: ID!) { stack(id: $id) { endpoints { nodes { trustedIssuers { nodes {
  name issuer audience jwksUrl claims { name values } endUserClaim endUserPrefix tools networks
} } } } } }`;

it('trusts an issuer with nested claims, shows the mapping, and removes the trust', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto(pathOf(seeded.stackId));
  await page.getByText('No trusted issuers yet').waitFor();
  await press(page, 'Trust an issuer');
  const values = {
    Name: 'Company login',
    Issuer: 'login.example.com',
    'Audience (optional)': 'toolyard',
    'End user claim (optional)': 'profile.email',
    'End user prefix (optional)': 'corp:',
  };
  for (const [label, value] of Object.entries(values)) await inDialog(page, label).fill(value);
  await press(page, 'Add a claim');
  await inDialog(page, 'Claim 1').fill('realm_access.roles');
  await inDialog(page, 'Values of claim 1').fill('agents, admins');
  await press(page, 'Trust issuer');
  await page.getByText('is required unless the issuer is an https URL').waitFor();
  await inDialog(page, 'Issuer').fill('https://login.example.com');
  await press(page, 'Trust issuer');
  const row = page.getByRole('row').filter({ hasText: 'Company login' });
  for (const text of ['audience: toolyard', 'from the issuer’s metadata', 'realm_access.roles = agents or admins']) {
    await row.getByText(text).waitFor();
  }
  await row.getByText('corp:{profile.email}').waitFor();
  const stored = await dataOf(ask(running.url, running.apiKey, ISSUERS, { id: seeded.stackId }));
  expect(JSON.stringify(stored)).toContain('"claims":[{"name":"realm_access.roles","values":["agents","admins"]}]');
  await press(page, 'Stop trusting Company login');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop trusting' }).click();
  await page.getByText('No trusted issuers yet').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

const CREATE = `mutation ($input: CreateServiceAccountInput!) {
  createServiceAccount(input: $input) { ... on CreateServiceAccountPayload { serviceAccount { id } } }
}`;

it('shows sign-ins to an auditor without actions; a developer of one stack can’t trust issuers', async () => {
  const { stackId, emptyStackId, endpointId } = seeded;
  await dataOf(ask(running.url, running.apiKey, CREATE, { input: { endpointId, name: 'Watched' } }));
  const offers = {
    auditor: { invited: { role: 'AUDITOR' }, buttons: [] },
    developer: {
      invited: { stackRoles: [{ stackId, role: 'DEVELOPER' }] },
      buttons: ['New service account', 'Rotate Watched', 'Revoke Watched'],
    },
    admin: {
      invited: { stackRoles: [{ stackId, role: 'ADMIN' }] },
      buttons: ['New service account', 'Rotate Watched', 'Revoke Watched', 'Trust an issuer'],
    },
  };
  const changing = /^(New service account|Trust an issuer|(Rotate|Revoke) Watched)$/;
  for (const [name, { invited, buttons }] of Object.entries(offers)) {
    const { page, complaints, close } = await comeInAs(browser, running, invited);
    await page.goto(pathOf(stackId));
    await page.getByRole('row').filter({ hasText: 'Watched' }).waitFor();
    const shown = page.locator('main').getByRole('button', { name: changing });
    const names = () =>
      shown.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? each.textContent));
    await expect.poll(async () => (await names()).toSorted(), { message: name }).toEqual(buttons.toSorted());
    if (name !== 'auditor') {
      await page.goto(pathOf(emptyStackId));
      await page.getByText('Stack not found').waitFor();
    }
    expect(complaints, name).toEqual([]);
    await close();
  }
});
