import { ExternalLink } from 'lucide-react';
import type { ServerQuery } from '../../gql/graphql.ts';
import { Time } from '../../ui/Time.tsx';
import { ServerBadges } from '../marketplace/ServerBadges.tsx';
import { CATEGORIES, credentialNeed } from '../marketplace/search.ts';
import { CredentialNeeds } from './CredentialNeeds.tsx';

type ShownServer = NonNullable<ServerQuery['server']>;

export function ServerAbout({ server }: { readonly server: ShownServer }) {
  const { id, category, homepage, isVerified, isPrivate, scopes, updatedAt, credentialFields } = server;
  return (
    <div className="server-about">
      <section className="card stack" aria-labelledby="server-facts">
        <h2 id="server-facts">About</h2>
        <div className="row">
          <ServerBadges isVerified={isVerified} isPrivate={isPrivate} need={credentialNeed(server)} />
        </div>
        <dl className="facts">
          <dt>Server ID</dt>
          <dd>
            <code>{id}</code>
          </dd>
          {category && (
            <>
              <dt>Category</dt>
              <dd>{CATEGORIES.find((known) => known.category === category)?.label}</dd>
            </>
          )}
          {homepage && (
            <>
              <dt>Homepage</dt>
              <dd>
                <a href={homepage} rel="noopener noreferrer" target="_blank">
                  {homepage} <ExternalLink size={14} aria-label="(opens in a new tab)" />
                </a>
              </dd>
            </>
          )}
          {scopes.length > 0 && (
            <>
              <dt>Permissions</dt>
              <dd className="mono small">{scopes.join(', ')}</dd>
            </>
          )}
          <dt>Updated</dt>
          <dd>
            <Time at={updatedAt} />
          </dd>
        </dl>
        {!isVerified && !isPrivate && (
          <p className="small soft">Not verified. Its document hasn’t been tested against the live service yet.</p>
        )}
      </section>
      <CredentialNeeds fields={credentialFields} />
    </div>
  );
}
