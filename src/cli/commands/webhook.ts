import type { CliWebhookFragment, WebhookMessageType } from '../../generated/gql/graphql.ts';
import { connectApi, payloadOf } from '../api.ts';
import { command, group, loaded } from '../command.ts';
import { usageError } from '../exit.ts';
import { API_ARGS, MAKE_ARGS } from '../input.ts';
import {
  CreateWebhookDocument,
  DeleteWebhookDocument,
  ListDeliveriesDocument,
  ListWebhooksDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
} from '../operations/webhooks.ts';
import { fields, table } from '../output.ts';

const WEBHOOK_ARG = { type: 'positional', required: true, description: 'Webhook id, webhook_…' } as const;

const webhookJson = (webhook: CliWebhookFragment) => ({
  webhook_id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  has_input: webhook.hasInput,
  events: webhook.events.map((event) => event.toLowerCase()),
  failing_since: webhook.failingSince,
  disabled_at: webhook.disabledAt,
  problem: webhook.problem,
  created_at: webhook.createdAt,
});

const create = command({
  description: 'Create a webhook for approvals, alerts or jobs; requires the admin right',
  examples: [
    'toolyard webhook create --name Slack --address https://hooks.example.com/toolyard',
    'toolyard webhook create --name Pager --address https://hooks.example.com/alerts --events alerts',
  ],
  args: {
    name: { type: 'string', required: true, description: 'Name of the webhook' },
    address: {
      type: 'string',
      required: true,
      valueHint: 'URL',
      description: 'URL to send messages to: https, or http on this machine',
    },
    input: { type: 'boolean', description: 'Include the input of the call' },
    events: {
      type: 'string',
      valueHint: 'LIST',
      description: 'Events to send: approvals, alerts, jobs, comma-separated (default: approvals)',
    },
    ...MAKE_ARGS,
  },
  async run(args, run) {
    const events = args.events?.split(',').map((text) => {
      if (text === 'approvals') return 'APPROVALS';
      if (text === 'alerts') return 'ALERTS';
      if (text === 'jobs') return 'JOBS';
      throw usageError(`--events: ${text} must be approvals, alerts or jobs`);
    });
    const input = { name: args.name, url: args.address, hasInput: args.input === true, ...(events && { events }) };
    const { webhook, secret } = payloadOf(
      (await connectApi(args, run)(CreateWebhookDocument, { input })).createWebhook,
    );
    const text = `${fields({ Webhook: webhook.id, Address: webhook.url, Secret: secret })}\n\nSave the secret: it is shown only once.`;
    return { json: { ...webhookJson(webhook), secret }, text };
  },
});

const list = command({
  description: 'List the webhooks of the account; requires the admin right',
  examples: ['toolyard webhook list'],
  args: API_ARGS,
  async run(args, run) {
    const { webhooks } = await connectApi(args, run)(ListWebhooksDocument, {});
    const list = webhooks ?? [];
    const rows = list.map(({ id, name, url, disabledAt, problem }) => [
      id,
      name,
      url,
      disabledAt === null ? 'on' : 'stopped',
      problem ?? '',
    ]);
    return {
      json: list.map(webhookJson),
      text: table(['WEBHOOK', 'NAME', 'ADDRESS', 'STATE', 'PROBLEM'], rows, 'No webhooks'),
    };
  },
});

/** A type in the notation of messages: `alert.opened`. */
const typeText = (type: WebhookMessageType | null): string => type?.toLowerCase().replace('_', '.') ?? '';

const deliveries = command({
  description: 'List the latest deliveries of a webhook, newest first, with their outcomes',
  examples: ['toolyard webhook deliveries webhook_…'],
  args: { webhook: WEBHOOK_ARG, ...API_ARGS },
  async run(args, run) {
    const { webhooks } = await connectApi(args, run)(ListDeliveriesDocument, {});
    const deliveries = webhooks?.find(({ id }) => id === args.webhook)?.deliveries ?? [];
    const rows = deliveries.map(({ messageId, type, attempts, status, error, deliveredAt, nextAt }) => [
      messageId,
      typeText(type),
      attempts,
      status ?? '',
      deliveredAt ?? (nextAt === null ? 'given up' : `again ${nextAt}`),
      error ?? '',
    ]);
    return {
      json: deliveries.map(({ messageId, type, attempts, status, error, deliveredAt, nextAt, createdAt }) => ({
        message_id: messageId,
        type: typeText(type),
        attempts,
        status,
        error,
        delivered_at: deliveredAt,
        next_at: nextAt,
        created_at: createdAt,
      })),
      text: table(['MESSAGE', 'TYPE', 'SENT', 'STATUS', 'TAKEN', 'ERROR'], rows, 'No messages'),
    };
  },
});

const test = command({
  description: 'Send a test message to a webhook; its outcome is listed under deliveries',
  examples: ['toolyard webhook test webhook_…'],
  args: { webhook: WEBHOOK_ARG, ...API_ARGS },
  async run(args, run) {
    const input = { webhookId: args.webhook };
    const { delivery } = payloadOf((await connectApi(args, run)(TestWebhookDocument, { input })).testWebhook);
    return {
      json: { message_id: delivery.messageId },
      text: `Sending ${delivery.messageId}. See the outcome: toolyard webhook deliveries ${args.webhook}`,
    };
  },
});

const enable = command({
  description: 'Enable a webhook that was disabled after failed deliveries',
  examples: ['toolyard webhook enable webhook_…'],
  args: { webhook: WEBHOOK_ARG, ...API_ARGS },
  async run(args, run) {
    const input = { webhookId: args.webhook, isEnabled: true };
    const { webhook } = payloadOf((await connectApi(args, run)(UpdateWebhookDocument, { input })).updateWebhook);
    return { json: webhookJson(webhook), text: `Enabled ${webhook.id}` };
  },
});

const remove = command({
  description: 'Delete a webhook and its pending messages',
  examples: ['toolyard webhook delete webhook_…'],
  args: { webhook: WEBHOOK_ARG, ...API_ARGS },
  confirm: ({ webhook }) => `Delete ${webhook} and its pending messages?`,
  async run(args, run) {
    const input = { webhookId: args.webhook };
    const { webhookId } = payloadOf((await connectApi(args, run)(DeleteWebhookDocument, { input })).deleteWebhook);
    return { json: { webhook_id: webhookId }, text: `Deleted webhook ${webhookId}` };
  },
});

/** `toolyard webhook`: receivers of approvals and alerts; requires the right admin. */
export const webhook = group({
  description: 'Webhooks: signed messages about approvals and alerts (API)',
  examples: [...create.examples, ...list.examples, ...deliveries.examples],
  commands: loaded({ create, list, deliveries, test, enable, delete: remove }),
});
