import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { May } from '../../../shell/May.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { EXPIRY_DEFAULT, toExpiry } from './expiry.ts';
import { STACKS_CREATE_TOKEN } from './operations.ts';
import { ReachFields } from './ReachFields.tsx';
import { REACH_DEFAULT, toReach } from './reach.ts';
import { TokenFields, type TokenValues } from './TokenFields.tsx';

type NewTokenButtonProps = {
  readonly endpoint: { readonly id: string; readonly name: string };
  readonly onCreated: (token: string) => void;
};

export function NewTokenButton(props: NewTokenButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <May right="WRITE">
        <Button size="small" aria-label={`New token for ${props.endpoint.name}`} onClick={() => setIsOpen(true)}>
          New token
        </Button>
      </May>
      {isOpen && <NewTokenDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const NAME_CHARACTERS_MAX = 100;

function NewTokenDialog({ endpoint, onCreated, onClose }: NewTokenButtonProps & { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [values, setValues] = useState<TokenValues>({ expiry: EXPIRY_DEFAULT, endUser: '' });
  const [reach, setReach] = useState(REACH_DEFAULT);
  const create = useApiMutation('createStackToken', async () => {
    const { expiry, endUser } = values;
    const about = { name: name.trim() || null, endUser: endUser || null, ...toReach(reach) };
    const input = { endpointId: endpoint.id, ...about, expiresAt: toExpiry(expiry) };
    const { token } = payloadOf((await sendOperation(STACKS_CREATE_TOKEN, { input })).createStackToken);
    onClose();
    onCreated(token);
  });
  return (
    <FormDialog
      title={`New token for ${endpoint.name}`}
      action="Create token"
      sending={create}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Name (optional)"
        hint="Helps you tell tokens apart."
        maxLength={NAME_CHARACTERS_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TokenFields values={values} error={create.error} onChange={setValues} />
      <ReachFields reach={reach} error={create.error} onChange={setReach} />
    </FormDialog>
  );
}
