import { globSync, readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { APART, ASKING, type Asking } from './asking.ts';
import { closePage, newVisitor, type Visitor } from './browser.ts';
import { addPasskeys, addUser, emailOf, type Losable, NAMES, type Name, seedLosable } from './losable.ts';
import { signIn } from './people.ts';
import { pressAgainAndAgain, sends } from './pressed.ts';
import type { Running } from './service.ts';
import { type BrowserWorld, openOwnedWorld } from './world.ts';

let world: BrowserWorld;
let running: Running;
let visitor: Visitor;
let losable: Losable;
/** A user that these tests never remove. */
const STAYS = 'stays@example.com';

beforeAll(async () => {
  world = await openOwnedWorld();
  ({ running } = world);
  losable = await seedLosable(running);
  for (const email of [...NAMES.map(emailOf), STAYS]) await addUser(world.browser, running, email);
  // Passkeys don't work for an IP address.
  visitor = await newVisitor(world.browser, running.url.replace('127.0.0.1', 'localhost'));
  await signIn(visitor.page);
  await addPasskeys(visitor);
  return world.close;
});

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true }).first();

it('covers every dialog that confirms before data is lost', () => {
  const uses = globSync('web/src/**/*.tsx').flatMap((file) => {
    const count = [...readFileSync(file, 'utf8').matchAll(/<ConfirmDialog\b/g)].length;
    return Array.from({ length: count }, () => file.replace(/^web\/src\/(.*)\.tsx$/, '$1'));
  });
  const covered = [...ASKING.map(({ file }) => `pages/${file}`), ...APART];
  expect(uses.toSorted()).toEqual(covered.toSorted());
  process.stdout.write(`${uses.length} dialogs ask before something is lost\n`);
});

const confirm = (page: Page, action: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name: action, exact: true });

/** Opens the dialog that deletes an object; returns the confirm button. */
async function reach(page: Page, { opens, action, isTyped = false }: Asking, name: Name): Promise<Locator> {
  await button(page, opens(name)).click();
  if (isTyped) await page.getByRole('dialog').getByRole('textbox').fill(name);
  return confirm(page, action);
}

/** Holds back the responses to a mutation; returns a function that releases them, and the number sent. */
async function holdAnswers(page: Page, mutation: string) {
  const [held, requested] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let sent = 0;
  await page.route('**/graphql', async (route) => {
    if (!sends(mutation, route.request())) return route.fallback();
    sent += 1;
    const response = await route.fetch();
    requested.resolve();
    await held.promise;
    return route.fulfill({ response });
  });
  return { requested: requested.promise, letCome: held.resolve, sent: () => sent };
}

it.each(ASKING)('dialog %#, of $ends, sends its mutation once, however often the button is pressed', async (asking) => {
  const page = await visitor.context.newPage();
  await page.goto(asking.at(losable.stackId));
  const pressed = await reach(page, asking, 'One');
  expect(await pressAgainAndAgain(page, pressed, asking.ends)).toBe(1);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await closePage(page);
});

it.each(ASKING)(
  'dialog %#, of $ends, stays open for a second object when the first response arrives, and sends',
  async (asking) => {
    const page = await visitor.context.newPage();
    await page.goto(asking.at(losable.stackId));
    const { requested, letCome, sent } = await holdAnswers(page, asking.ends);
    await (await reach(page, asking, 'Two')).click();
    await requested;
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const second = await reach(page, asking, 'Three');
    const answered = page.waitForResponse((response) => sends(asking.ends, response.request()));
    letCome();
    await (await answered).finished();
    await second.click();
    await expect.poll(sent).toBe(2);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await closePage(page);
  },
);

/** Waits for content that is shown only for a moment; starts waiting before the action. */
async function seenAfter(act: () => unknown, shown: Locator): Promise<void> {
  await Promise.all([shown.waitFor(), act()]);
}

/** Opens the dialog that revokes the last restriction of a token; returns the confirm button. */
async function reachStep(page: Page, name: 'One' | 'Two', token: string, step: number): Promise<Locator> {
  await page.goto(`/stacks/${losable.stackId}/connect`);
  await button(page, `Restricted tokens of Attenuated ${name}`).click();
  await page.getByLabel('Restricted token or restriction ID').fill(token);
  await button(page, 'Show restrictions').click();
  await button(page, `Revoke restriction ${step}`).click();
  return confirm(page, 'Revoke restriction');
}

it('revokes one restriction once, then another', async () => {
  const page = await visitor.context.newPage();
  const pressed = await reachStep(page, 'One', losable.attenuated.one, 1);
  expect(await pressAgainAndAgain(page, pressed, 'revokeTokenAttenuation')).toBe(1);
  const { requested, letCome, sent } = await holdAnswers(page, 'revokeTokenAttenuation');
  await (await reachStep(page, 'Two', losable.attenuated.two, 2)).click();
  await requested;
  await button(page, 'Cancel').click();
  await button(page, 'Revoke restriction 1').click();
  const second = confirm(page, 'Revoke restriction');
  await seenAfter(letCome, page.getByText('Restriction revoked'));
  await second.click();
  await expect.poll(sent).toBe(2);
  await page.getByText('Also revoked').waitFor();
  await closePage(page);
});

/** Opens the dialog that removes a server on its page; returns the confirm button. */
async function reachServer(page: Page, name: Name): Promise<Locator> {
  await page.goto(`/marketplace/${name.toLowerCase()}`);
  await button(page, 'Remove').click();
  await page.getByRole('dialog').getByRole('textbox').fill(name);
  return confirm(page, 'Remove server');
}

const goToRules = (page: Page) => page.getByRole('link', { name: 'Rules', exact: true }).first().click();
const atRules = (page: Page) => page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();

it('removes a server once, and doesn’t navigate if the person already left the page', async () => {
  const page = await visitor.context.newPage();
  const pressed = await reachServer(page, 'One');
  expect(await pressAgainAndAgain(page, pressed, 'deleteServer')).toBe(1);
  await page.getByRole('heading', { name: 'Marketplace', level: 1 }).waitFor();
  const { requested, letCome } = await holdAnswers(page, 'deleteServer');
  await (await reachServer(page, 'Two')).click();
  await requested;
  await button(page, 'Cancel').click();
  await goToRules(page);
  await atRules(page);
  await seenAfter(letCome, page.getByText('Removed Two.'));
  await page.getByText('Removed Two.').waitFor({ state: 'detached' });
  await atRules(page);
  await closePage(page);
});

it('signs a person out each time it’s asked to, sending one request each time', async () => {
  const page = await visitor.context.newPage();
  await page.goto('/people');
  for (const count of [1, 2, 3]) {
    await button(page, `Sign out ${STAYS}`).click();
    // Each round counts only its own requests, although the page keeps the listeners of earlier rounds.
    expect(await pressAgainAndAgain(page, confirm(page, 'Sign out'), 'signOutUser'), `${count}`).toBe(1);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await closePage(page);
});

it('leaves a page with a secret once, however often the button is pressed', async () => {
  const page = await visitor.context.newPage();
  await page.goto('/keys');
  await button(page, 'New API key').click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Left');
  await button(page, 'Create key').click();
  await page.getByRole('region', { name: 'API key', exact: true }).waitFor();
  await goToRules(page);
  await confirm(page, 'Leave without it').evaluate((element: HTMLElement) => {
    for (let times = 0; times < 3; times += 1) element.click();
  });
  await atRules(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await closePage(page);
});

/** Presses repeatedly while the response is delayed; returns how often the mutation was sent. */
async function pressWhileHeld(page: Page, pressed: Locator, mutation: string): Promise<() => number> {
  const { requested, letCome, sent } = await holdAnswers(page, mutation);
  await pressed.click();
  await requested;
  await pressed.evaluate((element: HTMLElement) => element.click());
  letCome();
  return sent;
}

it('signs out all other browsers once, then all browsers once', async () => {
  const { page: otherPage, close } = await newVisitor(world.browser, running.url);
  await signIn(otherPage);
  const page = await visitor.context.newPage();
  await page.goto('/settings');
  const others = page.getByRole('button', { name: 'Sign out all others', exact: true });
  await others.click();
  const sessions = await page.getByRole('region', { name: 'Your sessions' }).getByRole('listitem').count();
  const ended = await pressWhileHeld(page, confirm(page, 'Sign out all others'), 'revokeSession');
  await expect.poll(() => others.count()).toBe(0);
  await button(page, 'Sign out everywhere').click();
  const sent = await pressWhileHeld(page, confirm(page, 'Sign out everywhere'), 'signOutEverywhere');
  await page.getByRole('heading', { name: /^Sign in/ }).waitFor();
  expect(sent()).toBe(1);
  expect(ended()).toBe(sessions - 1);
  await closePage(page);
  await close();
});
