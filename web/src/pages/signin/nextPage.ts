const HOME = '/';

/**
 * The page after sign-in: the `next` parameter if it's on this origin, otherwise home. Keeps the fragment, which
 * servers never see.
 */
export function nextPage(query: string, hash = ''): string {
  const next = new URLSearchParams(query).get('next') ?? HOME;
  try {
    const url = new URL(next, window.location.origin);
    // Keep the origin: a path that starts with two slashes (`/.//host`) would name another host on its own.
    return url.origin === window.location.origin ? url.origin + url.pathname + url.search + hash : HOME;
  } catch {
    return HOME;
  }
}
