import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { THINGS_DOCUMENT } from './things.ts';

/** Ignored by git: for people to view. */
export const SCREENSHOTS_DIR = join(import.meta.dirname, 'screenshots');

export const WIDTHS = { narrow: { width: 360, height: 800 }, wide: { width: 1440, height: 900 } } as const;
export type WidthName = keyof typeof WIDTHS;
export type Theme = 'light' | 'dark';

export const APPEARANCES: readonly (readonly [Theme, WidthName])[] = [
  ['light', 'wide'],
  ['dark', 'wide'],
  ['light', 'narrow'],
  ['dark', 'narrow'],
];

/**
 * A screen to check: its name, its path (`{stack}` has servers and calls, `{empty}` has none), and the actions to
 * perform.
 */
export type Screen = readonly [name: string, path: string, act?: (page: Page) => Promise<void>];

export const PAGES: readonly Screen[] = [
  ['home', '/'],
  ['stacks', '/stacks'],
  ['stack-servers', '/stacks/{stack}'],
  ['stack-credentials', '/stacks/{stack}/credentials'],
  ['stack-connect', '/stacks/{stack}/connect'],
  ['stack-machines', '/stacks/{stack}/machines'],
  ['stack-chat', '/stacks/{stack}/chat'],
  ['stack-map', '/stacks/{stack}/map'],
  ['stack-usage', '/stacks/{stack}/usage'],
  ['stack-skills', '/stacks/{stack}/skills'],
  ['stack-versions', '/stacks/{stack}/versions'],
  ['stack-settings', '/stacks/{stack}/settings'],
  ['stack-empty', '/stacks/{empty}'],
  ['marketplace', '/marketplace'],
  ['marketplace-search', '/marketplace?q=mail'],
  ['server', '/marketplace/everything'],
  ['registry-off', '/registry'],
  ['import', '/import'],
  ['playground', '/playground?stack={stack}&tool=everything_get-sum'],
  ['activity', '/activity'],
  ['jobs', '/jobs'],
  ['inbox', '/inbox'],
  ['inbox-approvals', '/inbox/approvals'],
  ['inbox-reviews', '/inbox/reviews'],
  ['inbox-alerts', '/inbox/alerts'],
  ['inbox-notifications', '/inbox/notifications'],
  ['rules', '/rules'],
  ['audit', '/audit'],
  ['keys', '/keys'],
  ['people', '/people'],
  ['settings', '/settings'],
  ['missing', '/stacks/stack_00000000-0000-0000-0000-000000000000'],
];

const press =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();

async function openDialog(page: Page, name: string): Promise<void> {
  await press(name)(page);
  await page.locator('dialog[open]').waitFor();
}

async function pickTools(page: Page): Promise<void> {
  await openDialog(page, 'Add Everything');
  await page.getByLabel('Some', { exact: true }).check();
  await page.getByText('everything_get-sum', { exact: true }).waitFor();
}

async function runTool(page: Page): Promise<void> {
  await page.getByLabel(/^a\b/).fill('2');
  await page.getByLabel(/^b\b/).fill('3');
  await press('Run')(page);
  await page.getByText('The sum of').first().waitFor();
}

async function readPasted(page: Page, text: string, answer: string): Promise<void> {
  await page.getByLabel('Paste').check();
  await page.getByLabel('OpenAPI document text').fill(text);
  await press('Continue')(page);
  await page.getByText(answer).first().waitFor();
}

async function limitToken(page: Page): Promise<void> {
  await openDialog(page, 'New token for My agent');
  await page.getByText('Restrict access').click();
  await page.getByLabel('Networks').waitFor();
}

async function trustIssuer(page: Page): Promise<void> {
  await openDialog(page, 'Trust an issuer');
  await press('Add a claim')(page);
  await page.getByLabel('Values of claim 1').waitFor();
}

async function inviteToStack(page: Page): Promise<void> {
  await openDialog(page, 'Invite someone');
  await press('Add a stack')(page);
  await page.getByLabel('Role in stack 1').waitFor();
}

/** Tests a new rule on recorded calls and on a sample call. */
async function tryRule(page: Page): Promise<void> {
  await openDialog(page, 'New rule');
  await page.getByLabel('Name').fill('no large sums');
  await page.getByLabel('Tool type').selectOption({ label: 'All tools' });
  await page.getByLabel('Condition').fill('has(input.a) && input.a > 1');
  await page.getByText('Test this rule').click();
  await page.getByLabel('Test stack').selectOption({ label: 'Research' });
  await page.getByLabel('Test tool').fill('everything_get-sum');
  await page.getByLabel('Test input').fill('{"a":2,"b":3}');
  await press('Test rule')(page);
  await page.getByText('this draft').waitFor();
  await page.getByText(/^Matches (none|these) of/).waitFor();
}

async function explainCall(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Why would a call be refused?' });
  await panel.getByLabel('Stack').selectOption({ label: 'Research' });
  await panel.getByLabel('Tool').fill('memory_create_entities');
  await panel.getByLabel('Input').fill('{"entities":[{}]}');
  await press('Explain')(page);
  await panel.getByText('ask before writing').first().waitFor();
}

async function planRollBack(page: Page): Promise<void> {
  await openDialog(page, 'Roll back to version 1');
  await page.getByRole('list', { name: 'Planned changes' }).waitFor();
}

/** Reads a document with many operations, and continues with the preselected ones. */
async function readChosen(page: Page): Promise<void> {
  await readPasted(page, THINGS_DOCUMENT, '40 selected.');
  await press('Continue with 40 operations')(page);
  await page.getByText('two-ways-in_thing0').first().waitFor();
}

/** Content that a button on the page opens. */
export const STATES: readonly Screen[] = [
  ['dialog-new-stack', '/stacks', (page) => openDialog(page, 'New stack')],
  ['dialog-delete-stack', '/stacks', (page) => openDialog(page, 'Delete Research')],
  ['dialog-add-server', '/stacks/{stack}', (page) => openDialog(page, 'Add a server')],
  ['dialog-new-endpoint', '/stacks/{stack}/connect', (page) => openDialog(page, 'New client endpoint')],
  ['dialog-new-token', '/stacks/{stack}/connect', limitToken],
  ['dialog-new-machine', '/stacks/{stack}/machines', (page) => openDialog(page, 'New service account')],
  ['dialog-trust-issuer', '/stacks/{stack}/machines', trustIssuer],
  ['dialog-new-key', '/keys', (page) => openDialog(page, 'New API key')],
  ['dialog-invite', '/people', inviteToStack],
  ['dialog-attenuations', '/stacks/{stack}/connect', (page) => openDialog(page, 'Restricted tokens of Nightly job')],
  ['dialog-rotate-machine', '/stacks/{stack}/machines', (page) => openDialog(page, 'Rotate Nightly report')],
  ['dialog-revoke-machine', '/stacks/{stack}/machines', (page) => openDialog(page, 'Revoke Nightly report')],
  ['dialog-end-trust', '/stacks/{stack}/machines', (page) => openDialog(page, 'Stop trusting Company login')],
  ['dialog-deny', '/inbox/approvals', (page) => openDialog(page, 'Deny')],
  ['dialog-new-webhook', '/inbox/notifications', (page) => openDialog(page, 'New webhook')],
  ['dialog-delete-webhook', '/inbox/notifications', (page) => openDialog(page, 'Delete Slack')],
  ['dialog-new-rule', '/rules', (page) => openDialog(page, 'New rule')],
  ['dialog-try-rule', '/rules', tryRule],
  ['dialog-delete-rule', '/rules', (page) => openDialog(page, 'Delete ask before writing')],
  ['dialog-label-results', '/rules', (page) => openDialog(page, 'Label results')],
  ['rules-explained', '/rules', explainCall],
  ['dialog-add-to-stack', '/marketplace', (page) => openDialog(page, 'Add Everything')],
  ['dialog-pick-tools', '/marketplace', pickTools],
  ['stack-tools', '/stacks/{stack}', (page) => page.getByRole('button', { name: /^Tools of Everything/ }).click()],
  ['dialog-version', '/stacks/{stack}/versions', (page) => openDialog(page, 'Changes of version 2')],
  ['dialog-roll-back', '/stacks/{stack}/versions', planRollBack],
  ['dialog-skill', '/stacks/{stack}/skills', (page) => openDialog(page, 'Edit add-numbers')],
  ['stack-client', '/stacks/{stack}/connect', (page) => page.getByText('VS Code', { exact: true }).click()],
  ['server-tool', '/marketplace/everything', (page) => page.getByText('Get Sum Tool').click()],
  ['import-choose', '/import', (page) => readPasted(page, THINGS_DOCUMENT, '40 selected.')],
  ['import-read', '/import', readChosen],
  ['import-refused', '/import', (page) => readPasted(page, '<html></html>', 'This is a web page')],
  ['playground-tools', '/playground?stack={stack}'],
  ['playground-result', '/playground?stack={stack}&tool=everything_get-sum', runTool],
];
