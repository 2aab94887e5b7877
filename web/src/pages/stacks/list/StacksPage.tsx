import '../stacks.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { useList } from '../../../api/useList.ts';
import { chosenIn, isFiltered, type ListSearch } from '../../../lists/address.ts';
import { ListBar, ListTotal, NoHit } from '../../../lists/ListBar.tsx';
import { type Noun, totalText } from '../../../lists/total.ts';
import { May } from '../../../shell/May.tsx';
import { RightsContext } from '../../../shell/useMay.ts';
import { Button } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { Page } from '../../../ui/Page.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import { CreateStackDialog } from './CreateStackDialog.tsx';
import { orderOf, STACK_LIST } from './kind.ts';
import { STACKS_LIST, STACKS_TOTALS } from './operations.ts';
import { type ListedStack, StackRow } from './StackRow.tsx';

const ABOUT = 'A stack bundles servers, their enabled tools and credentials. Agents connect to a stack.';
const NOUN: Noun = ['stack', 'stacks'];

export function StacksPage() {
  const search: ListSearch = useSearch({ from: '/inside/stacks' });
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const change = (next: ListSearch) => navigate({ to: '/stacks', search: next, replace: true, resetScroll: false });
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
      <StackList search={search} onChange={change} onCreate={() => setIsCreating(true)} />
      {isCreating && <CreateStackDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

type StackListProps = {
  readonly search: ListSearch;
  readonly onChange: (search: ListSearch) => void;
  readonly onCreate: () => void;
};

function StackList({ search, onChange, onCreate }: StackListProps) {
  const { q, sort, show } = chosenIn(STACK_LIST, search);
  const needsAttention = show === 'attention' ? true : null;
  const variables = { search: q || null, needsAttention, orderBy: orderOf(sort) };
  const list = useList(STACKS_LIST, variables, ({ stacks }) => stacks);
  const totals = useApiQuery(STACKS_TOTALS, {}).data;
  const all = totals?.all?.totalCount ?? null;
  const filtered = isFiltered(search);
  const text = totalText({ all, matching: list.totalCount ?? 0, isFiltered: filtered }, NOUN);
  return (
    <Loaded query={list} lines={5}>
      {(rows) =>
        rows.length === 0 && !filtered && !all ? (
          <NoStack onCreate={onCreate} />
        ) : (
          <>
            <ListBar kind={STACK_LIST} search={search} label="Search stacks" onChange={onChange} />
            <ListTotal>
              {text}
              {!filtered && attentionText(totals?.needing?.totalCount ?? 0)}
            </ListTotal>
            {rows.length > 0 ? <Rows rows={rows} /> : <NoStackFound q={q} onReset={() => onChange({})} />}
            <ShowMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
          </>
        )
      }
    </Loaded>
  );
}

function Rows({ rows }: { readonly rows: readonly ListedStack[] }) {
  return (
    <ul className="card card--flush">
      {rows.map((stack) => (
        <RightsContext key={stack.id} value={stack.rights}>
          <StackRow stack={stack} />
        </RightsContext>
      ))}
    </ul>
  );
}

function NoStackFound({ q, onReset }: { readonly q: string; readonly onReset: () => void }) {
  return (
    <NoHit noun={NOUN} onReset={onReset}>
      {q === '' ? 'No stack needs attention.' : 'Search covers names, IDs and the servers in a stack.'}
    </NoHit>
  );
}

function attentionText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ', 1 needs attention' : `, ${count.toLocaleString('en')} need attention`;
}

function NoStack({ onCreate }: Pick<StackListProps, 'onCreate'>) {
  return (
    <Empty
      title="No stacks yet"
      action={
        <May right="WRITE">
          <Button onClick={onCreate}>Create a stack</Button>
        </May>
      }
    >
      Create a stack for each agent or project, add the servers it can use, then connect the agent.
    </Empty>
  );
}
