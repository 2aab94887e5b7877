import { EgressError } from './error.ts';

/** One request on the wire; a redirect within the origin makes the next. */
export type Hop = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** How many redirects led here. */
  readonly redirects: number;
};

const REDIRECTS_MAX = 3;
const REDIRECTING = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number, location: string | string[] | undefined): location is string =>
  REDIRECTING.has(status) && typeof location === 'string';

// RFC 9110, section 15.4: 303 always becomes a GET, 301 and 302 do so for POST; 307 and 308 never change.
const becomesGet = (status: number, method: string): boolean =>
  (status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST');

const withoutContent = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith('content-')));

/**
 * The request that a redirect asks for. Another origin is refused rather than asked without credentials: an answer
 * from elsewhere is not the upstream's.
 * @throws EgressError `redirect_refused`
 */
export const afterRedirect = (hop: Hop, status: number, location: string): Hop => {
  const host = hop.url.hostname;
  const url = URL.parse(location, hop.url.href);
  if (url === null || url.origin !== hop.url.origin || url.username !== '' || url.password !== '') {
    throw new EgressError('redirect_refused', `${host}: the upstream redirects to another address`);
  }
  if (hop.redirects >= REDIRECTS_MAX) {
    throw new EgressError('redirect_refused', `${host}: the upstream redirects too often`);
  }
  const redirects = hop.redirects + 1;
  return becomesGet(status, hop.method)
    ? { url, method: 'GET', headers: withoutContent(hop.headers), body: null, redirects }
    : { ...hop, url, redirects };
};
