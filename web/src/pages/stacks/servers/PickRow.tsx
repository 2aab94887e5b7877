import { isSent, useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksPickQuery } from '../../../gql/graphql.ts';
import { ServerMark } from '../../../marks/ServerMark.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { withoutMarks } from '../../../ui/withoutMarks.ts';
import { STACKS_ADD_SERVER } from './operations.ts';

type Pick = NonNullable<StacksPickQuery['servers']>['nodes'][number];

type PickRowProps = {
  readonly stackId: string;
  readonly server: Pick;
  /** Whether adding it enables all its tools or none. */
  readonly isAll: boolean;
  readonly isPlaced: boolean;
  readonly onAdded: () => void;
};

export function PickRow({ stackId, server, isAll, isPlaced, onAdded }: PickRowProps) {
  const add = useApiMutation('addServerToStack', async () => {
    const input = { stackId, serverId: server.id, hasAllTools: isAll };
    return payloadOf((await sendOperation(STACKS_ADD_SERVER, { input })).addServerToStack);
  });
  const onDone = () => {
    toast(`Added ${server.name} to the stack`);
    onAdded();
  };
  const { totalCount } = server.tools;
  return (
    <li className="stacks-pick__row">
      <div className="stack stack--small">
        <p className="row">
          <ServerMark id={server.id} name={server.name} />
          <strong>{server.name}</strong>
          <span className="soft small">{totalCount === 1 ? '1 tool' : `${totalCount} tools`}</span>
          {server.isPrivate && <Badge>Private</Badge>}
          {server.credentialFields.length > 0 && <Badge>Needs credentials</Badge>}
        </p>
        <p className="soft small stacks-clamp">{withoutMarks(server.description)}</p>
        <ErrorNotice error={add.error} />
      </div>
      {isPlaced ? (
        <Badge kind="good">In this stack</Badge>
      ) : (
        <Button
          size="small"
          aria-label={`Add ${server.name}`}
          isBusy={isSent(add)}
          onClick={() => add.hasBegun() || add.mutate(undefined, { onSuccess: onDone })}
        >
          Add
        </Button>
      )}
    </li>
  );
}
