import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { ToolChangeKind } from '../../gql/graphql.ts';
import { MayChange } from '../../shell/May.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { HeldKindsField } from './HeldKindsField.tsx';
import { REVIEWS_HELD_KINDS, REVIEWS_HOLD } from './operations.ts';

/** The account’s default; a server’s own page can override it. */
export function AccountHeldKinds() {
  const query = useApiQuery(REVIEWS_HELD_KINDS, {});
  const save = useApiMutation('updateHeldChanges', async (kinds: readonly ToolChangeKind[]) => {
    payloadOf((await sendOperation(REVIEWS_HOLD, { input: { kinds: [...kinds] } })).updateHeldChanges);
    toast('Saved.');
  });
  return (
    <details className="card">
      <summary>Changes that need review</summary>
      <Loaded query={query} lines={4}>
        {({ viewer }) => (
          <MayChange right="ADMIN" isOfAccount>
            <HeldKindsField
              legend="For all servers without their own setting"
              kinds={viewer?.account.heldChanges ?? []}
              isDisabled={save.isPending}
              onChange={(kinds) => save.mutate(kinds)}
            />
            <ErrorNotice error={save.error} />
          </MayChange>
        )}
      </Loaded>
    </details>
  );
}
