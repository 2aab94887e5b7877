import '../stacks.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '../../../api/pages.ts';
import { useAllPages } from '../../../api/useAllPages.ts';
import { May } from '../../../shell/May.tsx';
import { RightsContext } from '../../../shell/useMay.ts';
import { Button } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { Page } from '../../../ui/Page.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { ShowMore } from '../ShowMore.tsx';
import { CreateStackDialog } from './CreateStackDialog.tsx';
import { STACKS_LIST } from './operations.ts';
import { type ListedStack, StackRow } from './StackRow.tsx';

const ABOUT =
  'A stack is a set of servers with the tools you enabled and their credentials. Agents connect to a stack.';

export function StacksPage() {
  const { q = '' } = useSearch({ from: '/inside/stacks' });
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const pages = usePages(STACKS_LIST, {}, ({ stacks }) => stacks);
  useAllPages(pages, q !== '');
  const search = (text: string) => navigate({ to: '/stacks', search: text ? { q: text } : {}, replace: true });
  const create = (
    <May right="WRITE">
      <Button kind="primary" onClick={() => setIsCreating(true)}>
        <Plus size={18} aria-hidden />
        New stack
      </Button>
    </May>
  );
  return (
    <Page title="Stacks" about={ABOUT} actions={create}>
      <Loaded query={pages} lines={5}>
        {({ rows }) =>
          rows === null || rows.length === 0 ? (
            <Empty
              title="No stack yet"
              action={
                <May right="WRITE">
                  <Button onClick={() => setIsCreating(true)}>Create a stack</Button>
                </May>
              }
            >
              Make one for each agent or project, add the servers whose tools it may use, then connect it.
            </Empty>
          ) : (
            <>
              <SearchInput label="Search stacks" value={q} onChange={search} />
              <StackList stacks={rows} search={q} pages={pages} />
            </>
          )
        }
      </Loaded>
      {isCreating && <CreateStackDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

type StackListProps = {
  readonly stacks: readonly ListedStack[];
  readonly search: string;
  readonly pages: Parameters<typeof ShowMore>[0]['pages'];
};

const holds = (stack: ListedStack, text: string): boolean =>
  [stack.name, stack.id, ...stack.servers.nodes.map(({ server }) => server.name)].some((each) =>
    each.toLowerCase().includes(text),
  );

function StackList({ stacks, search, pages }: StackListProps) {
  const text = search.trim().toLowerCase();
  const shown = text === '' ? stacks : stacks.filter((stack) => holds(stack, text));
  return (
    <>
      <p className="visually-hidden" role="status">
        {shown.length === 1 ? '1 stack' : `${shown.length} stacks`}
      </p>
      {shown.length === 0 && !pages.hasNextPage && (
        <Empty title="No stack matches">Search looks at names, ids and the servers in a stack.</Empty>
      )}
      {shown.length > 0 && (
        <ul className="card card--flush">
          {shown.map((stack) => (
            <RightsContext key={stack.id} value={stack.rights}>
              <StackRow stack={stack} />
            </RightsContext>
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
    </>
  );
}
