import { useNavigate, useSearch } from '@tanstack/react-router';
import { useList } from '../../api/useList.ts';
import { Loaded } from '../../ui/Loading.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { useDraft } from '../../ui/useDraft.ts';
import { readServerSearch } from '../marketplace/search.ts';
import { SERVER_TOOLS } from './operations.ts';
import { ToolList } from './ToolList.tsx';

/** The filter and the expanded tool are part of the URL. */
export function ServerTools({ serverId, isPrivate }: { readonly serverId: string; readonly isPrivate: boolean }) {
  const { q = '', tool, stack } = useSearch({ from: '/inside/marketplace/$serverId' });
  const navigate = useNavigate();
  const change = (next: { readonly q?: string; readonly tool?: string | undefined }) =>
    navigate({
      to: '/marketplace/$serverId',
      params: { serverId },
      search: readServerSearch({ q, tool, stack, ...next }),
      replace: true,
      resetScroll: false,
    });
  const [draft, setDraft] = useDraft(q, (text) => change({ q: text }));
  const pages = useList(SERVER_TOOLS, { id: serverId }, ({ server }) => server?.tools, {
    isWhole: q !== '' || tool !== undefined,
  });
  return (
    <section className="stack" aria-labelledby="server-tools">
      <div className="row row--spread">
        <h2 id="server-tools">Tools{pages.totalCount === null ? '' : ` (${pages.totalCount})`}</h2>
        <SearchInput label="Filter tools" value={draft} onChange={setDraft} />
      </div>
      <Loaded query={pages} lines={6}>
        {(tools) => (
          <ToolList
            serverId={serverId}
            isPrivate={isPrivate}
            tools={tools}
            total={pages.totalCount}
            filter={q}
            openId={tool ?? null}
            onOpen={(id) => change({ tool: id })}
            onClear={() => change({ q: '' })}
          />
        )}
      </Loaded>
      <ShowMore hasMore={pages.hasMore} isBusy={pages.isLoadingMore} onMore={pages.loadMore} />
    </section>
  );
}
