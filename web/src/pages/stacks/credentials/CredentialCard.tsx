import { useEffect, useRef, useState } from 'react';
import type { StacksServerFragment } from '../../../gql/graphql.ts';
import { ServerMark } from '../../../marks/ServerMark.tsx';
import { MayChange } from '../../../shell/May.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { CredentialBadge, lacksCredentials } from '../CredentialBadge.tsx';
import { isWithoutCredentials } from '../credentialLook.ts';
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
  /** Folds the card until it's needed. */
  readonly isOneOfMany: boolean;
};

export function CredentialCard({ stackId, endUser, placed, isRequired, isOneOfMany }: CredentialCardProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isRequired) ref.current?.scrollIntoView({ block: 'start' });
  }, [isRequired]);
  const isLacking = endUser === null ? lacksCredentials(placed) : isWithoutCredentials(placed);
  const [isOpen, setIsOpen] = useState(isRequired || isLacking || !isOneOfMany);
  const { server, credentialMode } = placed;
  if (server.credentialFields.length === 0) return <NoFields server={server} />;
  return (
    <section className="card stacks-credentials" ref={ref} aria-label={`Credentials of ${server.name}`}>
      <details className="fold" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="row row--spread">
          <h2 className="server-name">
            <ServerMark id={server.id} name={server.name} />
            {server.name}
          </h2>
          <CredentialBadge placed={placed} isOfUser={endUser !== null} />
        </summary>
        <div className="stack">
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
        </div>
      </details>
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
