/** The page a person sees after all redirects. */
export type Seen = { readonly status: number; readonly text: string; readonly url: string };

/** Whether to confirm on a connect link's page. */
const isConsent = ({ status, text, url }: Seen): boolean =>
  status === 200 && url.includes('/oauth/connect?') && text.includes('<form method="post">');

/** A separate browser: cookies by host and port, and redirects. */
export function openBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const visited: string[] = [];

  function keepPair({ host }: URL, pair: string): void {
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    const [name = '', ...value] = pair.split('=');
    jar.set(name, value.join('='));
  }

  function keep(url: URL, response: Response): void {
    for (const cookie of response.headers.getSetCookie()) keepPair(url, cookie.split(';', 1)[0] ?? '');
  }

  const cookiesFor = ({ host }: URL): string =>
    [...(jars.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');

  async function get(url: URL, method = 'GET'): Promise<Response> {
    visited.push(url.href);
    const cookie = cookiesFor(url);
    const response = await fetch(url, { method, redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    keep(url, response);
    return response;
  }

  return {
    /** Every address in the order visited. */
    visited,
    /** Stores a cookie for an address, `name=value`. */
    setCookie: (address: string, pair: string): void => keepPair(new URL(address), pair),
    /** The cookies it sends to an address. */
    cookies: (address: string): string => cookiesFor(new URL(address)),
    /**
     * Opens an address, and confirms on a connect link's page. Stops before the first redirect to an address that
     * starts with `until`.
     */
    async open(address: string, until?: string): Promise<Seen> {
      let url = new URL(address);
      let method = 'GET';
      for (let hops = 0; hops < 20; hops += 1) {
        const response = await get(url, method);
        const location = response.headers.get('location');
        if (location === null) {
          const seen = { status: response.status, text: await response.text(), url: url.href };
          if (!isConsent(seen)) return seen;
          method = 'POST';
          continue;
        }
        method = 'GET';
        url = new URL(location, url);
        if (until !== undefined && url.href.startsWith(until)) {
          return { status: response.status, text: '', url: url.href };
        }
      }
      throw new Error('too many redirects');
    },
  };
}
