import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { OpenStack } from './openStack.ts';
import { STACKS_UPDATE } from './operations.ts';

type RecordCallsProps = { readonly stack: OpenStack };

export function RecordCalls({ stack }: RecordCallsProps) {
  const record = useApiMutation('updateStack', async (isRecorded: boolean) => {
    const input = { stackId: stack.id, configuration: { isRecorded } };
    return payloadOf((await sendOperation(STACKS_UPDATE, { input })).updateStack);
  });
  // Optimistic; reverts if saving fails.
  const isOn = record.isPending ? record.variables : stack.configuration.isRecorded;
  return (
    <div className="stack stack--small">
      <Switch
        label="Record calls for the Activity page"
        isOn={isOn}
        isDisabled={record.isPending}
        onChange={(isEnabled) => record.mutate(isEnabled)}
      />
      <p className="soft small">
        Records each call’s time, caller, tool, outcome, latency and sizes, but not its input or output. If you turn
        this off, existing records stay.
      </p>
      <ErrorNotice error={record.error} />
    </div>
  );
}
