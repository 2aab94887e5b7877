import { Empty } from '../../../ui/Empty.tsx';
import { ShowMore } from '../ShowMore.tsx';
import { type ListedStack, StackRow } from './StackRow.tsx';

type StackListProps = {
  readonly stacks: readonly ListedStack[];
  readonly search: string;
  readonly pages: Parameters<typeof ShowMore>[0]['pages'];
};

const holds = (stack: ListedStack, text: string): boolean =>
  [stack.name, stack.id, ...stack.servers.nodes.map(({ server }) => server.name)].some((each) =>
    each.toLowerCase().includes(text),
  );

export function StackList({ stacks, search, pages }: StackListProps) {
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
            <StackRow key={stack.id} stack={stack} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
    </>
  );
}
