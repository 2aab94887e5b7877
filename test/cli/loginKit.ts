import { eventually } from '../harness/eventually.ts';
import { open, sealedIn } from '../oauth/kit.ts';
import type { Running } from './toolyard.ts';

/** The address that `toolyard login` asks to open. */
export async function pageOf(login: Running): Promise<string> {
  await eventually('the address is printed', () => login.err().includes('/oauth/authorize?'), 15_000);
  return /^http\S+$/m.exec(login.err())?.[0] ?? '';
}

/** Decides on the page like a browser with that cookie, and follows the redirect back to the command. */
export async function decideWith(cookie: string, url: string, fields: Record<string, string>): Promise<Response> {
  const headers = { cookie, origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' };
  const request = sealedIn(await open(url, { headers }));
  return fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ request, ...fields }).toString(),
  });
}
