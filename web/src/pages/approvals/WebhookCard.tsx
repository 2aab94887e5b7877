import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { ApprovalsWebhooksQuery } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Time } from '../../ui/Time.tsx';
import { APPROVALS_DELETE_WEBHOOK, APPROVALS_TEST_WEBHOOK, APPROVALS_UPDATE_WEBHOOK } from './operations.ts';

type Webhook = NonNullable<ApprovalsWebhooksQuery['webhooks']>[number];

const SHOWN_MAX = 10;

/** One address, what came of its last messages, and what can be done with it. */
export function WebhookCard({ webhook }: { readonly webhook: Webhook }) {
  const { id, name, url, hasInput, disabledAt, problem, deliveries } = webhook;
  const [isDeleting, setIsDeleting] = useState(false);
  const input = { webhookId: id };
  const test = useApiMutation('testWebhook', async () =>
    payloadOf((await sendOperation(APPROVALS_TEST_WEBHOOK, { input })).testWebhook),
  );
  const enable = useApiMutation('updateWebhook', async () =>
    payloadOf((await sendOperation(APPROVALS_UPDATE_WEBHOOK, { input: { ...input, isEnabled: true } })).updateWebhook),
  );
  const remove = useApiMutation('deleteWebhook', async () =>
    payloadOf((await sendOperation(APPROVALS_DELETE_WEBHOOK, { input })).deleteWebhook),
  );
  return (
    <article className="card stack stack--small" aria-labelledby={id}>
      <h3 id={id}>
        {name} {disabledAt !== null && <Badge kind="bad">Stopped</Badge>}
      </h3>
      <p className="small">
        <code>{url}</code>
        {hasInput && ', with the input of calls'}
      </p>
      {problem !== null && <p className="soft small">{problem}</p>}
      <ul className="small">
        {deliveries.slice(0, SHOWN_MAX).map((delivery) => (
          <li key={delivery.messageId}>
            <Time at={delivery.createdAt} /> <code>{delivery.type}</code>: {stateOf(delivery)}
          </li>
        ))}
      </ul>
      <ErrorNotice error={test.error ?? enable.error} />
      <div className="row">
        <Button size="small" isBusy={test.isPending} onClick={() => test.mutate()}>
          Test
        </Button>
        {disabledAt !== null && (
          <Button size="small" isBusy={enable.isPending} onClick={() => enable.mutate()}>
            Go on
          </Button>
        )}
        <Button size="small" kind="danger" onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete webhook"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setIsDeleting(false) })}
          onClose={() => setIsDeleting(false)}
        >
          What waits to be sent to it is not sent any more.
        </ConfirmDialog>
      )}
    </article>
  );
}

function stateOf({ deliveredAt, error, nextAt, attempts }: Webhook['deliveries'][number]): string {
  if (deliveredAt !== null) return attempts > 1 ? `taken at the ${attempts}. time` : 'taken';
  if (error === null) return 'on its way';
  return nextAt === null ? `given up: ${error}` : `to be sent again: ${error}`;
}
