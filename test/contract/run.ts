import { expect } from 'vitest';
import type { World } from '../harness/world.ts';
import { type Caller, type Case, fill } from './case.ts';
import { type Received, type Sent, send } from './client.ts';
import { checkAgainstDocument } from './document.ts';
import { bearer, type Scene } from './scene.ts';

/** How to send requests in one group of cases. */
export type Run = { readonly world: World; readonly from?: string };

function authorizationOf(caller: Caller, scene: Scene): string | null {
  if (typeof caller === 'object')
    return 'bearer' in caller ? bearer(caller.bearer, scene) : fill(caller.authorization, scene.names);
  switch (caller) {
    case 'owner':
      return bearer(scene.owner.apiKey, scene);
    case 'stranger':
      return bearer(scene.stranger?.apiKey ?? '', scene);
    case 'agent':
      return bearer('{token}', scene);
    case 'nobody':
      return null;
  }
}

export function toSent(request: Pick<Case, 'as' | 'method' | 'path' | 'headers' | 'send'>, scene: Scene): Sent {
  const { as = request.path.startsWith('/s/') ? 'agent' : 'owner', method, path, headers, send: body } = request;
  const authorization = authorizationOf(as, scene);
  return {
    method,
    path: fill(path, scene.names),
    headers: {
      ...(authorization !== null && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...fill(headers ?? {}, scene.names),
    },
    body: typeof body === 'string' || Buffer.isBuffer(body) || body === undefined ? body : bodyText(body, scene),
  };
}

const bodyText = (body: unknown, { names }: Scene): string => JSON.stringify(fill(body, names));

const WHOLE_NUMBER = expect.stringMatching(/^\d+$/);

/** Headers of every response on both surfaces. */
const EVERY_HEADER = {
  'x-ratelimit-limit': WHOLE_NUMBER,
  'x-ratelimit-remaining': WHOLE_NUMBER,
  'x-ratelimit-reset': WHOLE_NUMBER,
  'x-request-id': expect.stringMatching(/^[A-Za-z0-9._-]{1,128}$/),
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

const HEADERS_BY_STATUS: Readonly<Record<number, Record<string, unknown>>> = {
  401: { 'www-authenticate': 'Bearer' },
  405: { allow: expect.any(String) },
  429: { 'retry-after': WHOLE_NUMBER },
  503: { 'retry-after': WHOLE_NUMBER },
};

/** Runs the preparations, sends one case's request and compares the whole response. */
export async function runCase({ world, from }: Run, testCase: Case, scene: Scene): Promise<void> {
  for (const before of testCase.after ?? []) {
    const { status } = await send(world.url, { ...toSent(before, scene), from });
    expect(status, 'what happens before').toBe(before.status ?? 200);
  }
  await runInScene({ world, ...(from && { from }) }, scene, testCase);
}

/** Like `runCase`, without preparation. */
export async function runInScene({ world, from }: Run, scene: Scene, testCase: Case): Promise<Received> {
  const received = await send(world.url, { ...toSent(testCase, scene), from });
  const body: unknown = received.text === '' ? '' : JSON.parse(received.text);
  expect({ status: received.status, body }).toEqual({
    status: testCase.status,
    body: fill(testCase.body, scene.names),
  });
  expect(received.headers).toMatchObject({
    ...EVERY_HEADER,
    ...(received.text !== '' && { 'content-type': 'application/json; charset=utf-8' }),
    ...HEADERS_BY_STATUS[testCase.status],
    ...fill(testCase.answers ?? {}, scene.names),
  });
  checkAgainstDocument(testCase.method, testCase.path, received.status, body, received.headers);
  return received;
}
