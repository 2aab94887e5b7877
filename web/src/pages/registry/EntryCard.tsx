import { FilePlus2 } from 'lucide-react';
import type { RegistryServersQuery } from '../../gql/graphql.ts';
import { May } from '../../shell/May.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { EntryFacts } from './EntryFacts.tsx';

export type ShownEntry = NonNullable<RegistryServersQuery['registryServers']>['nodes'][number];

type EntryProps = { readonly entry: ShownEntry };

/** A registry server. Its content is untrusted: shown as text, and links only lead to the web. */
export function EntryCard({ entry }: EntryProps) {
  const { name, title, description, version, status, way } = entry;
  return (
    <li className="card stack stack--small registry-entry">
      <div className="row row--spread registry-entry__head">
        <div className="registry-entry__name">
          <h2>{title ?? name}</h2>
          <p className="small soft mono">{title === null ? version : `${name} ${version}`}</p>
        </div>
        {way === 'IMPORT' && <AddLink entry={entry} />}
      </div>
      <p className="registry-entry__about">{description || 'No description.'}</p>
      <div className="row registry-entry__badges">
        <WayBadge way={way} />
        {status === 'DEPRECATED' && <Badge kind="warn">Deprecated</Badge>}
        {status === 'DELETED' && <Badge kind="bad">Withdrawn</Badge>}
      </div>
      <details className="registry-entry__details">
        <summary>
          Details<span className="visually-hidden"> of {title ?? name}</span>
        </summary>
        <div className="stack stack--small">
          <EntryFacts entry={entry} />
          <HowToAdd entry={entry} />
        </div>
      </details>
    </li>
  );
}

function AddLink({ entry: { name, title, documentUrl } }: EntryProps) {
  return (
    <May right="WRITE">
      <ButtonLink
        to="/import"
        search={{ kind: 'registry', url: documentUrl }}
        size="small"
        aria-label={`Add ${title ?? name}`}
      >
        <FilePlus2 size={15} aria-hidden /> Add
      </ButtonLink>
    </May>
  );
}

function WayBadge({ way }: Pick<ShownEntry, 'way'>) {
  if (way === 'IMPORT') return <Badge kind="good">Remote server</Badge>;
  return way === 'OPERATOR' ? <Badge>Local program</Badge> : <Badge kind="warn">Can’t be added</Badge>;
}

/** For an entry that can't be added here, shows the operator's command, or the reason. */
function HowToAdd({ entry: { name, way, reason, commandLine } }: EntryProps) {
  if (way === 'NONE') return <p className="small">{reason}.</p>;
  if (way === 'IMPORT') return null;
  return (
    <div className="stack stack--small">
      <p className="small">This server runs as a local program. An operator can add it after reviewing its command:</p>
      <Code label="Command to add the server" text={`toolyard registry add ${name}`} isWrapped />
      <p className="small">Command it runs:</p>
      <Code label="Command it runs" text={commandLine ?? ''} isWrapped />
    </div>
  );
}
