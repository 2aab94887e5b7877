import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/Toasts.tsx';
import type { Stack } from './Filters.tsx';
import { ACTIVITY_RECORD } from './operations.ts';

type RecordNoticeProps = { readonly stacks: readonly Stack[]; readonly stackId: string | undefined };

const NAMED_MAX = 5;

/** Says whose calls are not recorded, and records them from now on at a click; nothing where all are. */
export function RecordNotice({ stacks, stackId }: RecordNoticeProps) {
  const record = useApiMutation('updateStack', async ({ id }: Stack) => {
    const input = { stackId: id, configuration: { analyticsEnabled: true } };
    const { updateStack } = await sendOperation(ACTIVITY_RECORD, { input });
    return payloadOf(updateStack);
  });
  const silent = stacks.filter(
    ({ id, configuration }) => !configuration.analyticsEnabled && (stackId === undefined || id === stackId),
  );
  if (silent.length === 0) return null;
  const own = silent.filter(({ rights }) => rights.includes('WRITE'));
  return (
    <Notice>
      <p>
        {stackId === undefined
          ? 'The calls of these stacks are not recorded.'
          : 'The calls of this stack are not recorded.'}{' '}
        Recording keeps who called, times, sizes, outcomes and why a call failed; not what was sent and answered.
      </p>
      <div className="row">
        {own.slice(0, NAMED_MAX).map((stack) => (
          <Button
            key={stack.id}
            size="small"
            isBusy={record.isPending}
            onClick={() => record.mutate(stack, { onSuccess: () => toast(`Calls of ${stack.name} are recorded now.`) })}
          >
            Record calls of {stack.name}
          </Button>
        ))}
        {own.length > NAMED_MAX && <span className="small soft">and {own.length - NAMED_MAX} more</span>}
      </div>
      <ErrorNotice error={record.error} />
    </Notice>
  );
}
