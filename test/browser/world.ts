import type { Browser } from 'playwright-core';
import { launchBrowser, newVisitor } from './browser.ts';
import { acceptInvitation } from './people.ts';
import { type Running, startFresh } from './service.ts';

export type BrowserWorld = { readonly running: Running; readonly browser: Browser; close(): Promise<void> };

/** A newly started service, and a browser. The browser starts first: without one, nothing else starts. */
export async function openWorld(env: Readonly<Record<string, string>> = {}): Promise<BrowserWorld> {
  const browser = await launchBrowser();
  const running = await startFresh(env);
  return {
    running,
    browser,
    close: async () => {
      await browser.close();
      await running.stop();
    },
  };
}

/** The same, after the owner signed in through the printed link. */
export async function openOwnedWorld(env: Readonly<Record<string, string>> = {}): Promise<BrowserWorld> {
  const world = await openWorld(env);
  const { page, close } = await newVisitor(world.browser, world.running.url);
  await acceptInvitation(page, world.running.welcomeUrl);
  await close();
  return world;
}
