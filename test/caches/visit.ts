import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium, type Page, type Route } from 'playwright-core';
import { listenOnLoopback } from '../harness/listen.ts';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Debian's own Chromium.
 * @throws if it is missing
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('These tests need Chromium: apt-get install chromium');
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

/** Serves the files of a folder on a separate origin; the folder may be created later. */
export async function servePage(folder: () => string) {
  const server = createServer(async (request, response) => {
    const path = normalize(request.url === '/' ? '/index.html' : (request.url ?? ''));
    try {
      const body = await readFile(join(folder(), path));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const port = await listenOnLoopback(server);
  return { origin: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Calls `act` with each page request of the named operation; all others continue. */
export const onOperation = (page: Page, name: string, act: (route: Route) => Promise<void>) =>
  page.route('**/graphql', async (route) => {
    const asks = new RegExp(`\\b(?:query|mutation) (?:\\w*?)${name}(?:Mutation|Query)?\\b`);
    const isMatch = route.request().method() === 'POST' && asks.test(route.request().postData() ?? '');
    await (isMatch ? act(route) : route.continue());
  });
