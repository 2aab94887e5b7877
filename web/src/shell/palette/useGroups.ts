import { useQuery } from '@tanstack/react-query';
import { useApiQuery } from '../../api/hooks.ts';
import { useDebounced } from '../../ui/useDebounced.ts';
import { documentsIn, type Entry, found, type Group } from './entries.ts';
import { PALETTE_FOUND, PALETTE_TOOLS } from './operations.ts';

/** A shorter text finds too much to be worth a request. */
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
  '/credentials': 'Credentials',
  '/connect': 'Connect',
  '/machines': 'Machines',
  '/chat': 'Chat',
  '/usage': 'Usage',
  '/settings': 'Settings',
};

/** What is found for a search, by kind: at most six of each, in two requests that are bounded themselves. */
export function useGroups(search: string, pages: readonly Entry[], stackId: string | null) {
  const named = useNamed(search);
  const here = useApiQuery(PALETTE_TOOLS, { id: stackId ?? '' }, { enabled: stackId !== null });
  const documents = useDocuments();
  const stack = here.data?.stack ?? null;
  const tabs = stack ? Object.entries(TABS).map(([path, name]) => tabOf(stack, path, name)) : [];
  const isSearching = search.trim() !== '';
  const groups: Group[] = [
    { name: 'Pages', entries: found([...pages, ...tabs], search) },
    { name: `Tools of ${stack?.name ?? ''}`, entries: isSearching ? found(toolsOf(stack), search) : [] },
    ...named.groups,
    { name: 'Documentation', entries: isSearching ? found(documents, search) : [] },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isAsking: named.isAsking };
}

/** The stacks and servers that the service finds. */
function useNamed(search: string): { readonly groups: readonly Group[]; readonly isAsking: boolean } {
  const asked = useDebounced(search).trim();
  const enabled = asked.length >= ASKED_CHARS_MIN;
  const { data, isFetching } = useApiQuery(PALETTE_FOUND, { search: asked }, { enabled, keepPrevious: true });
  if (!enabled) return { groups: [], isAsking: false };
  const stacks = data?.stacks?.nodes ?? [];
  const servers = data?.servers?.nodes ?? [];
  const groups = [
    { name: 'Stacks', entries: stacks.map(({ id, name }) => page(name, `/stacks/${id}`, 'Stack')) },
    {
      name: 'Servers',
      entries: servers.map(({ id, name }) => page(name, `/marketplace/${encodeURIComponent(id)}`, id)),
    },
  ];
  return { groups, isAsking: isFetching || asked !== search.trim() };
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

/** The documents of this installation, read once. */
function useDocuments(): readonly Entry[] {
  const { data = [] } = useQuery({
    queryKey: ['documents'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/llms.txt', { signal });
      return response.ok ? documentsIn(await response.text()) : [];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
