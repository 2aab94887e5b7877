import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { CredentialMode, StacksServerFragment } from '../../../gql/graphql.ts';
import { SelectField } from '../../../ui/Field.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { STACKS_SET_MODE } from './operations.ts';

const MODES = [
  { mode: 'STACK', label: 'Stack', hint: 'Every call uses the stack’s credentials.' },
  {
    mode: 'USER',
    label: 'End user',
    hint: 'Calls use the end user’s credentials and fail without them.',
  },
  {
    mode: 'USER_THEN_STACK',
    label: 'End user, then stack',
    hint: 'Calls use the end user’s credentials for this server, or the stack’s if the user has none.',
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
  const onSaved = () => toast(`Updated credential source of ${server.name}`);
  const onChoose = (value: string) => {
    const chosen = MODES.find((each) => each.mode === value);
    if (chosen) change.mutate(chosen.mode, { onSuccess: onSaved });
  };
  return (
    <div className="stack stack--small stacks-short">
      <SelectField
        label="Credential source"
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
