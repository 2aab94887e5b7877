import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { chromium, type Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { listenOnLoopback } from '../harness/listen.ts';
import { openService } from './service.ts';

const DIST = 'clients/typescript/dist';

const PAGE = `<!doctype html><title>App</title>
<script type="module">import * as library from '/index.js'; globalThis.library = library;</script>`;

/** A page on another origin, served with the built library. */
const site = createServer(async (incoming, response) => {
  const name = /^\/((?:generated\/)?\w+\.js)$/.exec(incoming.url ?? '')?.[1];
  response.writeHead(200, { 'content-type': name === undefined ? 'text/html' : 'text/javascript' });
  response.end(name === undefined ? PAGE : await readFile(`${DIST}/${name}`));
});

let page: Page;
let service: Awaited<ReturnType<typeof openService>>;

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/install.ts', 'clients/typescript']);
  execFileSync('clients/typescript/node_modules/.bin/tsc', ['-p', 'clients/typescript']);
  const origin = `http://127.0.0.1:${await listenOnLoopback(site)}`;
  service = await openService({ corsOrigins: [origin] });
  // Debian's Chromium. Its sandbox doesn't work as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
  page = await browser.newPage();
  await page.goto(origin);
  return async () => {
    await browser.close();
    await service.close();
    site.close();
  };
});

it('the TypeScript client manages, retries, pages and fails from a page of an allowed origin', async () => {
  const { url: baseUrl, apiKey, ids, proxy } = service;
  const settings = { baseUrl, apiKey, token: ids.token };
  const params = { settings, client_id: ids.client };
  const results = await page.evaluate(async ({ settings, client_id }) => {
    const { Toolyard } = Reflect.get(globalThis, 'library');
    const toolyard = new Toolyard(settings);
    for (const stack_name of ['One', 'Two']) await toolyard.createStack({ stack_name });
    const names: string[] = [];
    for await (const { stack_name } of toolyard.iterateStacks({ limit: 1 })) names.push(stack_name);
    const called = await toolyard.callTool({ client_id, tool_name: 'shop_echo', tool_input: { text: 'hi' } });
    const { code } = await toolyard.createStack({ stack_name: 'One' }).catch((error: unknown) => error);
    const { etag, requestId } = await toolyard.answer('list_tools', { client_id });
    return [names.join(), called.result.path, code, typeof etag, typeof requestId];
  }, params);
  expect(results).toEqual(['Work,Bare,One,Two', '/echo', 'already_exists', 'string', 'string']);
  const lists = await page.evaluate(async (settings) => {
    const { Toolyard } = Reflect.get(globalThis, 'library');
    return (await new Toolyard(settings).listApiKeys()).length;
  }, settings);
  // The owner's, and the one that the requests of other tests name.
  expect(lists).toBe(2);
  // The browser has already sent its preflight request, so the next request is the creation.
  proxy.passed.length = 0;
  proxy.faults.push({ kind: 'lost' });
  const key = await page.evaluate(async (settings) => {
    const { Toolyard } = Reflect.get(globalThis, 'library');
    return (await new Toolyard(settings).createApiKey({ name: 'Page' })).key;
  }, settings);
  expect(key).toMatch(/^ty_/);
  expect(proxy.passed.map(({ operation }) => operation)).toEqual(['create_api_key', 'create_api_key']);
  expect(new Set(proxy.passed.map((each) => each.key)).size).toBe(1);
});
