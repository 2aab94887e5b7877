import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { CredentialMode, StacksServerFragment } from '../../../gql/graphql.ts';
import { SelectField } from '../../../ui/Field.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { STACKS_SET_MODE } from './operations.ts';

const MODES = [
  { mode: 'STACK', label: 'The stack’s own', hint: 'Every call uses what is stored for the stack.' },
  {
    mode: 'USER',
    label: 'Each end user’s own',
    hint: 'A call uses what its end user stored, and is refused without it.',
  },
  {
    mode: 'USER_THEN_STACK',
    label: 'The end user’s, else the stack’s',
    hint: 'A call uses what its end user stored for this server; users who stored nothing share the stack’s.',
  },
] as const satisfies readonly { mode: CredentialMode; label: string; hint: string }[];

type ModeFieldProps = { readonly stackId: string; readonly placed: StacksServerFragment };

export function CredentialModeField({ stackId, placed }: ModeFieldProps) {
  const { server } = placed;
  const change = useApiMutation('updateServerCredentialMode', async (credentialMode: CredentialMode) => {
    const input = { stackId, serverId: server.id, credentialMode };
    return payloadOf((await sendOperation(STACKS_SET_MODE, { input })).updateServerCredentialMode);
  });
  const mode = change.isPending ? change.variables : placed.credentialMode;
  const onSaved = () => toast(`Credentials of ${server.name} are used another way now`);
  const onChoose = (value: string) => {
    const chosen = MODES.find((each) => each.mode === value);
    if (chosen) change.mutate(chosen.mode, { onSuccess: onSaved });
  };
  return (
    <div className="stack stack--small stacks-short">
      <SelectField
        label="Whose credentials calls use"
        hint={MODES.find((each) => each.mode === mode)?.hint}
        value={mode}
        onChange={(event) => onChoose(event.target.value)}
      >
        {MODES.map((each) => (
          <option key={each.mode} value={each.mode}>
            {each.label}
          </option>
        ))}
      </SelectField>
      <ErrorNotice error={change.error} />
    </div>
  );
}
