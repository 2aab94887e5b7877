import { ApiError } from './operation.ts';

const EXAMPLES = 'toolyard.examples.';

let isSigningOut = false;

/**
 * Opens the sign-in page, which leads back to this page. While a person is signing out it does nothing: what the page
 * still asks for is refused then, and would otherwise lead the next person to where this one was.
 */
export function goToSignIn(): void {
  const { pathname, search, hash } = window.location;
  if (isSigningOut || pathname === '/signin' || pathname === '/welcome') return;
  window.location.assign(`/signin?next=${encodeURIComponent(pathname + search)}${hash}`);
}

/** Signs out by `end`, which may find that somebody did so elsewhere, and leaves. @throws ApiError as `end` does */
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
 * Goes to the sign-in page by a full load: nothing of the person stays in memory, in what the tab keeps, or in what the
 * browser keeps but its theme.
 */
function leave(): void {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (key.startsWith(EXAMPLES)) localStorage.removeItem(key);
  window.location.assign('/signin');
}
