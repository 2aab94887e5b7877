import type { FastifyReply, FastifyRequest } from 'fastify';
import '@fastify/cookie';
import { addressFor } from './address.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** `__Host-`: browsers accept it only over HTTPS or from this machine, and send it to no other host (RFC 6265bis). */
const NAME = '__Host-toolyard';
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const;

/** The session secret that a browser sent, or null. */
export const sessionSecretOf = ({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null => cookies[NAME] ?? null;

/** Sets the session cookie until the session ends. If set twice, the last call wins. */
export const setSessionCookie = (reply: FastifyReply, secret: string, expires: Date): void =>
  void reply.setCookie(NAME, secret, { ...ATTRIBUTES, expires });

export const clearSessionCookie = (reply: FastifyReply): void => void reply.clearCookie(NAME, ATTRIBUTES);

/** A browser's origin headers, and our own address. */
type RequestOrigin = { readonly headers: Headers; readonly host: string | undefined; readonly publicUrl: string };

const isOwnOrigin = ({ headers, host, publicUrl }: RequestOrigin): boolean =>
  headers['origin'] === new URL(addressFor(host, publicUrl)).origin;

/**
 * True if a browser reports that our own page made the request: by `Origin`, or without one by `Sec-Fetch-Site` (Fetch
 * Metadata). Required for requests with the cookie, or any site could act for the signed-in person. Tested by
 * `test/core/people/gate.test.ts`.
 */
export function isOwnPage(request: RequestOrigin): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) return site === 'same-origin';
  return isOwnOrigin(request) && (site === undefined || site === 'same-origin');
}

/** True if a browser reports that another site's page made the request. */
export function isForeignPage(request: RequestOrigin): boolean {
  const { origin, 'sec-fetch-site': site = 'none' } = request.headers;
  if (origin !== undefined && !isOwnOrigin(request)) return true;
  return site !== 'none' && site !== 'same-origin';
}
