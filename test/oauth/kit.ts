import { createHash, randomBytes } from 'node:crypto';
import type { World } from '../harness/world.ts';

export const CALLBACK = 'http://127.0.0.1:7777/callback';

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> };

async function answerOf(response: Response): Promise<Answer> {
  const parsed: unknown = await response.json();
  return { status: response.status, headers: response.headers, body: Object(parsed) };
}

export async function register(world: Pick<World, 'url'>, metadata: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return answerOf(
    await fetch(`${world.url}/oauth/register`, { method: 'POST', headers, body: JSON.stringify(metadata) }),
  );
}

/** A client that registered itself. */
export async function newClient(
  world: Pick<World, 'url'>,
  name = 'Test client',
  redirectUri = CALLBACK,
): Promise<string> {
  const { body } = await register(world, { client_name: name, redirect_uris: [redirectUri] });
  return String(body['client_id']);
}

export const newVerifier = (): string => randomBytes(32).toString('base64url');
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

type Changed = Readonly<Record<string, string | undefined>>;

/** The address that a client opens in a browser; `changed` replaces or drops parameters. */
export function authorizeUrl(world: Pick<World, 'url'>, changes: Changed): string {
  const params = {
    response_type: 'code',
    redirect_uri: CALLBACK,
    code_challenge_method: 'S256',
    state: 'st&te',
    ...changes,
  };
  const present = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return `${world.url}/oauth/authorize?${new URLSearchParams(present)}`;
}

export type Page = { readonly status: number; readonly headers: Headers; readonly text: string };

/** A browser's response at an address, without following redirects. */
export async function open(url: string, init: RequestInit = {}): Promise<Page> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The authorization request in a consent page. */
export function sealedIn({ text }: Page): string {
  const sealed = /name="request" value="([\w-]+)"/.exec(text)?.[1];
  if (!sealed) throw new Error(`no consent page: ${text}`);
  return sealed;
}

/** Submits the form of a consent page. */
export const submit = (
  url: string,
  page: Page,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  target = new URL('/oauth/authorize', url).href,
) =>
  open(target, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ request: sealedIn(page), ...fields }).toString(),
  });

/** The query parameters of a redirect to the client. */
export function returned({ headers }: Page): Record<string, string> {
  return Object.fromEntries(new URL(headers.get('location') ?? 'missing:').searchParams);
}

/** Opens the page, enters the key and consents; returns the redirect address. */
export async function allow(url: string, apiKey: string): Promise<string> {
  const page = await open(url);
  const sent = await submit(url, page, { api_key: apiKey, decision: 'allow' });
  const location = sent.headers.get('location');
  if (!location) throw new Error(`not allowed: ${sent.status} ${sent.text}`);
  return location;
}

export const codeIn = (location: string): string => new URL(location).searchParams.get('code') ?? '';

export async function askToken(world: Pick<World, 'url'>, fields: Changed): Promise<Answer> {
  const present = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return answerOf(await fetch(`${world.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(present) }));
}

/** Backdates the last use of a refresh token by this many milliseconds. */
export async function ageUse({ edge }: Pick<World, 'edge'>, refreshToken: string, ms: number): Promise<void> {
  const hash = createHash('sha256').update(refreshToken).digest();
  await edge.deps.db.refreshToken.update({ where: { hash }, data: { usedAt: new Date(Date.now() - ms) } });
}
