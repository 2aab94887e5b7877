import type { WebhookSender } from '../core/webhooks/sender.ts';
import { createEgress } from './egress/egress.ts';
import { EgressError } from './egress/error.ts';
import type { EgressOptions } from './egress/types.ts';

/** What a receiver answers is not looked at. */
const ANSWER_BYTES_MAX = 65_536;

/**
 * Sends webhooks to addresses that people of an account wrote down: what the operator allows servers of accounts to
 * reach is allowed here, and nothing else. `test/core/webhooks/deliver.test.ts` tears it down.
 */
export function createWebhookSender(options: EgressOptions): WebhookSender & { close(): Promise<void> } {
  const egress = createEgress({ userAgent: 'toolyard-webhooks', ...options });
  return {
    async send({ url, accountId, headers, body, signal }) {
      const request = { url, accountId, headers, body, signal, method: 'POST', maxBytes: ANSWER_BYTES_MAX };
      try {
        const { status } = await egress.request({ ...request, refusesRedirects: true });
        return { status, error: null };
      } catch (error) {
        if (error instanceof EgressError) return { status: null, error: error.message };
        throw error;
      }
    },
    close: () => egress.close(),
  };
}
