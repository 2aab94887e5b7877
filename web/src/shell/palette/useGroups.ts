import { useQuery } from '@tanstack/react-query';
import { useApiQuery } from '../../api/hooks.ts';
import { useDebounced } from '../../ui/useDebounced.ts';
import { type Entry, found, GROUP_MAX, type Group } from './entries.ts';
import { PALETTE_FOUND, PALETTE_TOOLS } from './operations.ts';

/** Shorter texts match too much to be worth a request. */
const ASKED_CHARS_MIN = 2;

const page = (label: string, href: string, hint = ''): Entry => ({
  id: `page ${href}`,
  label,
  hint,
  href,
  isOurs: true,
});

const TABS: Readonly<Record<string, string>> = {
  '': 'Servers',
  '/skills': 'Skills',
  '/credentials': 'Credentials',
  '/connect': 'Connect',
  '/machines': 'Service accounts',
  '/chat': 'Chat',
  '/map': 'Map',
  '/usage': 'Usage',
  '/versions': 'Versions',
  '/settings': 'Settings',
};

/** Search results by group, at most six per group. Sends two requests with a page limit. */
export function useGroups(search: string, pages: readonly Entry[], stackId: string | null) {
  const named = useNamed(search);
  const here = useApiQuery(PALETTE_TOOLS, { id: stackId ?? '' }, { enabled: stackId !== null });
  const stack = here.data?.stack ?? null;
  const tabs = stack ? Object.entries(TABS).map(([path, name]) => tabOf(stack, path, name)) : [];
  const isSearching = search.trim() !== '';
  const documents = useDocuments(search, isSearching);
  const groups: Group[] = [
    { name: 'Pages', entries: found([...pages, ...tabs], search) },
    { name: `Tools of ${stack?.name ?? ''}`, entries: isSearching ? found(toolsOf(stack), search) : [] },
    ...named.groups,
    { name: 'Documentation', entries: documents.entries },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isAsking: named.isAsking || documents.isAsking };
}

/** Stacks and servers that the server's search found. */
function useNamed(search: string): { readonly groups: readonly Group[]; readonly isAsking: boolean } {
  const term = useDebounced(search).trim();
  const enabled = term.length >= ASKED_CHARS_MIN;
  const query = useApiQuery(PALETTE_FOUND, { search: term }, { enabled, keepPrevious: true });
  if (!enabled) return { groups: [], isAsking: false };
  const { data, isFetching, isPlaceholderData } = query;
  const isLate = isPlaceholderData || term !== search.trim();
  // Keep only earlier results that still match, because Enter opens the first result.
  const those = (entries: readonly Entry[]) => (isLate ? found(entries, search) : entries);
  const stacks = data?.stacks?.nodes ?? [];
  const servers = data?.servers?.nodes ?? [];
  const groups = [
    { name: 'Stacks', entries: those(stacks.map(({ id, name }) => page(name, `/stacks/${id}`, 'Stack'))) },
    {
      name: 'Servers',
      entries: those(servers.map(({ id, name }) => page(name, `/marketplace/${encodeURIComponent(id)}`, id))),
    },
  ];
  return { groups, isAsking: isFetching || isLate };
}

type Stack = { readonly id: string; readonly name: string };
type WithTools = Stack & {
  readonly tools: {
    readonly nodes: readonly {
      readonly id: string;
      readonly exposedName: string;
      readonly title: string | null;
      readonly serverName: string;
    }[];
  };
};

const tabOf = ({ id, name }: Stack, path: string, tab: string): Entry =>
  page(`${name}: ${tab}`, `/stacks/${id}${path}`);

const toolsOf = (stack: WithTools | null): readonly Entry[] =>
  (stack?.tools.nodes ?? []).map(({ id, exposedName, title, serverName }) =>
    page(
      title ?? exposedName,
      `/playground?stack=${encodeURIComponent(stack?.id ?? '')}&tool=${encodeURIComponent(id)}`,
      `${exposedName} of ${serverName}`,
    ),
  );

/** Headings of the documents and the REST reference; the index loads with the first search. */
function useDocuments(
  search: string,
  enabled: boolean,
): { readonly entries: readonly Entry[]; readonly isAsking: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['documents'],
    queryFn: async ({ signal }) => {
      const { loadFinder } = await import('../../documents/finder.ts');
      return { find: await loadFinder(signal) };
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const sections = enabled && data ? data.find(search).slice(0, GROUP_MAX) : [];
  const entries = sections.map(({ path, heading, document }) => ({
    id: `document ${path}`,
    label: heading,
    hint: document === heading ? '' : document,
    href: path,
    isOurs: false,
  }));
  return { entries, isAsking: isFetching };
}
