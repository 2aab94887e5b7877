import { toWebhookId } from '../../core/kernel/ids.ts';
import { type MessageType, type WebhookSubject, webhookSubjects } from '../../core/webhooks/outbox.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  listWebhooksById,
  testWebhook,
  updateWebhook,
  webhookNotFound,
} from '../../core/webhooks/webhook.ts';
import type { WebhookDelivery as DeliveryRow, Webhook as WebhookRow } from '../../generated/prisma/client.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { enumValueOf } from '../enumValue.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { Node } from './node.ts';

const SUBJECT_VALUES = {
  APPROVALS: { value: 'approvals', description: 'A call awaits approval, or was decided.' },
  ALERTS: { value: 'alerts', description: 'A problem needs attention, or was resolved.' },
  JOBS: { value: 'jobs', description: 'A job ended.' },
} as const satisfies { [K in WebhookSubject as Uppercase<K>]: { value: K; description: string } };

const WebhookSubjectEnum = builder.enumType('WebhookSubject', {
  description: 'The events that a webhook receives.',
  values: SUBJECT_VALUES,
});

const MESSAGE_VALUES = {
  APPROVAL_REQUESTED: { value: 'approval.requested', description: 'A call awaits approval.' },
  APPROVAL_DECIDED: { value: 'approval.decided', description: 'A pending call was approved or denied.' },
  ALERT_OPENED: { value: 'alert.opened', description: 'A problem needs attention.' },
  ALERT_ENDED: { value: 'alert.ended', description: 'A problem was resolved.' },
  ALERT_DIGEST: { value: 'alert.digest', description: 'Several alerts at once.' },
  JOB_ENDED: { value: 'job.ended', description: 'A job ended.' },
  WEBHOOK_TEST: { value: 'webhook.test', description: 'A test message.' },
} as const satisfies Record<string, { value: MessageType; description: string }>;

const MessageTypeEnum = builder.enumType('WebhookMessageType', {
  description: 'The type of a webhook message. In messages it has dots, as in `alert.opened`.',
  values: MESSAGE_VALUES,
});
const toMessageType = enumValueOf<MessageType>(MESSAGE_VALUES);

const WebhookDelivery = builder.objectRef<DeliveryRow>('WebhookDelivery').implement({
  interfaces: [Node],
  description: 'A message to a webhook. It is listed for a week.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The message’s id, `msg_…`.' }),
    messageId: t.exposeID('id', {
      description: 'The message’s id, `msg_…`, which each attempt sends as `webhook-id`.',
    }),
    type: t.field({
      type: MessageTypeEnum,
      nullable: true,
      description: 'The message type; null for a type added in a later release.',
      resolve: ({ type }) => toMessageType(type),
    }),
    attempts: t.exposeInt('attempts', { description: 'The number of attempts.' }),
    status: t.exposeInt('status', { nullable: true, description: 'The HTTP status of the last answer.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why the last attempt failed.' }),
    deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true, description: 'When it was delivered.' }),
    nextAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time of the next attempt; null after delivery or the last attempt.',
      resolve: ({ dueAt }) => dueAt,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the event happened.' }),
  }),
});

const deliveriesOf = batched(listDeliveries);

const Webhook = builder.objectRef<WebhookRow>('Webhook').implement({
  interfaces: [Node],
  description: 'An address that receives calls awaiting approval, alerts, or both.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The webhook’s id, `webhook_…`.' }),
    name: t.exposeString('name', { description: 'Its purpose.' }),
    url: t.exposeString('url', { description: 'Where messages are sent.' }),
    hasInput: t.exposeBoolean('hasInput', { description: 'Whether messages include the input of a pending call.' }),
    events: t.field({
      type: [WebhookSubjectEnum],
      description: 'The events that it receives.',
      resolve: ({ events }) => webhookSubjects.filter((subject) => events.includes(subject)),
    }),
    isEnabled: t.boolean({
      description: 'Whether it receives messages.',
      resolve: ({ disabledAt }) => disabledAt === null,
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'The time since which all deliveries have failed.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When it was disabled, by a person or after three days without a successful delivery; null while enabled.',
    }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why the last message was not delivered.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    deliveries: t.field({
      type: [WebhookDelivery],
      description: 'The last 50 messages, newest first.',
      resolve: async ({ id }, _args, context) => [...((await deliveriesOf(context, id)) ?? [])],
    }),
  }),
});

const webhookOf = batched(listWebhooksById);

builder.objectField(WebhookDelivery, 'webhook', (t) =>
  t.field({
    type: Webhook,
    description: 'The webhook that it goes to.',
    resolve: async ({ webhookId }, _args, context) => {
      const webhook = await webhookOf(context, webhookId);
      if (!webhook) throw webhookNotFound();
      return webhook;
    },
  }),
);

builder.queryField('webhooks', (t) =>
  t.field({
    type: [Webhook],
    nullable: true,
    description: 'The webhooks of the account, oldest first.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => listWebhooks(app),
  }),
);

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'An address that receives approvals or alerts.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its purpose, 1 to 100 characters.' }),
    url: t.string({ required: true, description: 'Where messages are sent: https, or http on this machine.' }),
    hasInput: t.boolean({ description: 'Whether messages include the input of a pending call; false by default.' }),
    events: t.field({
      type: [WebhookSubjectEnum],
      description: 'The events that it receives; approvals only by default.',
    }),
  }),
});

const idInput = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({ webhookId: t.id({ required: true, description: 'The webhook’s id, `webhook_…`.' }) }),
  });
const DeleteWebhookInput = idInput('DeleteWebhookInput', 'A webhook to delete.');
const TestWebhookInput = idInput('TestWebhookInput', 'A webhook to test.');

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'A change to a webhook. Omitted fields stay unchanged; null restores the default.',
  fields: (t) => ({
    webhookId: t.id({ required: true, description: 'The webhook’s id, `webhook_…`.' }),
    name: t.string({ description: 'Its purpose, 1 to 100 characters.' }),
    url: t.string({ description: 'Where messages are sent. The signing secret stays.' }),
    hasInput: t.boolean({ description: 'Whether messages include the input of a pending call; null for false.' }),
    events: t.field({
      type: [WebhookSubjectEnum],
      description: 'The events that it receives; null for approvals only.',
    }),
    isEnabled: t.boolean({
      description: 'True to send messages, even to a receiver that had failed; false to stop.',
    }),
  }),
});

const CreateWebhookPayload = builder
  .objectRef<{ readonly webhook: WebhookRow; readonly secret: string }>('CreateWebhookPayload')
  .implement({
    description: 'A webhook was created.',
    fields: (t) => ({
      webhook: t.field({ type: Webhook, description: 'The webhook.', resolve: ({ webhook }) => webhook }),
      secret: t.exposeString('secret', {
        description: 'The secret that signs messages (Standard Webhooks), `whsec_…`; shown only once.',
      }),
    }),
  });
/** Payload of `deleteWebhook`. */
export const DeleteWebhookPayload = builder.objectRef<WebhookRow>('DeleteWebhookPayload').implement({
  description: 'A webhook was deleted, with its pending messages.',
  fields: (t) => ({ webhookId: t.exposeID('id', { description: 'Its former id.' }) }),
});
const UpdateWebhookPayload = builder.objectRef<{ readonly webhook: WebhookRow }>('UpdateWebhookPayload').implement({
  description: 'A webhook was changed.',
  fields: (t) => ({
    webhook: t.field({ type: Webhook, description: 'The webhook as it is now.', resolve: ({ webhook }) => webhook }),
  }),
});
const TestWebhookPayload = builder.objectRef<{ readonly delivery: DeliveryRow }>('TestWebhookPayload').implement({
  description: 'A message of the type `webhook.test` is on its way.',
  fields: (t) => ({
    delivery: t.field({ type: WebhookDelivery, description: 'The message.', resolve: ({ delivery }) => delivery }),
  }),
});

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: CreateWebhookPayload,
    nullable: true,
    description: 'Creates a webhook, which sends approvals or alerts in signed messages.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The address.' }) },
    resolve: (_root, { input }, { app }) => createWebhook(app, input),
  }),
  deleteWebhook: t.field({
    type: DeleteWebhookPayload,
    nullable: true,
    description: 'Deletes a webhook.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: DeleteWebhookInput, required: true, description: 'The webhook.' }) },
    resolve: (_root, { input }, { app }) => deleteWebhook(app, toWebhookId(input.webhookId)),
  }),
  testWebhook: t.field({
    type: TestWebhookPayload,
    nullable: true,
    description: 'Sends a test message to a webhook within seconds. Its `deliveries` show the outcome.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: TestWebhookInput, required: true, description: 'The webhook.' }) },
    resolve: async (_root, { input }, { app }) => ({ delivery: await testWebhook(app, toWebhookId(input.webhookId)) }),
  }),
  updateWebhook: t.field({
    type: UpdateWebhookPayload,
    nullable: true,
    description: 'Changes, disables or enables a webhook. Enabling it sends pending messages.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateWebhookInput, required: true, description: 'The change.' }) },
    resolve: async (_root, { input: { webhookId, ...change } }, { app }) => ({
      webhook: await updateWebhook(app, toWebhookId(webhookId), change),
    }),
  }),
}));
