import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksServerFragment } from '../../../gql/graphql.ts';
import { useMayInAccount } from '../../../shell/useMay.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { STACKS_SHARE_APPLICATION } from './operations.ts';

type ShareApplicationProps = { readonly stackId: string; readonly placed: StacksServerFragment };

/** Shares this stack's OAuth application for a server with all stacks; hidden if it has none. */
export function ShareApplication({ stackId, placed: { server, credentialStatus } }: ShareApplicationProps) {
  const mayShare = useMayInAccount('WRITE');
  const share = useApiMutation('updateApplicationSharing', async (isShared: boolean) => {
    const input = { stackId, serverId: server.id, isShared };
    return payloadOf((await sendOperation(STACKS_SHARE_APPLICATION, { input })).updateApplicationSharing);
  });
  const clientIds = new Set(server.credentialFields.flatMap(({ signIn }) => signIn?.clientFieldIds ?? []));
  const statuses = [...credentialStatus.required, ...credentialStatus.optional];
  const stored = statuses.filter(({ fieldId, state }) => clientIds.has(fieldId) && state === 'ADDED');
  if (stored.length === 0 || !mayShare) return null;
  const isShared = stored.some((field) => field.isShared);
  const onDone = (done: { readonly isShared: boolean; readonly stackCount: number }) =>
    toast(done.isShared ? `${done.stackCount} of your stacks use this application` : 'Application no longer shared');
  return (
    <section className="stack stack--small" aria-label={`OAuth application of ${server.name}`}>
      <p className="row">
        <strong>OAuth application</strong>
        {isShared && <Badge kind="good">Shared</Badge>}
      </p>
      <p className="soft small">
        {isShared
          ? 'Stacks with this server use it unless they have their own. This includes stacks you add the server to later.'
          : 'Stacks with this server that have no ID and secret use the ones stored here.'}
      </p>
      <div>
        <Button size="small" isBusy={share.isPending} onClick={() => share.mutate(!isShared, { onSuccess: onDone })}>
          {isShared ? 'Stop sharing' : 'Share with all stacks'}
        </Button>
      </div>
      <ErrorNotice error={share.error} />
    </section>
  );
}
