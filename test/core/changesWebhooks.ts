import { removeChatModel, updateChatModel } from '../../src/core/chat/model.ts';
import { toWebhookId } from '../../src/core/kernel/ids.ts';
import { beginDeliveries, createDelivering } from '../../src/core/webhooks/deliver.ts';
import type { WebhookSender } from '../../src/core/webhooks/sender.ts';
import { createWebhook, deleteWebhook, testWebhook, updateWebhook } from '../../src/core/webhooks/webhook.ts';
import type { Shop } from './changesShop.ts';
import type { Step } from './changesSteps.ts';

/** A receiver that refuses further messages. */
const GONE: WebhookSender = { send: () => Promise.resolve({ status: 410, error: null }) };

const MODEL = { api: 'openai', url: 'https://models.test', model: 'm' };

/** The account's destinations: a webhook from creation to deletion, and the chat model. */
export function webhookSteps({ as, alice }: Shop): readonly Step[] {
  let id = toWebhookId('');
  const deliver = async () => {
    const delivering = createDelivering();
    await beginDeliveries(as(), GONE, delivering);
    await Promise.all(delivering.tasks);
  };
  return [
    [
      'webhook.create',
      async () => {
        id = (await createWebhook(alice, { name: 'Slack', url: 'https://hooks.test/' })).webhook.id;
      },
    ],
    ['webhook.test', () => testWebhook(alice, id)],
    ['webhook.disable', deliver],
    ['webhook.enable', () => updateWebhook(alice, id, { isEnabled: true })],
    ['webhook.update', () => updateWebhook(alice, id, { name: 'Teams', url: 'https://hooks.test/2' })],
    ['webhook.delete', () => deleteWebhook(alice, id)],
    ['account.set_chat_model', () => updateChatModel(alice, MODEL)],
    ['account.remove_chat_model', () => removeChatModel(alice)],
  ];
}
