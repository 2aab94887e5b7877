/**
 * Idempotency keys of pending changes, by a digest of the body, which may hold secrets. Retries and duplicates share
 * a key, so the server applies them once.
 */
const unanswered = new Map<string, string>();

/** Call `answered` once the response has arrived. */
type ChangeKey = { readonly key: string; readonly answered: () => void };

/** The key for a change; null without `crypto.subtle`, as over plain http. */
export async function claimChangeKey(body: string): Promise<ChangeKey | null> {
  if (!('subtle' in crypto)) return null;
  const digest = await digestOf(body);
  const key = unanswered.get(digest) ?? crypto.randomUUID();
  unanswered.set(digest, key);
  return { key, answered: () => void unanswered.delete(digest) };
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
