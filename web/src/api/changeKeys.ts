/**
 * Idempotency keys of changes that have no answer yet, by a digest of the request body, which may hold a secret itself.
 * A change that is sent again, or twice at once, has the same key, so that the server makes what it creates once.
 */
const unanswered = new Map<string, string>();

/** The key of a change; call `answered` when its answer has arrived. */
export type ChangeKey = { readonly key: string; readonly answered: () => void };

/** The key for a change that is about to be sent; null where the browser has no `crypto.subtle`, as over plain http. */
export async function takeChangeKey(body: string): Promise<ChangeKey | null> {
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
