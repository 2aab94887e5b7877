import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksIssuerFragment } from '../../../gql/graphql.ts';
import { May } from '../../../shell/May.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Table } from '../../../ui/Table.tsx';
import { Time } from '../../../ui/Time.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { claimsText } from './claims.ts';
import { HeldTo } from './HeldTo.tsx';
import { STACKS_DELETE_ISSUER } from './operations.ts';

type IssuerTableProps = { readonly issuers: readonly StacksIssuerFragment[] };

export function IssuerTable({ issuers }: IssuerTableProps) {
  const [deleting, setDeleting] = useState<StacksIssuerFragment | null>(null);
  return (
    <>
      <Table
        label="Trusted issuers"
        columns={['Issuer', 'Endpoint', 'JWTs', 'End user', 'Limits', { unseen: 'Actions' }]}
      >
        {issuers.map((issuer) => (
          <IssuerRow key={issuer.id} issuer={issuer} onDelete={() => setDeleting(issuer)} />
        ))}
      </Table>
      {deleting && <DeleteIssuerDialog issuer={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

type IssuerRowProps = {
  readonly issuer: StacksIssuerFragment;
  readonly onDelete: () => void;
};

function IssuerRow({ issuer, onDelete }: IssuerRowProps) {
  const { name, endpoint, audience, jwksUrl, claims, endUserClaim, endUserPrefix, createdAt } = issuer;
  return (
    <tr>
      <th scope="row">
        {name}
        <p className="small stacks-limits">
          <code>{issuer.issuer}</code>
        </p>
        <p className="soft small">
          trusted <Time at={createdAt} />
        </p>
      </th>
      <td data-label="Endpoint">{endpoint.name}</td>
      <td data-label="JWTs">
        <ul className="small stacks-limits">
          <li>
            audience: <code>{audience ?? `${endpoint.url}/mcp`}</code>
          </li>
          <li>keys: {jwksUrl === null ? 'from the issuer’s metadata' : <code>{jwksUrl}</code>}</li>
          {claimsText(claims).map((claim) => (
            <li key={claim}>
              <code>{claim}</code>
            </li>
          ))}
        </ul>
      </td>
      <td data-label="End user">
        <code>
          {endUserPrefix}
          {`{${endUserClaim}}`}
        </code>
      </td>
      <td data-label="Limits">
        <HeldTo held={issuer} />
      </td>
      <td className="number">
        <May right="ADMIN">
          <Button size="small" kind="danger" aria-label={`Stop trusting ${name}`} onClick={onDelete}>
            {' '}
            Stop trusting{' '}
          </Button>
        </May>
      </td>
    </tr>
  );
}

type DeleteIssuerProps = { readonly issuer: StacksIssuerFragment; readonly onClose: () => void };

function DeleteIssuerDialog({ issuer: { id, name }, onClose }: DeleteIssuerProps) {
  const remove = useApiMutation('deleteTrustedIssuer', async () => {
    payloadOf((await sendOperation(STACKS_DELETE_ISSUER, { input: { trustedIssuerId: id } })).deleteTrustedIssuer);
    toast(`${name} is no longer trusted`);
  });
  return (
    <ConfirmDialog
      title={`Stop trusting ${name}?`}
      action="Stop trusting"
      sending={remove}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Its JWTs are no longer accepted, and tokens issued for them are revoked.</p>
    </ConfirmDialog>
  );
}
