/** Whoever is not signed in any more goes to sign in, and comes back to the same page. */
export function goToSignIn(): void {
  const { pathname, search } = window.location;
  if (pathname === '/signin' || pathname === '/welcome') return;
  window.location.assign(`/signin?next=${encodeURIComponent(pathname + search)}`);
}
