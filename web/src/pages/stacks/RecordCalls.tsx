import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { OpenStack } from './openStack.ts';
import { STACKS_UPDATE } from './operations.ts';

type RecordCallsProps = { readonly stack: OpenStack };

/** Turns the recording of the stack’s calls on and off. */
export function RecordCalls({ stack }: RecordCallsProps) {
  const record = useApiMutation('updateStack', async (analyticsEnabled: boolean) => {
    const input = { stackId: stack.id, configuration: { analyticsEnabled } };
    return payloadOf((await sendOperation(STACKS_UPDATE, { input })).updateStack);
  });
  // Shown at once; the stored state again when saving it fails.
  const isOn = record.isPending ? record.variables : stack.configuration.analyticsEnabled;
  return (
    <div className="stack stack--small">
      <Switch
        label="Record calls for the Activity page"
        isOn={isOn}
        isDisabled={record.isPending}
        onChange={(wanted) => record.mutate(wanted)}
      />
      <p className="soft small">
        For each call: when it was, who called, which tool, how it ended and why it failed, where its time went, and the
        sizes of input and answer. Switching it off keeps what is recorded.
      </p>
      <ErrorNotice error={record.error} />
    </div>
  );
}
