import type { Page } from 'playwright-core';

type Person = { readonly email: string; readonly password: string };

export const OWNER: Person = { email: 'owner@example.com', password: 'four words nobody guesses' };

/** Opens the printed link as a person does, and ends on the home page. */
export async function acceptInvitation(page: Page, welcomeUrl: string, { email, password } = OWNER): Promise<void> {
  await page.goto(welcomeUrl);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}

export async function fillSignIn(page: Page, { email, password } = OWNER): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function signIn(page: Page): Promise<void> {
  await page.goto('/signin');
  await fillSignIn(page);
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}

/** Presses the button that creates a passkey; the page's virtual authenticator responds immediately. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Your password', { exact: true }).fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
}
