import { ApiError } from './operation.ts';

const EXAMPLES = 'toolyard.examples.';

let isSigningOut = false;

/**
 * Opens the sign-in page, which returns here. Does nothing during sign-out: pending requests fail then, and would lead
 * the next person to this page.
 */
export function goToSignIn(): void {
  const { pathname, search, hash } = window.location;
  if (isSigningOut || pathname === '/signin' || pathname === '/welcome') return;
  window.location.assign(`/signin?next=${encodeURIComponent(pathname + search)}${hash}`);
}

/** Signs out with `end`, unless already signed out elsewhere, and leaves. @throws ApiError from `end` */
export async function signOut(end: () => Promise<unknown>): Promise<void> {
  isSigningOut = true;
  try {
    await end();
  } catch (error) {
    const isOut = error instanceof ApiError && error.code === 'UNAUTHENTICATED';
    isSigningOut = isOut;
    if (!isOut) throw error;
  }
  leave();
}

/**
 * Goes to the sign-in page with a full load and clears all of the person's data from memory and storage, except the
 * theme.
 */
function leave(): void {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (key.startsWith(EXAMPLES)) localStorage.removeItem(key);
  window.location.assign('/signin');
}
