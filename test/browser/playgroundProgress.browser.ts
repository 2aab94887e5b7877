import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Steered, startSteered } from '../connectors/mcp/steered.ts';
import { ask, dataOf } from '../graphql/ask.ts';
import { eventually } from '../harness/eventually.ts';
import { at } from './at.ts';
import { colourViolations, seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot, type Visitor } from './browser.ts';
import { signIn } from './people.ts';
import { openOwnedWorld } from './world.ts';

let steered: Steered;
let visitor: Visitor;
let page: Page;
let stackId: string;

const CREATE_STACK = `mutation ($input: CreateStackInput!) {
  createStack(input: $input) { ... on CreateStackPayload { stack { id } } }
}`;
const IMPORT = 'mutation ($input: ImportServerInput!) { importServer(input: $input) { __typename } }';
const ADD_SERVER = 'mutation ($input: AddServerToStackInput!) { addServerToStack(input: $input) { __typename } }';

beforeAll(async () => {
  steered = await startSteered();
  const { running, browser, close } = await openOwnedWorld({ TOOLYARD_EGRESS_ALLOW: '127.0.0.0/8' });
  const change = (query: string, input: object) => dataOf(ask(running.url, running.apiKey, query, { input }));
  stackId = at(await change(CREATE_STACK, { name: 'Steered' }), 'createStack', 'stack', 'id');
  const connector = { kind: 'mcp-http', url: steered.upstream.url };
  const tools = [{ name: 'go', description: 'Goes on', inputSchema: { type: 'object' } }];
  await change(IMPORT, { source: { document: { id: 'steered', name: 'Steered', connector, tools } } });
  await change(ADD_SERVER, { stackId, serverId: 'steered', hasAllTools: true });
  visitor = await newVisitor(browser, running.url);
  page = visitor.page;
  await signIn(page);
  return async () => {
    await close();
    await steered.upstream.close();
  };
});

describe('a tool that reports progress', () => {
  const startCall = async () => {
    await page.goto('about:blank');
    await page.goto(`/playground?stack=${stackId}&tool=steered_go`);
    await page.getByRole('heading', { name: 'Arguments' }).waitFor();
    const running = steered.next();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    return running;
  };
  const bar = () => page.getByRole('progressbar', { name: 'Tool progress' });
  const partDone = () => bar().evaluate((each: HTMLProgressElement) => each.position);

  it('shows a percentage if the total is known, until the call ends', async () => {
    const call = await startCall();
    const half = { progress: 2, total: 4, message: 'Reading the second of four pages' };
    // The page doesn't receive progress sent before it subscribes.
    await eventually('it is shown', async () => {
      await call.tell(half);
      return (await bar().count()) > 0;
    });
    await expect.poll(partDone).toBe(0.5);
    await page.getByRole('status').getByText(half.message).waitFor();
    await page.getByText('50%').waitFor();
    await page.getByRole('timer').waitFor();
    await shoot(page, 'playground-progress');
    expect(await seriousViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 375, height: 800 });
    await shoot(page, 'playground-progress-narrow');
    expect(await colourViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await call.tell({ progress: 1_700 });
    await page.getByText('1,700 so far').waitFor();
    // A progress element without a value has the position -1.
    await expect.poll(partDone).toBe(-1);
    call.end();
    await page.getByText('Success', { exact: true }).first().waitFor();
    await expect.poll(() => bar().count()).toBe(0);
  });

  it('runs even if subscribing to its progress fails', async () => {
    const isWatch = (body: string | null) => body?.includes('PlaygroundProgress') ?? false;
    let refused = 0;
    await page.route('**/graphql', (route) => {
      if (!isWatch(route.request().postData())) return route.fallback();
      refused += 1;
      return route.abort('aborted');
    });
    const call = await startCall();
    await page.getByRole('timer').waitFor();
    call.end();
    await page.getByText('Success', { exact: true }).first().waitFor();
    expect(refused).toBe(1);
    await page.unroute('**/graphql');
  });
});

it('reports no browser errors', () => {
  expect(visitor.complaints.filter((text) => !text.includes('ERR_ABORTED'))).toEqual([]);
});
