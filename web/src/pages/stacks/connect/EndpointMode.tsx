import { ask } from '../../../api/ask.ts';
import { payloadOf } from '../../../api/member.ts';
import type { StacksEndpointFragment } from '../../../gql/graphql.ts';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { useStackChange } from '../useStackChange.ts';
import { type ListMode, ModeField } from './ModeField.tsx';
import { STACKS_UPDATE_ENDPOINT } from './operations.ts';

type EndpointModeProps = { readonly endpoint: StacksEndpointFragment };

export function EndpointMode({ endpoint }: EndpointModeProps) {
  const change = useStackChange(async (mode: ListMode) => {
    const input = { endpointId: endpoint.id, mode };
    return payloadOf((await ask(STACKS_UPDATE_ENDPOINT, { input })).updateClientEndpoint);
  });
  const onSaved = () => toast(`${endpoint.name} lists other tools now`);
  return (
    <div className="stacks-short stack stack--small">
      <ModeField
        mode={change.isPending ? change.variables : endpoint.mode}
        onChoose={(mode) => change.mutate(mode, { onSuccess: onSaved })}
      />
      <ErrorNotice error={change.error} />
    </div>
  );
}
