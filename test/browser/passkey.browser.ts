import type { Browser, CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations } from './axe.ts';
import { launchBrowser, newVisitor, type Visitor } from './browser.ts';
import { acceptInvitation, addPasskey, signIn } from './people.ts';
import { type Running, startFresh } from './service.ts';

let running: Running;
let browser: Browser;
/** The service at a host name, because passkeys don't work for an IP address. */
let origin: string;

beforeAll(async () => {
  [running, browser] = await Promise.all([startFresh(), launchBrowser()]);
  origin = running.url.replace('127.0.0.1', 'localhost');
  const { page, close } = await newVisitor(browser, running.url);
  await acceptInvitation(page, running.welcomeUrl);
  await close();
  return async () => {
    await browser.close();
    await running.stop();
  };
});

type Device = { readonly cdp: CDPSession; readonly authenticatorId: string };

/** Gives a page a virtual authenticator whose user is always verified. */
async function withDevice({ context, page }: Visitor): Promise<Device> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  // Not by the address: the page may navigate there twice, and the first navigation is then cancelled.
  await page.getByRole('heading', { name: /^Sign in/ }).waitFor();
}

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

describe('a person', () => {
  it('adds a passkey, signs in with it alone, and removes it', async () => {
    const visitor = await newVisitor(browser, origin);
    const { page, complaints } = visitor;
    await withDevice(visitor);
    await signIn(page);
    await addPasskey(page, 'My laptop');
    await page.getByText('Passkey added.').waitFor();
    await passkeys(page).getByText('My laptop', { exact: true }).first().waitFor();
    await passkeys(page).getByText('never used').waitFor();
    expect(await seriousViolations(page)).toEqual([]);

    await signOut(page);
    await page.goto('/signin?next=%2Faccount');
    await passkeyButton(page).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await passkeyButton(page).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await passkeys(page).getByText('last used').waitFor();

    await page.getByRole('button', { name: 'Remove My laptop' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await passkeys(page).getByText('No passkeys yet').waitFor();
    await signOut(page);
    await passkeyButton(page).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('This passkey cannot sign you in');
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await visitor.close();
  });

  it('sees a clear message if the device already has a passkey, or if nobody confirmed', async () => {
    const visitor = await newVisitor(browser, origin);
    const { page } = visitor;
    const { cdp, authenticatorId } = await withDevice(visitor);
    await signIn(page);
    await addPasskey(page, 'First');
    await page.getByText('Passkey added.').waitFor();
    await addPasskey(page, 'Second');
    const alert = page.getByRole('alert');
    await expect.poll(() => alert.textContent()).toBe('This device or password manager already has a passkey for you.');

    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.context().clearCookies();
    await page.goto('/signin');
    await passkeyButton(page).click();
    await expect.poll(() => alert.textContent()).toContain('No passkey was used');
    await visitor.close();
  });

  it('must enter the password before creating a passkey', async () => {
    const visitor = await newVisitor(browser, origin);
    const { page } = visitor;
    const { cdp, authenticatorId } = await withDevice(visitor);
    await signIn(page);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Your password', { exact: true }).fill('not the password at all');
    await dialog.getByRole('button', { name: 'Add passkey' }).click();
    await dialog.getByText('is not your password').first().waitFor();
    expect(await cdp.send('WebAuthn.getCredentials', { authenticatorId })).toEqual({ credentials: [] });
    expect(await seriousViolations(page)).toEqual([]);
    await visitor.close();
  });

  it('is not offered passkeys at an IP address, and sees where they work', async () => {
    const visitor = await newVisitor(browser, running.url);
    const { page } = visitor;
    await page.goto('/signin');
    await page.waitForLoadState('networkidle');
    await expect.poll(() => passkeyButton(page).count()).toBe(0);
    await signIn(page);
    await page.goto('/settings');
    await passkeys(page).getByText('they don’t work with an IP address').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
    await visitor.close();
  });
});
