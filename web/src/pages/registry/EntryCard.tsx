import { FilePlus2 } from 'lucide-react';
import type { RegistryServersQuery } from '../../gql/graphql.ts';
import { May } from '../../shell/May.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { EntryFacts } from './EntryFacts.tsx';

export type ShownEntry = NonNullable<RegistryServersQuery['registryServers']>['nodes'][number];

type EntryProps = { readonly entry: ShownEntry };

/** One server of the registry. Its texts are a stranger's: they are shown as text, and links go nowhere but the web. */
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
  if (way === 'IMPORT') return <Badge kind="good">Runs elsewhere</Badge>;
  return way === 'OPERATOR' ? <Badge>A program to run here</Badge> : <Badge kind="warn">Cannot be added</Badge>;
}

/** For what nobody adds from here: what whoever runs the installation types, or why it cannot be. */
function HowToAdd({ entry: { name, way, reason, commandLine } }: EntryProps) {
  if (way === 'NONE') return <p className="small">{reason}.</p>;
  if (way === 'IMPORT') return null;
  return (
    <div className="stack stack--small">
      <p className="small">
        It is a program, which whoever runs this installation adds, after a look at what it would run:
      </p>
      <Code label="Command that adds the server" text={`toolyard registry add ${name}`} isWrapped />
      <p className="small">It runs:</p>
      <Code label="Program that would run" text={commandLine ?? ''} isWrapped />
    </div>
  );
}
