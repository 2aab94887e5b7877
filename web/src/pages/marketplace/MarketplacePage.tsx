import { May } from '../../shell/May.tsx';
import './marketplace.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FilePlus2, Library } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBar, ListSelect } from '../../lists/ListBar.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ServerList } from './ServerList.tsx';
import { CATEGORIES, type MarketplaceSearch, readMarketplaceSearch, SERVER_LIST } from './search.ts';
import { useStackChoice } from './useStackChoice.ts';

export function MarketplacePage() {
  const search: MarketplaceSearch = useSearch({ from: '/inside/marketplace' });
  const { q, category = '', stack: stackId } = search;
  const navigate = useNavigate();
  const change = (next: MarketplaceSearch) =>
    navigate({
      to: '/marketplace',
      search: { ...next, ...(stackId && { stack: stackId }) },
      replace: true,
      resetScroll: false,
    });
  const choice = useStackChoice(stackId);
  return (
    <Page
      title="Marketplace"
      about="Servers provide tools. Add one to a stack so that the stack’s agents can call its tools."
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
        <StackBanner {...choice}>Servers are added with all their tools. You can disable some later.</StackBanner>
      )}
      <ListBar
        kind={SERVER_LIST}
        search={search}
        label="Search servers and tools"
        onChange={(next) => change({ ...next, ...(category && { category }) })}
      >
        <ListSelect
          label="Category"
          value={category}
          options={[{ value: '', label: 'All' }, ...CATEGORIES]}
          onChange={(next) => change(readMarketplaceSearch({ ...search, category: next }))}
        />
      </ListBar>
      <ServerList search={search} choice={choice} onReset={() => change({})} />
    </Page>
  );
}

type StackBannerProps = {
  readonly stack: { readonly id: string; readonly name: string } | null;
  readonly isMissing: boolean;
  readonly children?: ReactNode;
};

/** Shows the target stack. Reserves its space while the stack loads. */
function StackBanner({ stack, isMissing, children }: StackBannerProps) {
  if (isMissing)
    return (
      <Notice kind="warn">
        <p>The stack you came from no longer exists. Add servers to another one.</p>
      </Notice>
    );
  return (
    <Notice>
      <div className="row row--spread">
        <p>
          Adding to the stack <strong>{stack?.name ?? '…'}</strong>. {children}
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
