import './registry.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Store } from 'lucide-react';
import { MayOpen } from '../../shell/May.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { useDraft } from '../../ui/useDraft.ts';
import { EntryList } from './EntryList.tsx';
import { readRegistrySearch } from './search.ts';

export function RegistryPage() {
  const { q = '' } = useSearch({ from: '/inside/registry' });
  const navigate = useNavigate();
  const search = (text: string) =>
    navigate({ to: '/registry', search: readRegistrySearch({ q: text }), replace: true, resetScroll: false });
  const [draft, setDraft] = useDraft(q, search);
  return (
    <Page
      title="MCP registry"
      about="Publicly listed MCP servers. Anyone can publish here, so review a server before you add it."
      actions={
        <ButtonLink to="/marketplace">
          <Store size={17} aria-hidden /> Marketplace
        </ButtonLink>
      }
    >
      <MayOpen right="READ" action="view the registry" isSomewhere>
        <search className="registry-search">
          <SearchInput label="Search server names" value={draft} onChange={setDraft} />
        </search>
        <EntryList q={q} onReset={() => search('')} />
      </MayOpen>
    </Page>
  );
}
