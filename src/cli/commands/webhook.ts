import type { CliWebhookFragment, WebhookMessageType, WebhookSubject } from '../../generated/gql/graphql.ts';
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

/** @throws CliError usage */
function subjectOf(text: string): WebhookSubject {
  if (text === 'approvals') return 'APPROVALS';
  if (text === 'alerts') return 'ALERTS';
  throw usageError(`--events: ${text} is neither approvals nor alerts`);
}

const create = command({
  description:
    'Have an address told when a call waits for an approval and when that was decided, or of alerts; takes the right admin',
  examples: [
    'toolyard webhook create --name Slack --address https://hooks.example.com/toolyard',
    'toolyard webhook create --name Pager --address https://hooks.example.com/alerts --events alerts',
  ],
  args: {
    name: { type: 'string', required: true, description: 'What it is for' },
    address: {
      type: 'string',
      required: true,
      valueHint: 'URL',
      description: 'Where messages are sent: https, or http on this machine',
    },
    input: { type: 'boolean', description: 'Send the input of the call, too' },
    events: {
      type: 'string',
      valueHint: 'LIST',
      description: 'What it is told of: approvals, alerts, or both with a comma (default: approvals)',
    },
    ...MAKE_ARGS,
  },
  async run(args, run) {
    const events = args.events?.split(',').map(subjectOf);
    const input = { name: args.name, url: args.address, hasInput: args.input === true, ...(events && { events }) };
    const { webhook, secret } = payloadOf(
      (await connectApi(args, run)(CreateWebhookDocument, { input })).createWebhook,
    );
    const text = `${fields({ Webhook: webhook.id, Address: webhook.url, Secret: secret })}\n\nThe secret is shown this once.`;
    return { json: { ...webhookJson(webhook), secret }, text };
  },
});

const list = command({
  description: 'List the webhooks of the account; takes the right admin',
  examples: ['toolyard webhook list'],
  args: API_ARGS,
  async run(args, run) {
    const { webhooks } = await connectApi(args, run)(ListWebhooksDocument, {});
    const found = webhooks ?? [];
    const rows = found.map(({ id, name, url, disabledAt, problem }) => [
      id,
      name,
      url,
      disabledAt === null ? 'on' : 'stopped',
      problem ?? '',
    ]);
    return {
      json: found.map(webhookJson),
      text: table(['WEBHOOK', 'NAME', 'ADDRESS', 'STATE', 'PROBLEM'], rows, 'No webhooks'),
    };
  },
});

/** A type as messages themselves have it: `alert.opened`. */
const typeText = (type: WebhookMessageType | null): string => type?.toLowerCase().replace('_', '.') ?? '';

const deliveries = command({
  description: 'List the last messages of a webhook, newest first, with what came of each',
  examples: ['toolyard webhook deliveries webhook_…'],
  args: { webhook: WEBHOOK_ARG, ...API_ARGS },
  async run(args, run) {
    const { webhooks } = await connectApi(args, run)(ListDeliveriesDocument, {});
    const found = webhooks?.find(({ id }) => id === args.webhook)?.deliveries ?? [];
    const rows = found.map(({ messageId, type, attempts, status, error, deliveredAt, nextAt }) => [
      messageId,
      typeText(type),
      attempts,
      status ?? '',
      deliveredAt ?? (nextAt === null ? 'given up' : `again ${nextAt}`),
      error ?? '',
    ]);
    return {
      json: found.map(({ messageId, type, attempts, status, error, deliveredAt, nextAt, createdAt }) => ({
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
  description: 'Send a webhook a message that says nothing; its deliveries say what came of it',
  examples: ['toolyard webhook test webhook_…'],
  args: { webhook: WEBHOOK_ARG, ...API_ARGS },
  async run(args, run) {
    const input = { webhookId: args.webhook };
    const { delivery } = payloadOf((await connectApi(args, run)(TestWebhookDocument, { input })).testWebhook);
    return {
      json: { message_id: delivery.messageId },
      text: `${delivery.messageId} is on its way: toolyard webhook deliveries ${args.webhook}`,
    };
  },
});

const enable = command({
  description: 'Go on with a webhook that was stopped because its receiver failed',
  examples: ['toolyard webhook enable webhook_…'],
  args: { webhook: WEBHOOK_ARG, ...API_ARGS },
  async run(args, run) {
    const input = { webhookId: args.webhook, isEnabled: true };
    const { webhook } = payloadOf((await connectApi(args, run)(UpdateWebhookDocument, { input })).updateWebhook);
    return { json: webhookJson(webhook), text: `${webhook.id} is sent messages again` };
  },
});

const remove = command({
  description: 'End a webhook, with what waits to be sent to it',
  examples: ['toolyard webhook delete webhook_…'],
  args: { webhook: WEBHOOK_ARG, ...API_ARGS },
  confirm: ({ webhook }) => `End ${webhook}, with what waits to be sent to it?`,
  async run(args, run) {
    const input = { webhookId: args.webhook };
    const { webhookId } = payloadOf((await connectApi(args, run)(DeleteWebhookDocument, { input })).deleteWebhook);
    return { json: { webhook_id: webhookId }, text: `${webhookId} has ended` };
  },
});

/** `toolyard webhook`: receivers of approvals and alerts; requires the right admin. */
export const webhook = group({
  description: 'Addresses that are told of approvals and alerts, in signed messages (API)',
  examples: [...create.examples, ...list.examples, ...deliveries.examples],
  commands: loaded({ create, list, deliveries, test, enable, delete: remove }),
});
