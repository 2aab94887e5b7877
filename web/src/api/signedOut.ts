/** Opens the sign-in page, which leads back to this page. */
export function goToSignIn(): void {
  const { pathname, search, hash } = window.location;
  if (pathname === '/signin' || pathname === '/welcome') return;
  window.location.assign(`/signin?next=${encodeURIComponent(pathname + search)}${hash}`);
}
