import { May } from '../../shell/May.tsx';
import './marketplace.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FilePlus2, Library } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { useDraft } from '../../ui/useDraft.ts';
import { ServerList } from './ServerList.tsx';
import { type MarketplaceSearch, readMarketplaceSearch, type ServerFilter, SHOWS } from './search.ts';
import { useStackChoice } from './useStackChoice.ts';

export function MarketplacePage() {
  const { q = '', show = 'all', stack: stackId } = useSearch({ from: '/inside/marketplace' });
  const navigate = useNavigate();
  const change = (next: MarketplaceSearch) =>
    navigate({
      to: '/marketplace',
      search: readMarketplaceSearch({ q, show, stack: stackId, ...next }),
      replace: true,
      resetScroll: false,
    });
  const choice = useStackChoice(stackId);
  return (
    <Page
      title="Marketplace"
      about="Servers bring tools. Add one to a stack, and the agents connected to that stack can call its tools."
      actions={
        <May right="WRITE">
          <ButtonLink to="/registry" search={q ? { q } : {}}>
            <Library size={17} aria-hidden /> MCP registry
          </ButtonLink>
          <ButtonLink to="/import">
            <FilePlus2 size={17} aria-hidden /> Import your own
          </ButtonLink>
        </May>
      }
    >
      {stackId && (
        <StackBanner {...choice}>Each server is added with all its tools; you can switch off some later.</StackBanner>
      )}
      <ServerFilters q={q} show={show} onSearch={(text) => change({ q: text })} onShow={(to) => change({ show: to })} />
      <ServerList q={q} show={show} choice={choice} onReset={() => change({ q: '', show: 'all' })} />
    </Page>
  );
}

type ServerFiltersProps = {
  readonly q: string;
  readonly show: ServerFilter;
  readonly onSearch: (q: string) => void;
  readonly onShow: (show: ServerFilter) => void;
};

function ServerFilters({ q, show, onSearch, onShow }: ServerFiltersProps) {
  const [draft, setDraft] = useDraft(q, onSearch);
  return (
    <search className="row marketplace-filters">
      <SearchInput label="Search servers and tools" value={draft} onChange={setDraft} />
      <fieldset className="marketplace-filters__shows">
        <legend className="visually-hidden">Show</legend>
        {SHOWS.map(({ value, label }) => (
          <label key={value} className="marketplace-chip">
            <input
              type="radio"
              name="show"
              className="visually-hidden"
              checked={value === show}
              onChange={() => onShow(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </search>
  );
}

type StackBannerProps = {
  readonly stack: { readonly id: string; readonly name: string } | null;
  readonly isMissing: boolean;
  readonly children?: ReactNode;
};

/** Says which stack one chooses for; keeps its place while that is found out. */
function StackBanner({ stack, isMissing, children }: StackBannerProps) {
  if (isMissing)
    return (
      <Notice kind="warn">
        <p>The stack that you came from does not exist any more. Add servers to another one.</p>
      </Notice>
    );
  return (
    <Notice>
      <div className="row row--spread">
        <p>
          Choosing for the stack <strong>{stack?.name ?? '…'}</strong>. {children}
        </p>
        {stack && (
          <ButtonLink to="/stacks/$stackId" params={{ stackId: stack.id }} size="small">
            Done
          </ButtonLink>
        )}
      </div>
    </Notice>
  );
}
