import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { AccountKeysQuery } from '../../gql/graphql.ts';
import { May } from '../../shell/May.tsx';
import { nameOfRole } from '../../shell/roleWords.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Table } from '../../ui/Table.tsx';
import { Time } from '../../ui/Time.tsx';
import { limitsOf } from '../stacks/connect/reach.ts';
import { ACCOUNT_REVOKE_KEY } from './operations.ts';
import { StackRolesOf } from './StackRolesOf.tsx';

type ApiKey = NonNullable<AccountKeysQuery['apiKeys']>['nodes'][number];
type KeyTableProps = { readonly keys: readonly ApiKey[] };

export function KeyTable({ keys }: KeyTableProps) {
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <>
      <Table
        label="API keys table"
        columns={['Name', 'Role', 'Key', 'Created', 'Last used', 'State', { unseen: 'Actions' }]}
      >
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
        ))}
      </Table>
      {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

type KeyRowProps = { readonly apiKey: ApiKey; readonly onRevoke: () => void };

function KeyRow({
  apiKey: { name, display, role, stackRoles, maker, createdAt, lastUsedAt, expiresAt, revokedAt, ...held },
  onRevoke,
}: KeyRowProps) {
  return (
    <tr>
      <th scope="row" className="account-name">
        {name}
      </th>
      <td data-label="Role">
        {nameOfRole(role)}
        <StackRolesOf roles={stackRoles} />
        <KeyLimits held={held} />
      </td>
      <td data-label="Key">
        <code>{display}…</code>
      </td>
      <td data-label="Created">
        <Time at={createdAt} />
        {maker !== null && <p className="soft small">by {maker}</p>}
      </td>
      <td data-label="Last used">{lastUsedAt ? <Time at={lastUsedAt} /> : <span className="soft">never</span>}</td>
      <td data-label="State">
        <KeyState expiresAt={expiresAt} revokedAt={revokedAt} />
      </td>
      <td className="number">
        {revokedAt === null && (
          <May right="ADMIN">
            <Button size="small" kind="danger" onClick={onRevoke}>
              Revoke<span className="visually-hidden"> {name}</span>
            </Button>
          </May>
        )}
      </td>
    </tr>
  );
}

type KeyLimitsProps = {
  readonly held: Pick<ApiKey, 'scopes' | 'tools' | 'networks' | 'callsMax' | 'calls'>;
};

/** Restrictions of a key in addition to its role. */
function KeyLimits({ held }: KeyLimitsProps) {
  const scopes = held.scopes.filter((scope) => scope !== 'KEYS_WRITE');
  const limits = [...(scopes.length > 0 ? [`Scopes: ${scopes.join(', ').toLowerCase()}`] : []), ...limitsOf(held)];
  return limits.map((limit) => (
    <p key={limit} className="soft small">
      {limit}
    </p>
  ));
}

function KeyState({ expiresAt, revokedAt }: Pick<ApiKey, 'expiresAt' | 'revokedAt'>) {
  if (revokedAt !== null) return <Badge kind="bad">Revoked</Badge>;
  if (expiresAt === null) return <Badge kind="good">Active</Badge>;
  if (new Date(expiresAt) <= new Date()) return <Badge kind="bad">Expired</Badge>;
  return (
    <Badge kind="good">
      Ends <Time at={expiresAt} />
    </Badge>
  );
}

type RevokeKeyProps = { readonly apiKey: ApiKey; readonly onClose: () => void };

function RevokeKeyDialog({ apiKey: { id, name }, onClose }: RevokeKeyProps) {
  const revoke = useApiMutation('revokeApiKey', async (apiKeyId: string) =>
    payloadOf((await sendOperation(ACCOUNT_REVOKE_KEY, { input: { apiKeyId } })).revokeApiKey),
  );
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      action="Revoke key"
      sending={revoke}
      onConfirm={() => revoke.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>The key stops working at the next request. You can’t undo this.</p>
    </ConfirmDialog>
  );
}
