const HOME = '/';

/**
 * Where to go after signing in: the `next` of the query when it is a page of this origin, else home; with what stands
 * after the `#`, which no server has seen.
 */
export function nextPage(query: string, hash = ''): string {
  const next = new URLSearchParams(query).get('next') ?? HOME;
  try {
    const url = new URL(next, window.location.origin);
    // With its origin, since a path may begin with two slashes (`/.//host`), which alone would name another host.
    return url.origin === window.location.origin ? url.origin + url.pathname + url.search + hash : HOME;
  } catch {
    return HOME;
  }
}
