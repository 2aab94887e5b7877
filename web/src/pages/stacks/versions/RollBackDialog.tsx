import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksRollBackPlanQuery, StacksVersionFragment } from '../../../gql/graphql.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { Differences } from './Differences.tsx';
import { STACKS_ROLL_BACK, STACKS_ROLL_BACK_PLAN } from './operations.ts';
import { unavailableName } from './words.ts';

type RollBackProps = {
  readonly stackId: string;
  readonly version: Pick<StacksVersionFragment, 'id' | 'number'>;
  readonly onClose: () => void;
};

export function RollBackDialog({ stackId, version: { id, number }, onClose }: RollBackProps) {
  const query = useApiQuery(STACKS_ROLL_BACK_PLAN, { stackId, number }, { isCached: false });
  const plan = query.data?.stack?.version?.rollBackPlan;
  const rollBack = useApiMutation('rollBackStack', async (ifDigest: string | null) => {
    payloadOf((await sendOperation(STACKS_ROLL_BACK, { input: { versionId: id, ifDigest } })).rollBackStack);
    toast(`Rolled back to version ${number}`);
  });
  return (
    <FormDialog
      title={`Roll back to version ${number}?`}
      action="Roll back"
      isWide
      isReady={plan !== undefined && plan.differences.length > 0}
      sending={rollBack}
      // If the stack has changed since the plan, show the new plan.
      onSubmit={() =>
        rollBack.mutate(plan?.digest ?? null, { onSuccess: onClose, onError: () => void query.refetch() })
      }
      onClose={onClose}
    >
      <p>This makes a new version, so you can undo it. Agents see the change at once.</p>
      <Loaded query={query}>{({ stack }) => stack?.version && <Plan plan={stack.version.rollBackPlan} />}</Loaded>
    </FormDialog>
  );
}

type RollBackPlan = NonNullable<NonNullable<StacksRollBackPlanQuery['stack']>['version']>['rollBackPlan'];

function Plan({ plan: { differences, unavailable, missingCredentials } }: { readonly plan: RollBackPlan }) {
  return (
    <>
      <Differences label="Planned changes" differences={differences} />
      {unavailable.length > 0 && (
        <Notice kind="warn">
          <h3>Left out because they no longer exist</h3>
          <ul>
            {unavailable.map((path) => (
              <li key={path}>{unavailableName(path)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {missingCredentials.length > 0 && (
        <Notice kind="warn">
          <h3>Credentials to enter afterwards</h3>
          <ul>
            {missingCredentials.map(({ serverId, fieldId }) => (
              <li key={`${serverId} ${fieldId}`}>
                {serverId}: <code>{fieldId}</code>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
