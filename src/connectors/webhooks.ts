import type { WebhookSender } from '../core/webhooks/sender.ts';
import { createEgress } from './egress/egress.ts';
import { EgressError } from './egress/error.ts';
import type { EgressOptions } from './egress/types.ts';

/** Maximum bytes read from a response, whose content is ignored. */
const ANSWER_BYTES_MAX = 65_536;

/**
 * Sends webhooks to addresses that users of an account entered. Only addresses that the operator allows for accounts'
 * servers are reachable. Tested by `test/core/webhooks/deliver.test.ts`.
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
