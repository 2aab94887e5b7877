import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { issueAt } from '../../api/issueAt.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { WebhookSubject } from '../../gql/graphql.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { SecretOnce } from '../../ui/SecretOnce.tsx';
import { Section } from '../../ui/Section.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useSecrets } from '../../ui/useSecrets.ts';
import { APPROVALS_CREATE_WEBHOOK, APPROVALS_WEBHOOKS } from './operations.ts';
import { WebhookCard } from './WebhookCard.tsx';

const AGAIN_MS = 5_000;

export function WebhooksSection() {
  const query = useApiQuery(APPROVALS_WEBHOOKS, {}, { refetchEveryMs: AGAIN_MS });
  const [isCreating, setIsCreating] = useState(false);
  const { secrets, show, drop } = useSecrets<string>();
  return (
    <Section
      title="Webhooks"
      about="Send a signed message to a URL when a call needs approval, is decided, or an alert opens."
      action={<Button onClick={() => setIsCreating(true)}>New webhook</Button>}
    >
      {secrets.map((secret) => (
        <SecretOnce key={secret} label="signing secret" secret={secret} onDone={() => drop(secret)}>
          <p>Use it to verify message signatures. Any Standard Webhooks library works.</p>
        </SecretOnce>
      ))}
      <Loaded query={query} lines={2}>
        {({ webhooks }) =>
          webhooks && webhooks.length > 0 ? (
            webhooks.map((webhook) => <WebhookCard key={webhook.id} webhook={webhook} />)
          ) : (
            <Empty title="No webhooks yet">
              Add a webhook to send approval requests (<code>approval.requested</code>) and decisions (
              <code>approval.decided</code>) to Slack or your own service.
            </Empty>
          )
        }
      </Loaded>
      {isCreating && (
        <CreateWebhookDialog
          onClose={() => setIsCreating(false)}
          onCreated={(secret) => {
            show(secret);
            setIsCreating(false);
          }}
        />
      )}
    </Section>
  );
}

type CreateProps = { readonly onCreated: (secret: string) => void; readonly onClose: () => void };

function CreateWebhookDialog({ onCreated, onClose }: CreateProps) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [hasInput, setHasInput] = useState(false);
  const [events, setEvents] = useState<readonly WebhookSubject[]>(['APPROVALS']);
  const create = useApiMutation('createWebhook', async () =>
    payloadOf(
      (await sendOperation(APPROVALS_CREATE_WEBHOOK, { input: { name, url, hasInput, events: [...events] } }))
        .createWebhook,
    ),
  );
  const submit = () => create.mutate(undefined, { onSuccess: ({ secret }) => onCreated(secret) });
  return (
    <FormDialog title="New webhook" action="Create webhook" sending={create} onSubmit={submit} onClose={onClose}>
      <TextField
        label="Name"
        hint="For example, “Slack, #approvals”."
        required
        value={name}
        error={issueAt(create.error, '/name')}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="URL"
        hint="HTTPS, or HTTP on this machine."
        type="url"
        required
        value={url}
        error={issueAt(create.error, '/url')}
        onChange={(event) => setUrl(event.target.value)}
      />
      <EventsField events={events} error={issueAt(create.error, '/events')} onChange={setEvents} />
      <Switch label="Include the call’s input" isOn={hasInput} onChange={setHasInput} />
    </FormDialog>
  );
}

const SUBJECTS: readonly (readonly [WebhookSubject, string])[] = [
  ['APPROVALS', 'Approvals: requested or decided'],
  ['ALERTS', 'Alerts: opened or resolved'],
  ['JOBS', 'Jobs: ended'],
];

type EventsProps = {
  readonly events: readonly WebhookSubject[];
  readonly error: string | null;
  readonly onChange: (events: readonly WebhookSubject[]) => void;
};

function EventsField({ events, error, onChange }: EventsProps) {
  return (
    <fieldset className="field">
      <legend className="field__label">Events</legend>
      {SUBJECTS.map(([subject, label]) => (
        <label key={subject} className="choice">
          <input
            type="checkbox"
            checked={events.includes(subject)}
            onChange={({ target }) =>
              onChange(target.checked ? [...events, subject] : events.filter((each) => each !== subject))
            }
          />
          <span>{label}</span>
        </label>
      ))}
      {error && <p className="field__error">{error}</p>}
    </fieldset>
  );
}
