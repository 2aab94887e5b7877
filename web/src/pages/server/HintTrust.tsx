import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { ServerQuery } from '../../gql/graphql.ts';
import { MayChange } from '../../shell/May.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { SERVER_HINT_TRUST } from './operations.ts';

type HintTrustProps = { readonly server: Pick<NonNullable<ServerQuery['server']>, 'id' | 'name' | 'areHintsTrusted'> };

/** Sets whether rules use this MCP server's hints that no person has confirmed. */
export function HintTrust({ server: { id: serverId, name, areHintsTrusted } }: HintTrustProps) {
  const save = useApiMutation('updateServerHintTrust', async (isTrusted: boolean) => {
    payloadOf((await sendOperation(SERVER_HINT_TRUST, { input: { serverId, isTrusted } })).updateServerHintTrust);
    toast('Saved.');
  });
  return (
    <details className="card">
      <summary>Trust in hints</summary>
      <MayChange right="ADMIN" isOfAccount>
        <Switch
          label={`Rules use unconfirmed hints of ${name}`}
          isOn={areHintsTrusted}
          isDisabled={save.isPending}
          onChange={(isOn) => save.mutate(isOn)}
        />
        <p className="small soft">
          Otherwise, rules assume that a tool can change anything until you confirm its hints.
        </p>
        <ErrorNotice error={save.error} />
      </MayChange>
    </details>
  );
}
