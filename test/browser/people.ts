import type { Page } from 'playwright-core';

export const OWNER = { email: 'owner@example.com', password: 'four words nobody guesses' } as const;

/** Opens the printed link as a person does, and ends on the home page. */
export async function acceptInvitation(page: Page, welcomeUrl: string): Promise<void> {
  await page.goto(welcomeUrl);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}

export async function signIn(page: Page): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}
