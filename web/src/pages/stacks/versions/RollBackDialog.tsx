import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksRollBackPlanQuery, StacksVersionFragment } from '../../../gql/graphql.ts';
import { useShown } from '../../../lists/useShown.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
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
  const missing = missingCredentials.map(({ serverId, fieldId }) => `${serverId}: ${fieldId}`);
  return (
    <>
      <Differences label="Planned changes" differences={differences} />
      <Warning title="Left out because they no longer exist" parts={unavailable.map(unavailableName)} />
      <Warning title="Credentials to enter afterwards" parts={missing} />
    </>
  );
}

type WarningProps = { readonly title: string; readonly parts: readonly string[] };

function Warning({ title, parts }: WarningProps) {
  const { shown, more } = useShown(parts, {});
  if (parts.length === 0) return null;
  return (
    <Notice kind="warn">
      <h3>{title}</h3>
      <ul>
        {shown.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <ShowMore {...more} />
    </Notice>
  );
}
