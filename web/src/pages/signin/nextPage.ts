const HOME = '/';

/** Where to go after signing in: the `next` of the query when it is a page of this origin, else home. */
export function nextPage(query: string): string {
  const next = new URLSearchParams(query).get('next') ?? HOME;
  try {
    const url = new URL(next, window.location.origin);
    // With its origin, since a path may begin with two slashes (`/.//host`), which alone would name another host.
    return url.origin === window.location.origin ? url.origin + url.pathname + url.search : HOME;
  } catch {
    return HOME;
  }
}
