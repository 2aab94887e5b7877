import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksMachineFragment } from '../../../gql/graphql.ts';
import { May } from '../../../shell/May.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/Code.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Table } from '../../../ui/Table.tsx';
import { Time } from '../../../ui/Time.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { EndBadge } from '../EndBadge.tsx';
import { HeldTo } from './HeldTo.tsx';
import type { FreshSecret } from './NewSecret.tsx';
import { STACKS_REVOKE_MACHINE } from './operations.ts';
import { RotateMachineDialog } from './RotateMachineDialog.tsx';

type MachineTableProps = {
  readonly clients: readonly StacksMachineFragment[];
  readonly onSecret: (fresh: FreshSecret) => void;
};

type Open = { readonly dialog: 'rotate' | 'revoke'; readonly client: StacksMachineFragment };

export function MachineTable({ clients, onSecret }: MachineTableProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Table
        label="Service accounts"
        columns={['Name', 'Endpoint', 'Authentication', 'Limits', 'State', { unseen: 'Actions' }]}
      >
        {clients.map((client) => (
          <MachineRow key={client.id} client={client} onOpen={(dialog) => setOpen({ dialog, client })} />
        ))}
      </Table>
      {open?.dialog === 'rotate' && <RotateMachineDialog client={open.client} onSecret={onSecret} onClose={close} />}
      {open?.dialog === 'revoke' && <RevokeMachineDialog client={open.client} onClose={close} />}
    </>
  );
}

type MachineRowProps = {
  readonly client: StacksMachineFragment;
  readonly onOpen: (dialog: Open['dialog']) => void;
};

function MachineRow({ client, onOpen }: MachineRowProps) {
  const { id, name, createdAt, rotatedAt } = client;
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="row small">
          <code>{id}</code> <CopyButton text={id} label="Copy ID" />
        </span>
      </th>
      <td data-label="Endpoint">{client.endpoint.name}</td>
      <td data-label="Authentication">
        <CredentialOf client={client} />
        <p className="soft small">
          {rotatedAt === null ? (
            <>
              Created <Time at={createdAt} />
            </>
          ) : (
            <>
              Rotated <Time at={rotatedAt} />
            </>
          )}
        </p>
      </td>
      <td data-label="Limits">
        <HeldTo held={client} />
      </td>
      <td data-label="State">
        <EndBadge expiresAt={client.expiresAt} ended="Expired" />
      </td>
      <td className="number">
        <May right="WRITE">
          <div className="row">
            <Button size="small" aria-label={`Rotate ${name}`} onClick={() => onOpen('rotate')}>
              Rotate
            </Button>
            <Button size="small" kind="danger" aria-label={`Revoke ${name}`} onClick={() => onOpen('revoke')}>
              Revoke
            </Button>
          </div>
        </May>
      </td>
    </tr>
  );
}

function CredentialOf({ client: { hasSecret, thumbprints } }: { readonly client: StacksMachineFragment }) {
  if (hasSecret) return 'Secret';
  return (
    <>
      {thumbprints.length === 1 ? '1 key' : `${thumbprints.length} keys`}
      <ul className="small soft stacks-limits">
        {thumbprints.map((thumbprint) => (
          <li key={thumbprint}>
            <code>{thumbprint}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

type RevokeMachineProps = {
  readonly client: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
};

function RevokeMachineDialog({ client: { id, name }, onClose }: RevokeMachineProps) {
  const revoke = useApiMutation('revokeServiceAccount', async () => {
    payloadOf((await sendOperation(STACKS_REVOKE_MACHINE, { input: { serviceAccountId: id } })).revokeServiceAccount);
    toast(`${name} is revoked`);
  });
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      action="Revoke service account"
      sending={revoke}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>It can no longer sign in, and all its tokens are revoked. You can’t undo this.</p>
    </ConfirmDialog>
  );
}
