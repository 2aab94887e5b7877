import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { ServerQuery, ServerRefreshWhen } from '../../gql/graphql.ts';
import { SelectField } from '../../ui/Field.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { SERVER_SCHEDULE } from './operations.ts';

/** A server, and when it is asked for its tools by itself. */
export type Scheduled = Pick<NonNullable<ServerQuery['server']>, 'id' | 'name' | 'refresh'>;

const WHEN = {
  OFF: 'Never',
  NOTIFIED: 'When it says that its tools have changed',
  HOURLY: 'Every hour, and when it says so',
  DAILY: 'Every day, and when it says so',
} as const satisfies Readonly<Record<ServerRefreshWhen, string>>;

const isWhen = (text: string): text is ServerRefreshWhen => Object.hasOwn(WHEN, text);

type ScheduleProps = { readonly server: Scheduled; readonly stackId: string };

/** Says when a server is asked without anybody pressing a button, with the credentials of the chosen stack, if any. */
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
        label="By itself"
        hint="Changes go through the reviews. The credentials are those of the stack above."
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
          <p>The last time it could not be asked: {refresh.problem}</p>
        </Notice>
      )}
    </>
  );
}
