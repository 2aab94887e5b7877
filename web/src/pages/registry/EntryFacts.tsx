import { ExternalLink } from 'lucide-react';
import { Time } from '../../ui/Time.tsx';
import type { ShownEntry } from './EntryCard.tsx';

export function EntryFacts({ entry }: { readonly entry: ShownEntry }) {
  const { website, repository, remotes, packages, credentialFields, updatedAt } = entry;
  return (
    <dl className="facts registry-facts">
      <Linked label="Website" url={website} />
      <Linked label="Source" url={repository} />
      <Listed
        label="URLs"
        items={remotes.map(({ type, url }) => (type === 'streamable-http' ? url : `${url} (${type})`))}
      />
      <Listed
        label="Packages"
        items={packages.map(({ registryType, identifier, version }) =>
          [registryType, identifier, version ?? ''].join(' ').trim(),
        )}
      />
      <Listed
        label="Inputs"
        items={credentialFields.map(({ name, isRequired }) => (isRequired ? name : `${name} (optional)`))}
      />
      {updatedAt !== null && (
        <>
          <dt>Updated</dt>
          <dd>
            <Time at={updatedAt} />
          </dd>
        </>
      )}
    </dl>
  );
}

function Linked({ label, url }: { readonly label: string; readonly url: string | null }) {
  if (url === null) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <a href={url} rel="noopener noreferrer" target="_blank">
          {url} <ExternalLink size={14} aria-label="(opens in a new tab)" />
        </a>
      </dd>
    </>
  );
}

function Listed({ label, items }: { readonly label: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {items.length === 1 ? (
          <span className="mono small">{items[0]}</span>
        ) : (
          <ul className="registry-facts__list">
            {[...new Set(items)].map((item) => (
              <li key={item} className="mono small">
                {item}
              </li>
            ))}
          </ul>
        )}
      </dd>
    </>
  );
}
