import type { FastifyReply, FastifyRequest } from 'fastify';
import '@fastify/cookie';
import { addressFor } from './address.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** `__Host-`: a browser takes it only over HTTPS or from this machine, and gives it to no other host (RFC 6265bis). */
const NAME = '__Host-toolyard';
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const;

/** The session's secret that a browser sends; null for none. */
export const sessionSecretOf = ({ cookies }: FastifyRequest): string | null => cookies[NAME] ?? null;

/** Lets a browser keep a session's secret until the session ends. The last word of a response counts. */
export const keepSession = (reply: FastifyReply, secret: string, expires: Date): void =>
  void reply.setCookie(NAME, secret, { ...ATTRIBUTES, expires });

export const forgetSession = (reply: FastifyReply): void => void reply.clearCookie(NAME, ATTRIBUTES);

/** The origin of the page that a request comes from, and of ours, as far as the browser says it. */
type RequestOrigin = { readonly headers: Headers; readonly host: string | undefined; readonly publicUrl: string };

const isOwnOrigin = ({ headers, host, publicUrl }: RequestOrigin): boolean =>
  headers['origin'] === new URL(addressFor(host, publicUrl)).origin;

/**
 * Whether a browser says that a request was made by a page of ours: by `Origin`, or where it sends none by
 * `Sec-Fetch-Site` (Fetch Metadata). What comes with a cookie has to show this, or any site could act for its person.
 */
export function isOwnPage(request: RequestOrigin): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) return site === 'same-origin';
  return isOwnOrigin(request) && (site === undefined || site === 'same-origin');
}

/** Whether a browser says that a request was made by a page of somebody else's. */
export function isForeignPage(request: RequestOrigin): boolean {
  const { origin, 'sec-fetch-site': site = 'none' } = request.headers;
  if (origin !== undefined && !isOwnOrigin(request)) return true;
  return site !== 'none' && site !== 'same-origin';
}
