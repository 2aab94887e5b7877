import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { OpenStack } from './openStack.ts';
import { STACKS_KEEP_CONTENTS } from './operations.ts';

const DAYS = 7;
const DAYS_MAX = 30;

/** Turns on and off whether inputs and outputs of the stack’s calls are kept, for how long and without what. */
export function KeepContents({ stack }: { readonly stack: OpenStack }) {
  const { analyticsEnabled, contentDays, contentRedactions } = stack.configuration;
  const [days, setDays] = useState(String(contentDays ?? DAYS));
  const [names, setNames] = useState(contentRedactions.join(', '));
  const keep = useApiMutation('updateCallContents', async (wanted: number | null) => {
    const redact = names.split(',').flatMap((name) => name.trim() || []);
    const input = { stackId: stack.id, days: wanted, redact };
    return payloadOf((await sendOperation(STACKS_KEEP_CONTENTS, { input })).updateCallContents);
  });
  const isKept = analyticsEnabled && contentDays !== null;
  return (
    <form
      className="stack stack--small"
      onSubmit={(event) => {
        event.preventDefault();
        keep.mutate(Number(days));
      }}
    >
      <Switch
        label="Keep what calls send and get"
        isOn={keep.isPending ? keep.variables !== null : isKept}
        isDisabled={keep.isPending}
        onChange={(wanted) => keep.mutate(wanted ? Number(days) : null)}
      />
      <p className="soft small">
        An encrypted copy of the input and output of each call, for owners and admins, who are noted in the audit log
        when they read one. Credentials and members such as password are left out, and what you name below; what people
        write in texts is not. Switching it off keeps what is there until its days are over.
      </p>
      {isKept && (
        <>
          <TextField
            label="Days"
            type="number"
            min={1}
            max={DAYS_MAX}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
          <TextField
            label="Left out as well"
            hint="Names of members, and JSON pointers below /input and /output, with commas between: email, /output/items/*/iban"
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
