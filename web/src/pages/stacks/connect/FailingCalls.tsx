import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksEndpointFragment } from '../../../gql/graphql.ts';
import { MayChange } from '../../../shell/May.tsx';
import { SelectField } from '../../../ui/Field.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { STACKS_UPDATE_ENDPOINT } from './operations.ts';

const SHARES = [0, 5, 10, 20, 50, 100];

type FailingCallsProps = { readonly endpoint: StacksEndpointFragment };

/** The share of a rehearsal endpoint's calls that fail. */
export function FailingCalls({ endpoint }: FailingCallsProps) {
  const change = useApiMutation('updateClientEndpoint', async (failurePercent: number) => {
    const input = { endpointId: endpoint.id, failurePercent };
    return payloadOf((await sendOperation(STACKS_UPDATE_ENDPOINT, { input })).updateClientEndpoint);
  });
  const percent = change.isPending ? change.variables : endpoint.failurePercent;
  const shares = [...new Set([...SHARES, percent])].sort((one, other) => one - other);
  const save = (value: string) =>
    change.mutate(Number(value), { onSuccess: () => toast(`Updated the failing calls of ${endpoint.name}`) });
  return (
    <div className="stacks-short stack stack--small">
      <MayChange right="WRITE">
        <SelectField
          label="Failing calls"
          hint="Calls fail as if the service were unavailable, limited them, refused them, or didn’t answer in time."
          value={percent}
          onChange={(event) => save(event.target.value)}
        >
          {shares.map((share) => (
            <option key={share} value={share}>
              {share === 0 ? 'None' : `${share} %`}
            </option>
          ))}
        </SelectField>
      </MayChange>
      <ErrorNotice error={change.error} />
    </div>
  );
}
