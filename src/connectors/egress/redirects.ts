import { percentDecoded } from '../../core/lib/text.ts';
import { hostOf } from './allow.ts';
import { EgressError } from './error.ts';
import { type CheckedUrl, type EgressRequest, isStreamed, type RequestBody } from './types.ts';

/** How many redirects a request follows. */
export const REDIRECTS_MAX = 3;

/** One request as sent; a redirect makes the next hop. */
export type Hop = {
  readonly url: CheckedUrl;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  /** The origin comes from an upstream's response, so the operator's exceptions for servers don't cover it. */
  readonly isElsewhere?: true;
};

type Redirect = {
  readonly status: number;
  readonly location: string;
  readonly isRefused: boolean | undefined;
  readonly elsewhere: EgressRequest['elsewhere'];
};

/** The only headers sent to another origin, because any other may hold a credential. */
const SENT_ELSEWHERE: ReadonlySet<string> = new Set([
  ...['accept', 'accept-language', 'content-type', 'if-match', 'if-modified-since', 'if-none-match'],
  ...['if-unmodified-since', 'range'],
]);

/**
 * Returns the request that follows a redirect. Other origins are refused unless the request allows them, and then
 * receive no credentials. Requests that refuse redirects follow none. Tested by
 * `test/connectors/http/honestAnswers.test.ts`.
 * @throws EgressError `redirect_refused`
 */
export const afterRedirect = (hop: Hop, { status, location, isRefused, elsewhere }: Redirect): Hop => {
  const { origin, href, host } = hop.url;
  if (isRefused) throw new EgressError('redirect_refused', `${host}: the upstream redirects`);
  const url = URL.parse(location, href);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isWeb || (url.origin !== origin && !elsewhere))
    throw new EgressError('redirect_refused', `${host}: the upstream redirects to another address`);
  const to = { href: url.href, origin: url.origin, path: url.pathname + url.search, host: hostOf(url.hostname) };
  // RFC 9110, section 15.4: 303 always becomes a GET, 301 and 302 do so for POST; 307 and 308 never change.
  const isFetched =
    (status === 303 && hop.method !== 'HEAD') || ((status === 301 || status === 302) && hop.method === 'POST');
  const next: Hop = isFetched
    ? {
        ...hop,
        url: to,
        method: 'GET',
        headers: Object.fromEntries(
          Object.entries(hop.headers).filter(([name]) => !name.toLowerCase().startsWith('content-')),
        ),
        body: null,
      }
    : { ...hop, url: to };
  return url.origin === origin || !elsewhere ? next : withoutCredentials(next, host, elsewhere);
};

function withoutCredentials(next: Hop, from: string, { isClean }: NonNullable<Redirect['elsewhere']>): Hop {
  if (isStreamed(next.body)) {
    throw new EgressError('redirect_refused', `${from}: the upstream redirects a file to ${next.url.host}`);
  }
  const body = next.body === null ? '' : Buffer.from(next.body).toString();
  const address = [next.url.href, percentDecoded(next.url.href)];
  if (!address.every(isClean) || !isClean(body)) {
    const message = `${from}: the upstream redirects to ${next.url.host} with a credential that only ${from} may receive`;
    throw new EgressError('redirect_refused', message);
  }
  const keptHeaders = Object.entries(next.headers).filter(([name]) => SENT_ELSEWHERE.has(name.toLowerCase()));
  return { ...next, headers: Object.fromEntries(keptHeaders), isElsewhere: true };
}
