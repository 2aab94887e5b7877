import { useNavigate, useSearch } from '@tanstack/react-router';
import { FilePlus2 } from 'lucide-react';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import './marketplace.css';
import { ServerFilters } from './ServerFilters.tsx';
import { ServerList } from './ServerList.tsx';
import { StackBanner } from './StackBanner.tsx';
import { type MarketplaceSearch, readMarketplaceSearch } from './search.ts';
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
        <ButtonLink to="/import">
          <FilePlus2 size={17} aria-hidden /> Import your own
        </ButtonLink>
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
