import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { ToolChangeKind } from '../../gql/graphql.ts';
import { MaySomewhere } from '../../shell/May.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { REVIEWS_ACCEPT, REVIEWS_REFUSE } from './operations.ts';

type ReviewActionsProps = {
  readonly serverId: string;
  /** The version the page shows. The server ignores decisions about any other. */
  readonly digest: string;
  readonly of: readonly { readonly toolId?: string; readonly isRefused: boolean; readonly kind?: ToolChangeKind }[];
  /** Whether the decision covers the server's instructions, which have no tool ID. */
  readonly hasInstructions?: boolean;
  readonly label: string;
};

export function ReviewActions({ serverId, digest, of, hasInstructions = false, label }: ReviewActionsProps) {
  const toolIds = of.flatMap(({ toolId }) => (toolId === undefined ? [] : [toolId]));
  const input = { serverId, digest, toolIds, hasInstructions };
  const accept = useApiMutation('acceptToolChanges', async () =>
    payloadOf((await sendOperation(REVIEWS_ACCEPT, { input })).acceptToolChanges),
  );
  const refuse = useApiMutation('refuseToolChanges', async () =>
    payloadOf((await sendOperation(REVIEWS_REFUSE, { input })).refuseToolChanges),
  );
  return (
    <>
      <ErrorNotice error={accept.error ?? refuse.error} />
      <MaySomewhere right="WRITE">
        <div className="row">
          <Button kind="primary" isBusy={accept.isPending} onClick={() => accept.mutate()}>
            Accept {label}
          </Button>
          {of.some(({ isRefused, kind }) => !isRefused && kind !== 'REMOVED') && (
            <Button kind="danger" isBusy={refuse.isPending} onClick={() => refuse.mutate()}>
              Refuse {label}
            </Button>
          )}
        </div>
      </MaySomewhere>
    </>
  );
}
