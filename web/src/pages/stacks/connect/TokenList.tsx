import { useState } from 'react';
import { useList } from '../../../api/useList.ts';
import type { StacksEndpointFragment } from '../../../gql/graphql.ts';
import { usedVariables } from '../../../lists/made.ts';
import { PagedList } from '../../../lists/PagedList.tsx';
import type { Noun } from '../../../lists/total.ts';
import { TOKEN_LIST } from './lists.ts';
import { STACKS_TOKENS } from './operations.ts';
import { TokenTable } from './TokenTable.tsx';
import { useTokenSearch } from './useConnectSearch.ts';

const NOUN: Noun = ['token', 'tokens'];

type TokenListProps = { readonly endpoint: StacksEndpointFragment };

/** The newest tokens load with their endpoint; older ones and search results need a query. */
function useTokens({ id, tokens }: StacksEndpointFragment) {
  const { search, change } = useTokenSearch(id);
  const [isRequested, setIsRequested] = useState(false);
  const enabled = isRequested || Object.keys(search).length > 0;
  const list = useList(
    STACKS_TOKENS,
    { endpointId: id, ...usedVariables(TOKEN_LIST, search) },
    ({ clientEndpoint }) => clientEndpoint?.tokens,
    { enabled },
  );
  const hasMore = tokens.totalCount > tokens.nodes.length;
  const newest = { data: tokens.nodes, totalCount: tokens.totalCount, hasMore, loadMore: () => setIsRequested(true) };
  return { list: enabled ? list : { ...list, ...newest }, search, change };
}

export function TokenList({ endpoint }: TokenListProps) {
  const { list, search, change } = useTokens(endpoint);
  return (
    <PagedList
      list={list}
      all={endpoint.tokens.totalCount}
      kind={TOKEN_LIST}
      noun={NOUN}
      search={search}
      label={`Search tokens of ${endpoint.name}`}
      onChange={change}
      searchedFields="Search covers names."
      empty={<p className="soft">No tokens yet. Create one, or sign in from a client.</p>}
    >
      {(tokens) => <TokenTable endpoint={endpoint} tokens={tokens} />}
    </PagedList>
  );
}
