import { useEffect, useRef } from 'react';
import type { StacksServerFragment } from '../../../gql/graphql.ts';
import { ServerMark } from '../../../marks/ServerMark.tsx';
import { MayChange } from '../../../shell/May.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { CredentialBadge } from '../CredentialBadge.tsx';
import { CredentialForm } from './CredentialForm.tsx';
import { CredentialModeField } from './CredentialModeField.tsx';
import { ShareApplication } from './ShareApplication.tsx';
import { TestConnection } from './TestConnection.tsx';

type CredentialCardProps = {
  readonly stackId: string;
  readonly endUser: string | null;
  readonly placed: StacksServerFragment;
  /** The page's URL points to this server. */
  readonly isRequired: boolean;
};

export function CredentialCard({ stackId, endUser, placed, isRequired }: CredentialCardProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isRequired) ref.current?.scrollIntoView({ block: 'start' });
  }, [isRequired]);
  const { server, credentialMode } = placed;
  if (server.credentialFields.length === 0) return <NoFields server={server} />;
  return (
    <section className="card stack stacks-credentials" ref={ref} aria-label={`Credentials of ${server.name}`}>
      <div className="row row--spread">
        <h2 className="server-name">
          <ServerMark id={server.id} name={server.name} />
          {server.name}
        </h2>
        <CredentialBadge placed={placed} isOfUser={endUser !== null} />
      </div>
      <MayChange right="WRITE">
        <CredentialModeField stackId={stackId} placed={placed} />
      </MayChange>
      {endUser === null && credentialMode === 'USER' && (
        <Notice>
          <p>Calls use each end user’s own credentials, so the stack’s credentials below aren’t used.</p>
        </Notice>
      )}
      {endUser !== null && credentialMode === 'STACK' && (
        <Notice kind="warn">
          <p>Calls to this server use the stack’s credentials. To use these instead, change the setting above.</p>
        </Notice>
      )}
      <MayChange right="WRITE">
        <CredentialForm stackId={stackId} endUser={endUser} placed={placed} />
        {endUser === null && <ShareApplication stackId={stackId} placed={placed} />}
        <TestConnection place={{ stackId, serverId: server.id, endUser }} />
      </MayChange>
      {server.scopes.length > 0 && (
        <p className="soft small">
          Required permissions: <span className="mono">{server.scopes.join(' ')}</span>
        </p>
      )}
    </section>
  );
}

function NoFields({ server: { id, name } }: { readonly server: { readonly id: string; readonly name: string } }) {
  return (
    <section className="card row row--spread" aria-label={`Credentials of ${name}`}>
      <h2 className="server-name">
        <ServerMark id={id} name={name} />
        {name}
      </h2>
      <p className="soft">No credentials needed.</p>
    </section>
  );
}
