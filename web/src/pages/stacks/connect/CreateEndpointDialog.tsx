import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { issueAt } from '../../../api/issueAt.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { useList } from '../../../api/useList.ts';
import { MayChange } from '../../../shell/May.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { useOpenStack } from '../openStack.ts';
import { STACKS_SERVERS } from '../operations.ts';
import { serverNameOf } from './clients.ts';
import { EXPIRY_DEFAULT, toExpiry } from './expiry.ts';
import { FULL_TOOLS_MAX, type ListMode, ModeField } from './ModeField.tsx';
import type { FreshToken } from './NewToken.tsx';
import { STACKS_CREATE_ENDPOINT } from './operations.ts';
import { TokenFields, type TokenValues } from './TokenFields.tsx';

type CreateEndpointProps = { readonly onCreated: (fresh: FreshToken) => void; readonly onClose: () => void };

const NAME_CHARACTERS_MAX = 100;

export function CreateEndpointDialog({ onCreated, onClose }: CreateEndpointProps) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ListMode | null>(null);
  const toolCount = useToolCount();
  const mode = chosen ?? ((toolCount ?? 0) > FULL_TOOLS_MAX ? 'SEARCH' : 'FULL');
  const [isRehearsal, setIsRehearsal] = useState(false);
  const [mayUseRecordings, setMayUseRecordings] = useState(false);
  const [token, setToken] = useState<TokenValues>({ expiry: EXPIRY_DEFAULT, endUser: '' });
  const create = useCreateEndpoint(onCreated);
  const isReady = name.trim() !== '';
  return (
    <FormDialog
      title="New client endpoint"
      action="Create endpoint"
      isReady={isReady}
      sending={create}
      onSubmit={() =>
        create.mutate({
          name: name.trim(),
          mode,
          isRehearsal,
          mayUseRecordings: isRehearsal && mayUseRecordings,
          token,
        })
      }
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="The agent or program that will use it, such as “Claude Code on my laptop”."
        error={issueAt(create.error, '/name')}
        required
        maxLength={NAME_CHARACTERS_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ModeField mode={mode} toolCount={toolCount} onChoose={setChosen} />
      <Switch
        label="Rehearsal: answer from examples, without calling a service"
        isOn={isRehearsal}
        onChange={setIsRehearsal}
      />
      {isRehearsal && (
        <MayChange right="ADMIN">
          <Switch
            label="Answer with stored results of earlier calls"
            isOn={mayUseRecordings}
            onChange={setMayUseRecordings}
          />
        </MayChange>
      )}
      <TokenFields values={token} error={create.error} onChange={setToken} />
    </FormDialog>
  );
}

/** The number of enabled tools in the stack; null while loading. */
function useToolCount(): number | null {
  const { id } = useOpenStack();
  const servers = useList(STACKS_SERVERS, { stackId: id, endUser: null }, ({ stack }) => stack?.servers, {
    isWhole: true,
  });
  if (!servers.data || servers.hasMore) return null;
  return servers.data.reduce((sum, { toolCount }) => sum + toolCount, 0);
}

type NewEndpoint = {
  readonly name: string;
  readonly mode: ListMode;
  readonly isRehearsal: boolean;
  readonly mayUseRecordings: boolean;
  readonly token: TokenValues;
};

function useCreateEndpoint(onCreated: (fresh: FreshToken) => void) {
  const stack = useOpenStack();
  return useApiMutation('createClientEndpoint', async ({ token: { expiry, endUser }, ...own }: NewEndpoint) => {
    const input = { stackId: stack.id, ...own, endUser: endUser || null, expiresAt: toExpiry(expiry) };
    const { endpoint, token } = payloadOf(
      (await sendOperation(STACKS_CREATE_ENDPOINT, { input })).createClientEndpoint,
    );
    onCreated({ name: serverNameOf(stack.name), endpoint: endpoint.name, url: endpoint.url, token });
  });
}
