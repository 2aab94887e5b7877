const EXAMPLES = 'toolyard.examples.';

/**
 * Goes to the sign-in page once a person has signed out, by a full load: nothing of them stays in memory, in what the
 * tab keeps, or in what the browser keeps but its theme.
 */
export function leave(): void {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (key.startsWith(EXAMPLES)) localStorage.removeItem(key);
  window.location.assign('/signin');
}
