import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newVisitor } from './browser.ts';
import { refuseMeanwhile } from './late.ts';
import { fillSignIn, OWNER, signIn } from './people.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  return world.close;
});

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.goto('/settings');
  await page.getByLabel('Current password', { exact: true }).fill(from);
  await page.getByLabel('New password', { exact: true }).fill(to);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed.').waitFor();
}

const pressSignOut = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true }).first().click();

async function signOutEverywhere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
}

describe('a person', () => {
  it('is sent to sign in, then returns to the requested page', async () => {
    const { page, complaints, close } = await newVisitor(browser, running.url);
    await page.goto('/settings');
    await page.waitForURL(/\/signin\?next=%2Fsettings$/);
    await fillSignIn(page);
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/settings');
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await close();
  });

  it('is never sent to another site after signing in', async () => {
    const { page, close } = await newVisitor(browser, running.url);
    await page.goto('/signin?next=https%3A%2F%2Fexample.com%2F');
    await fillSignIn(page);
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await expect.poll(() => new URL(page.url()).origin).toBe(running.url);
    await close();
  });

  it('sees the same error for a wrong password as for an unknown address', async () => {
    const { page, close } = await newVisitor(browser, running.url);
    const messages: string[] = [];
    for (const email of [OWNER.email, 'nobody@example.com']) {
      await page.goto('/signin');
      await fillSignIn(page, { email, password: 'not the password at all' });
      messages.push((await page.getByRole('alert').textContent()) ?? '');
    }
    expect(messages[0]).not.toBe('');
    expect(messages[1]).toBe(messages[0]);
    await close();
  });

  it('can’t use the printed link again', async () => {
    const { page, close } = await newVisitor(browser, running.url);
    await page.goto(running.welcomeUrl);
    await page.getByText('This link no longer works').waitFor();
    await expect.poll(() => page.getByLabel('Email').count()).toBe(0);
    await close();
  });

  it('signs out, and is signed out', async () => {
    const { page, close } = await newVisitor(browser, running.url);
    await signIn(page);
    await pressSignOut(page);
    await page.waitForURL(/\/signin$/);
    await page.goto('/settings');
    await page.waitForURL(/\/signin\?next=/);
    await close();
  });

  it.each([
    { first: 'an answer', path: '/', asks: 'HomeCredentialProblems', signOut: pressSignOut, sends: 'ShellSignOut' },
    { first: 'its stream', path: '/activity', asks: 'ActivityLive', signOut: pressSignOut, sends: 'ShellSignOut' },
    { first: 'a poll', path: '/settings', asks: null, signOut: signOutEverywhere, sends: 'AccountSignOutEverywhere' },
  ])('signs out, and leaves no data, if $first is refused first', async ({ path, asks, signOut, sends }) => {
    const { page, close } = await newVisitor(browser, running.url);
    await signIn(page);
    await page.evaluate(() => localStorage.setItem('toolyard.examples.1.2', '[]'));
    await refuseMeanwhile(page, asks, sends);
    await page.goto(path);
    await signOut(page);
    await page.waitForURL(/\/signin$/);
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('toolyard.examples.1.2');
    await close();
  });

  it('signs out everywhere else, and stays signed in', async () => {
    const { page, close } = await newVisitor(browser, running.url);
    const other = await newVisitor(browser, running.url);
    await signIn(other.page);
    await signIn(page);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByText('Signed out everywhere else.').waitFor();
    // The other page leaves by itself; opening an address meanwhile would compete with that navigation.
    await other.page.waitForURL(/\/signin\?next=/);
    await other.page.goto('/settings');
    await other.page.waitForURL(/\/signin\?next=%2Fsettings/);
    await page.reload();
    // Waits until the list has loaded.
    await page.getByText('This browser', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).count()).toBe(0);
    await other.close();
    await close();
  });

  it('sees each input error once, at its field', async () => {
    const { page, close } = await newVisitor(browser, running.url);
    await signIn(page);
    await page.goto('/settings');
    await page.getByLabel('Current password', { exact: true }).fill('not the password at all');
    await page.getByLabel('New password', { exact: true }).fill(`${OWNER.password} again`);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Fix the highlighted fields, then try again.').waitFor();
    await expect.poll(() => page.getByText('is not your password').count()).toBe(1);
    await close();
  });

  it('changes the password, which ends their other sessions', async () => {
    const { page, close } = await newVisitor(browser, running.url);
    const other = await newVisitor(browser, running.url);
    await signIn(page);
    await signIn(other.page);
    await other.page.goto('/activity');
    await other.page.getByText('Live', { exact: true }).first().waitFor();
    await changePassword(page, OWNER.password, `${OWNER.password} again`);
    // The other page notices the ended session through its event stream, without any action by the user.
    await other.page.waitForURL(/\/signin\?next=/);
    await changePassword(page, `${OWNER.password} again`, OWNER.password);
    await other.close();
    await close();
  });
});
