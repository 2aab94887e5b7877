import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { World } from '../harness/world.ts';
import type { Answer } from './kit.ts';

export const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const tool = (name: string) => ({
  ...{ name, description: '', inputSchema: { type: 'object' as const } },
  request: { kind: 'template' as const, method: 'GET' as const, path: '/', bodyEncoding: 'json' as const },
});
/** A server with the tools `shop_one` and `shop_two`. */
export const SHOP = {
  ...{ id: 'shop', name: 'Shop', tools: [tool('one'), tool('two')] },
  connector: { kind: 'http' as const, baseUrl: 'https://example.com' },
};

/** A key pair of a client or identity provider. */
export type Pair = { readonly alg: string; readonly privateKey: CryptoKey; readonly jwk: JWK };

export async function newPair(alg: string, kid?: string): Promise<Pair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, privateKey, jwk: { ...(await exportJWK(publicKey)), ...(kid !== undefined && { kid }) } };
}

type Claims = Readonly<Record<string, unknown>>;

/** Unix time in seconds, relative to now. */
export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;

/** A signed JWT; undefined claims and header members are omitted. */
export const sign = (pair: Pair, claims: Claims, header: Claims = {}): Promise<string> =>
  new SignJWT({ jti: randomUUID(), iat: inSeconds(0), exp: inSeconds(300), ...claims })
    .setProtectedHeader(JSON.parse(JSON.stringify({ alg: pair.alg, ...header })))
    .sign(pair.privateKey);

/** A JWT of any parts, with a placeholder signature. */
export const forge = (header: object, claims: object, signature = ''): string =>
  [...[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')), signature].join('.');

export type Fields = Readonly<Record<string, string | undefined>>;
/** A request to the token endpoint: form fields or a raw body. */
export type TokenRequest = {
  readonly fields?: Fields;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** `fetch` cannot set `Host`. */
export function askWith({ url }: Pick<World, 'url'>, { fields = {}, body, headers }: TokenRequest): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const present = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const options = { method: 'POST', headers: { ...FORM, ...headers } };
  const asking = request(`${url}/oauth/token`, options, async (response) => {
    const text = Buffer.concat(await response.toArray()).toString();
    const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
    resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), body: Object(JSON.parse(text)) });
  });
  asking.on('error', reject).end(body ?? new URLSearchParams(present).toString());
  return promise;
}

/** Another local program: a request with its `Host` still reaches us. */
export const NEIGHBOUR = 'http://localhost:4000';
export const AS_NEIGHBOUR = { headers: { host: new URL(NEIGHBOUR).host } };

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

/** A refused request's response: a status and an OAuth error code. */
export type Refusal = `${number} ${string}`;
/** Refused requests, by response and problem. */
export type RefusedRequests = Readonly<
  Record<Refusal, Readonly<Record<string, () => TokenRequest | Promise<TokenRequest>>>>
>;

/** The rows of a table test: response, problem and request. */
export const rowsOf = (refused: RefusedRequests) =>
  Object.entries(refused).flatMap(([answer, requests]) =>
    Object.entries(requests).map(([problem, request]) => [answer, problem, request] as const),
  );
