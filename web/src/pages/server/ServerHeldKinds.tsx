import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { ServerQuery, ToolChangeKind } from '../../gql/graphql.ts';
import { MayChange } from '../../shell/May.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { HeldKindsField } from '../reviews/HeldKindsField.tsx';
import { SERVER_HOLD } from './operations.ts';

type Server = Pick<NonNullable<ServerQuery['server']>, 'id' | 'name' | 'heldChanges'>;
type ServerHeldKindsProps = {
  readonly server: Server;
  /** The account's default. */
  readonly usual: readonly ToolChangeKind[];
};

/** Which changes of this server's tools need a review. */
export function ServerHeldKinds({ server, usual }: ServerHeldKindsProps) {
  const { id: serverId, name, heldChanges: own } = server;
  const save = useApiMutation('updateServerHeldChanges', async (kinds: readonly ToolChangeKind[] | null) => {
    const input = { serverId, kinds: kinds && [...kinds] };
    payloadOf((await sendOperation(SERVER_HOLD, { input })).updateServerHeldChanges);
    toast('Saved.');
  });
  return (
    <details className="card">
      <summary>Changes that need review</summary>
      <MayChange right="ADMIN" isOfAccount>
        <Switch
          label="Use the account’s default"
          isOn={own === null}
          isDisabled={save.isPending}
          onChange={(isOn) => save.mutate(isOn ? null : usual)}
        />
        <HeldKindsField
          legend={`Changes to tools of ${name}`}
          kinds={own ?? usual}
          isDisabled={save.isPending || own === null}
          onChange={(kinds) => save.mutate(kinds)}
        />
        <ErrorNotice error={save.error} />
      </MayChange>
    </details>
  );
}
