import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { ServerQuery, ServerRefreshWhen } from '../../gql/graphql.ts';
import { SelectField } from '../../ui/Field.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { SERVER_SCHEDULE } from './operations.ts';

export type Scheduled = Pick<NonNullable<ServerQuery['server']>, 'id' | 'name' | 'refresh'>;

const WHEN = {
  OFF: 'Never',
  NOTIFIED: 'When the server reports changes',
  HOURLY: 'Every hour, and when the server reports changes',
  DAILY: 'Every day, and when the server reports changes',
} as const satisfies Readonly<Record<ServerRefreshWhen, string>>;

const isWhen = (text: string): text is ServerRefreshWhen => Object.hasOwn(WHEN, text);

type ScheduleProps = { readonly server: Scheduled; readonly stackId: string };

/** Sets the automatic refresh, with the chosen stack's credentials, if any. */
export function Schedule({ server, stackId }: ScheduleProps) {
  const { id: serverId, refresh } = server;
  const save = useApiMutation('updateServerRefresh', async (when: ServerRefreshWhen) => {
    const input = { serverId, when, ...(stackId !== '' && { stackId }) };
    payloadOf((await sendOperation(SERVER_SCHEDULE, { input })).updateServerRefresh);
    toast('Saved.');
  });
  return (
    <>
      <SelectField
        label="Automatic refresh"
        hint="Uses the credentials of the stack above. Changes still go through reviews."
        value={save.variables ?? refresh?.when ?? 'OFF'}
        disabled={save.isPending}
        onChange={({ target }) => isWhen(target.value) && save.mutate(target.value)}
      >
        {Object.entries(WHEN).map(([when, title]) => (
          <option key={when} value={when}>
            {title}
          </option>
        ))}
      </SelectField>
      <ErrorNotice error={save.error} />
      {refresh?.problem && (
        <Notice kind="bad">
          <p>The last refresh failed: {refresh.problem}</p>
        </Notice>
      )}
    </>
  );
}
