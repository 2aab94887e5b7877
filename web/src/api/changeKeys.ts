/**
 * Keys of changes to which no answer has come, by the digest of what was sent, since that may hold a secret. Sent once
 * more, or twice at a time, the same change has the same key, and what it creates is made once.
 */
const unanswered = new Map<string, string>();

/** The key of a change, and what to say when its answer is there. */
export type ChangeKey = { readonly key: string; readonly answered: () => void };

/** The key for a change that is about to be sent; null where the browser makes none, as over plain http. */
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
