import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { Right } from '../../gql/graphql.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { ACTIVITY_RECORD } from './operations.ts';

type Stack = { readonly id: string; readonly name: string; readonly rights: readonly Right[] };

export type Recording = {
  /** Stacks whose calls are not recorded. If there are many, only the first ones. */
  readonly silent: readonly Stack[];
  readonly silentCount: number;
  readonly isAnyRecorded: boolean;
};

type RecordNoticeProps = { readonly recording: Recording; readonly isOfOne: boolean };

const NAMED_MAX = 5;

/** Names the stacks without call recording, with a button to turn it on; empty if all record. */
export function RecordNotice({ recording: { silent, silentCount }, isOfOne }: RecordNoticeProps) {
  const record = useApiMutation('updateStack', async ({ id }: Stack) => {
    const input = { stackId: id, configuration: { isRecorded: true } };
    const { updateStack } = await sendOperation(ACTIVITY_RECORD, { input });
    return payloadOf(updateStack);
  });
  if (silent.length === 0) return null;
  const own = silent.filter(({ rights }) => rights.includes('WRITE')).slice(0, NAMED_MAX);
  const rest = silentCount - own.length;
  return (
    <Notice>
      <p>
        {isOfOne
          ? 'This stack doesn’t record its calls.'
          : `${silentCount === 1 ? '1 stack doesn’t' : `${silentCount.toLocaleString('en')} stacks don’t`} record calls.`}{' '}
        Recording stores the caller, time, sizes and outcome of each call, but not its input or output.
      </p>
      <div className="row">
        {own.map((stack) => (
          <Button
            key={stack.id}
            size="small"
            isBusy={record.isPending}
            onClick={() => record.mutate(stack, { onSuccess: () => toast(`Now recording calls of ${stack.name}.`) })}
          >
            Record calls of {stack.name}
          </Button>
        ))}
        {own.length > 0 && rest > 0 && (
          <span className="small soft">and {rest.toLocaleString('en')} more, in the settings of each</span>
        )}
      </div>
      <ErrorNotice error={record.error} />
    </Notice>
  );
}
