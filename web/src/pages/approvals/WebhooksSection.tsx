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

/** Addresses that are told of what waits here, for Slack and others to be attached. */
export function WebhooksSection() {
  const query = useApiQuery(APPROVALS_WEBHOOKS, {}, { refetchEveryMs: AGAIN_MS });
  const [isCreating, setIsCreating] = useState(false);
  const { secrets, show, drop } = useSecrets<string>();
  return (
    <Section
      title="Webhooks"
      about="Tell an address when a call waits here and when it was decided, or of alerts, in signed messages with a link to where each is seen to."
      action={<Button onClick={() => setIsCreating(true)}>New webhook</Button>}
    >
      {secrets.map((secret) => (
        <SecretOnce key={secret} label="signing secret" secret={secret} onDone={() => drop(secret)}>
          <p>The receiver checks with it that messages are from here, as libraries for Standard Webhooks do.</p>
        </SecretOnce>
      ))}
      <Loaded query={query} lines={2}>
        {({ webhooks }) =>
          webhooks && webhooks.length > 0 ? (
            webhooks.map((webhook) => <WebhookCard key={webhook.id} webhook={webhook} />)
          ) : (
            <Empty title="No webhook yet">
              With one, Slack or a program of yours hears of calls that wait (<code>approval.requested</code>) and of
              answers (<code>approval.decided</code>) as they come.
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
        hint="What it is for, such as “Slack, #approvals”."
        required
        value={name}
        error={issueAt(create.error, '/name')}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Address"
        hint="Where messages are sent: https, or http on this machine."
        type="url"
        required
        value={url}
        error={issueAt(create.error, '/url')}
        onChange={(event) => setUrl(event.target.value)}
      />
      <EventsField events={events} error={issueAt(create.error, '/events')} onChange={setEvents} />
      <Switch label="Send the input of the call, too" isOn={hasInput} onChange={setHasInput} />
    </FormDialog>
  );
}

const SUBJECTS: readonly (readonly [WebhookSubject, string])[] = [
  ['APPROVALS', 'Approvals: a call waits, or was decided'],
  ['ALERTS', 'Alerts: somebody has to see to something, or that is over'],
];

type EventsProps = {
  readonly events: readonly WebhookSubject[];
  readonly error: string | null;
  readonly onChange: (events: readonly WebhookSubject[]) => void;
};

function EventsField({ events, error, onChange }: EventsProps) {
  return (
    <fieldset className="field">
      <legend className="field__label">What it is told of</legend>
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
