import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { InlineNumber } from '../../ui/InlineNumber.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { OpenStack } from './openStack.ts';
import { STACKS_KEEP_CONTENTS } from './operations.ts';

const DAYS = 7;
const DAYS_MAX = 30;

export function KeepContents({ stack }: { readonly stack: OpenStack }) {
  const { isRecorded, contentDays, contentRedactions } = stack.configuration;
  const [days, setDays] = useState(String(contentDays ?? DAYS));
  const [names, setNames] = useState(contentRedactions.join(', '));
  const keep = useApiMutation('updateCallContents', async (retentionDays: number | null) => {
    const redact = names.split(',').flatMap((name) => name.trim() || []);
    const input = { stackId: stack.id, days: retentionDays, redact };
    return payloadOf((await sendOperation(STACKS_KEEP_CONTENTS, { input })).updateCallContents);
  });
  const isKept = isRecorded && contentDays !== null;
  return (
    <form
      className="stack stack--small"
      onSubmit={(event) => {
        event.preventDefault();
        keep.mutate(Number(days));
      }}
    >
      <Switch
        label="Store call inputs and outputs"
        isOn={keep.isPending ? keep.variables !== null : isKept}
        isDisabled={keep.isPending}
        onChange={(isOn) => keep.mutate(isOn ? Number(days) : null)}
      />
      <p className="soft small">
        Stores encrypted inputs and outputs of calls. Only owners and admins can read them, and each read is in the
        audit log. Credentials, fields such as password and the fields below are removed, but text isn’t scanned for
        secrets. If you turn this off, stored contents stay until they expire.
      </p>
      {isKept && (
        <>
          <p className="sentence">
            Delete them after <InlineNumber label="Retention (days)" max={DAYS_MAX} value={days} onChange={setDays} />{' '}
            {days === '1' ? 'day' : 'days'}.
          </p>
          <TextField
            label="Also remove"
            hint="Field names, and JSON pointers below /input and /output, separated by commas: email, /output/items/*/iban"
            isMono
            value={names}
            onChange={(event) => setNames(event.target.value)}
          />
          <div>
            <Button type="submit" isBusy={keep.isPending}>
              Save
            </Button>
          </div>
        </>
      )}
      <ErrorNotice error={keep.error} />
    </form>
  );
}
