import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { UpdateToolHintsInput } from '../../gql/graphql.ts';
import { MayChange } from '../../shell/May.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { SERVER_HINTS } from './operations.ts';
import type { ShownTool } from './ToolItem.tsx';

type HintsFormProps = { readonly serverId: string; readonly tool: ShownTool & { readonly hints: ShownHints } };

export type ShownHints = {
  readonly isReadOnly: boolean | null;
  readonly isDestructive: boolean | null;
  readonly isIdempotent: boolean | null;
  readonly isConfirmed: boolean;
  readonly isUsedByRules: boolean;
};

type Change = Omit<UpdateToolHintsInput, 'serverId' | 'toolId'>;

/** A tool's hints, which a person can correct or confirm. */
export function HintsForm({ serverId, tool: { id: toolId, hints } }: HintsFormProps) {
  const { isReadOnly, isDestructive, isIdempotent, isConfirmed, isUsedByRules } = hints;
  const save = useApiMutation('updateToolHints', async (change: Change) => {
    const input = { serverId, toolId, ...change };
    payloadOf((await sendOperation(SERVER_HINTS, { input })).updateToolHints);
    toast('Hints saved');
  });
  const switchOf = (label: string, hint: keyof Change, isOn: boolean | null) => (
    <Switch
      label={label}
      isOn={isOn === true}
      isDisabled={save.isPending}
      onChange={(value) => save.mutate({ [hint]: value })}
    />
  );
  return (
    <MayChange right="ADMIN" isOfAccount>
      <fieldset className="stack stack--small">
        <legend className="field__label">Hints that rules use</legend>
        {switchOf('Read-only', 'isReadOnly', isReadOnly)}
        {switchOf('Destructive', 'isDestructive', isDestructive)}
        {switchOf('Idempotent', 'isIdempotent', isIdempotent)}
        {!isUsedByRules && <p className="small soft">Rules don’t use this server’s hints until you confirm them.</p>}
        <div className="row">
          {isConfirmed ? (
            <Button
              size="small"
              onClick={() => save.mutate({ isReadOnly: null, isDestructive: null, isIdempotent: null })}
            >
              Restore the server’s hints
            </Button>
          ) : (
            <Button size="small" onClick={() => save.mutate({ isReadOnly: isReadOnly === true })}>
              Confirm hints
            </Button>
          )}
        </div>
        <ErrorNotice error={save.error} />
      </fieldset>
    </MayChange>
  );
}
