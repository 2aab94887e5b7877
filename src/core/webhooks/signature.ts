import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A new signing secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Signed content: a message's id, its time in Unix seconds, and its raw body. */
type SignedMessage = { readonly id: string; readonly timestamp: number; readonly body: string };

/**
 * The headers of a message (Standard Webhooks 1.0): an HMAC-SHA-256 of id, time and body, joined with dots. The key is
 * the decoded secret. Known answers are in `test/core/webhooks/signature.test.ts`.
 */
export function signedHeaders(secret: string, { id, timestamp, body }: SignedMessage): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}
