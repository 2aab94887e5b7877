import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksEndpointFragment, StacksTokenFragment } from '../../../gql/graphql.ts';
import { May } from '../../../shell/May.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Table } from '../../../ui/Table.tsx';
import { Time } from '../../../ui/Time.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { EndBadge } from '../EndBadge.tsx';
import { STACKS_REVOKE_TOKEN } from './operations.ts';
import { RestrictedTokensButton } from './RestrictedTokensButton.tsx';
import { limitsOf } from './reach.ts';

type TokenTableProps = {
  readonly endpoint: Pick<StacksEndpointFragment, 'name'>;
  readonly tokens: readonly StacksTokenFragment[];
};

export function TokenTable({ endpoint, tokens }: TokenTableProps) {
  return (
    <Table
      label={`Tokens of ${endpoint.name}`}
      columns={['Token', 'State', 'End user', 'Limits', 'Created', 'Last used', { unseen: 'Actions' }]}
    >
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} />
      ))}
    </Table>
  );
}

function TokenRow({ token }: { readonly token: StacksTokenFragment }) {
  return (
    <tr>
      <th scope="row">
        {token.name}
        <GrantOf token={token} />
      </th>
      <td data-label="State">
        <TokenState token={token} />
      </td>
      <td data-label="End user">
        {token.endUser ? <code>{token.endUser}</code> : <span className="soft">Set by each call</span>}
      </td>
      <td data-label="Limits">
        <TokenLimits token={token} />
      </td>
      <td data-label="Created">
        <Time at={token.createdAt} />
        {token.maker !== null && <p className="soft small">by {token.maker}</p>}
      </td>
      <td data-label="Last used">
        {token.lastUsedAt ? <Time at={token.lastUsedAt} /> : <span className="soft">Never</span>}
      </td>
      <td className="number">
        {token.revokedAt === null && (
          <div className="row">
            <RestrictedTokensButton token={token} />
            <RevokeToken token={token} />
          </div>
        )}
      </td>
    </tr>
  );
}

/** The origin of a token that a sign-in created. */
function GrantOf({ token: { grantedBy, oauthClient } }: { readonly token: StacksTokenFragment }) {
  if (grantedBy === null) return null;
  return (
    <p className="soft small">
      {grantedBy.startsWith('machine_') ? 'from a service account' : 'from a trusted issuer'}
      {oauthClient !== null && `, through ${oauthClient}`}
    </p>
  );
}

function TokenLimits({ token }: { readonly token: StacksTokenFragment }) {
  const limits = limitsOf(token);
  if (limits.length === 0) return <span className="soft">All tools in the stack</span>;
  return (
    <ul className="small stacks-limits">
      {limits.map((limit) => (
        <li key={limit}>{limit}</li>
      ))}
    </ul>
  );
}

function TokenState({ token }: { readonly token: StacksTokenFragment }) {
  const { revokedAt, expiresAt, isRenewed, callsMax, calls } = token;
  if (revokedAt !== null) return <Badge kind="bad">Revoked</Badge>;
  if (callsMax !== null && calls >= callsMax) return <Badge kind="warn">Call limit reached</Badge>;
  if (isRenewed) return <Badge kind="good">Renews automatically</Badge>;
  return <EndBadge expiresAt={expiresAt} ended="Expired" />;
}

type RevokeTokenProps = { readonly token: { readonly id: string; readonly name: string } };

function RevokeToken({ token }: RevokeTokenProps) {
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useApiMutation('revokeStackToken', async () =>
    payloadOf((await sendOperation(STACKS_REVOKE_TOKEN, { input: { tokenId: token.id } })).revokeStackToken),
  );
  const onRevoked = () => {
    toast(`Token ${token.name} is revoked`);
    setIsAsking(false);
  };
  return (
    <>
      <May right="WRITE">
        <Button kind="danger" size="small" aria-label={`Revoke token ${token.name}`} onClick={() => setIsAsking(true)}>
          Revoke
        </Button>
      </May>
      {isAsking && (
        <ConfirmDialog
          title={`Revoke the token ${token.name}?`}
          action="Revoke token"
          sending={revoke}
          onConfirm={() => revoke.mutate(undefined, { onSuccess: onRevoked })}
          onClose={() => setIsAsking(false)}
        >
          <p>It stops working at the next request. You can’t undo this.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
