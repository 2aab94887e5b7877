import { EgressError } from './error.ts';
import type { CheckedUrl } from './types.ts';

/** How many redirects a request follows. */
export const REDIRECTS_MAX = 3;

/** One request on the wire; a redirect makes the next hop. */
export type Hop = {
  readonly url: CheckedUrl;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
};

// RFC 9110, section 15.4: 303 always becomes a GET, 301 and 302 do so for POST; 307 and 308 never change.
const redirectsToGet = (status: number, method: string): boolean =>
  (status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST');

const withoutContent = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith('content-')));

type Redirect = { readonly status: number; readonly location: string; readonly isRefused: boolean | undefined };

/**
 * The request that a redirect leads to. Another origin is refused, not asked without credentials: its answer would not
 * be the upstream's; whoever refuses redirects is asked nowhere else. `test/connectors/egress/egress.test.ts` tears it
 * down.
 * @throws EgressError `redirect_refused`
 */
export const afterRedirect = (hop: Hop, { status, location, isRefused }: Redirect): Hop => {
  const { origin, href, host } = hop.url;
  if (isRefused) throw new EgressError('redirect_refused', `${host}: the upstream redirects`);
  const url = URL.parse(location, href);
  if (url === null || url.origin !== origin || url.username !== '' || url.password !== '') {
    throw new EgressError('redirect_refused', `${host}: the upstream redirects to another address`);
  }
  const next = { ...hop.url, href: url.href, path: url.pathname + url.search };
  return redirectsToGet(status, hop.method)
    ? { url: next, method: 'GET', headers: withoutContent(hop.headers), body: null }
    : { ...hop, url: next };
};
