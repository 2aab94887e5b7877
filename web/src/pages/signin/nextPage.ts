const HOME = '/';

/**
 * The page after sign-in: the `next` parameter if it's on this origin, otherwise home. Keeps the fragment, which
 * servers never see.
 */
export function nextPage(query: string, hash = ''): string {
  const next = new URLSearchParams(query).get('next') ?? HOME;
  try {
    const url = new URL(next, window.location.origin);
    // Prepend the origin: a path that starts with two slashes (`/.//host`) alone would name another host.
    return url.origin === window.location.origin ? url.origin + url.pathname + url.search + hash : HOME;
  } catch {
    return HOME;
  }
}
