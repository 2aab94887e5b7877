import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { ApprovalsWebhooksQuery, WebhookMessageType } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Time } from '../../ui/Time.tsx';
import { APPROVALS_DELETE_WEBHOOK, APPROVALS_TEST_WEBHOOK, APPROVALS_UPDATE_WEBHOOK } from './operations.ts';

type Webhook = NonNullable<ApprovalsWebhooksQuery['webhooks']>[number];

const SHOWN_MAX = 10;

export function WebhookCard({ webhook }: { readonly webhook: Webhook }) {
  const { id, name, url, hasInput, events, disabledAt, problem } = webhook;
  const isStopped = disabledAt !== null;
  const [isDeleting, setIsDeleting] = useState(false);
  const input = { webhookId: id };
  const test = useApiMutation('testWebhook', async () =>
    payloadOf((await sendOperation(APPROVALS_TEST_WEBHOOK, { input })).testWebhook),
  );
  const enable = useApiMutation('updateWebhook', async (isEnabled: boolean) =>
    payloadOf((await sendOperation(APPROVALS_UPDATE_WEBHOOK, { input: { ...input, isEnabled } })).updateWebhook),
  );
  const remove = useApiMutation('deleteWebhook', async () =>
    payloadOf((await sendOperation(APPROVALS_DELETE_WEBHOOK, { input })).deleteWebhook),
  );
  return (
    <article className="card stack stack--small" aria-labelledby={id}>
      <h3 id={id}>
        {name} {isStopped && <Badge kind="bad">Stopped</Badge>}
      </h3>
      <p className="small">
        <code>{url}</code> receives {events.map((event) => event.toLowerCase()).join(' and ')}
        {hasInput && ', including call inputs'}
      </p>
      {problem !== null && <p className="soft small">{problem}</p>}
      <Deliveries webhook={webhook} />
      <ErrorNotice error={test.error ?? enable.error} />
      <div className="row">
        <Button
          size="small"
          aria-label={`Send a test message to ${name}`}
          isBusy={test.isPending}
          onClick={() => test.mutate()}
        >
          Send a test
        </Button>
        <Button
          size="small"
          aria-label={`${isStopped ? 'Resume' : 'Stop'} ${name}`}
          isBusy={enable.isPending}
          onClick={() => enable.mutate(isStopped)}
        >
          {isStopped ? 'Resume' : 'Stop'}
        </Button>
        <Button size="small" kind="danger" aria-label={`Delete ${name}`} onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete webhook"
          sending={remove}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setIsDeleting(false) })}
          onClose={() => setIsDeleting(false)}
        >
          Messages still waiting to be sent to it are deleted.
        </ConfirmDialog>
      )}
    </article>
  );
}

const TYPES = {
  ALERT_OPENED: 'Alert opened',
  ALERT_ENDED: 'Alert resolved',
  ALERT_DIGEST: 'Alert digest',
  APPROVAL_REQUESTED: 'Approval requested',
  APPROVAL_DECIDED: 'Approval decided',
  JOB_ENDED: 'Job ended',
  WEBHOOK_TEST: 'Test',
} as const satisfies Record<WebhookMessageType, string>;

/** Recent messages, newest first. */
function Deliveries({ webhook: { name, deliveries } }: { readonly webhook: Webhook }) {
  if (deliveries.length === 0) return <p className="soft small">No messages in the last 7 days.</p>;
  return (
    <ul className="small" aria-label={`Recent messages to ${name}`}>
      {deliveries.slice(0, SHOWN_MAX).map((delivery) => (
        <li key={delivery.messageId}>
          <Time at={delivery.createdAt} /> {delivery.type === null ? 'Unknown event' : TYPES[delivery.type]}:{' '}
          {stateOf(delivery)}
        </li>
      ))}
    </ul>
  );
}

function stateOf({ deliveredAt, error, nextAt, attempts, status }: Webhook['deliveries'][number]): string {
  if (deliveredAt !== null) return `delivered (${status})${attempts > 1 ? ` on attempt ${attempts}` : ''}`;
  if (error === null) return 'sending';
  const why = `${error}, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`;
  return nextAt === null ? `failed: ${why}` : `retrying: ${why}`;
}
