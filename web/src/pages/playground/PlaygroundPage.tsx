import { useNavigate, useSearch } from '@tanstack/react-router';
import { MayOpen } from '../../shell/May.tsx';
import { StackField } from '../../stackField/StackField.tsx';
import { useStacks } from '../../stackField/useStacks.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { StackTools } from './StackTools.tsx';
import type { PlaygroundSearch } from './search.ts';
import './playground.css';

export function PlaygroundPage() {
  const { stacks, query } = useStacks({ right: 'INVOKE' });
  return (
    <Page
      title="Playground"
      about="Run a tool yourself, and see the exact request that an agent sends and its response."
    >
      <MayOpen right="INVOKE" action="call tools" isSomewhere>
        <Loaded query={query}>{() => <Playground first={stacks[0]?.id} />}</Loaded>
      </MayOpen>
    </Page>
  );
}

function Playground({ first }: { readonly first: string | undefined }) {
  const search: PlaygroundSearch = useSearch({ from: '/inside/playground' });
  const { stack, tool, code = 'curl' } = search;
  const navigate = useNavigate({ from: '/playground' });
  const stackId = stack ?? first;
  if (stackId === undefined) return <NoStack />;
  return (
    <div className="stack stack--large">
      <div className="playground__stack">
        <StackField
          label="Stack"
          value={stackId}
          right="INVOKE"
          onChange={(id) => navigate({ search: { stack: id, code } })}
        />
      </div>
      <StackTools
        key={stackId}
        stackId={stackId}
        toolId={tool}
        code={code}
        onTool={(toolId) =>
          navigate({
            search: { stack: stackId, ...(toolId !== undefined && { tool: toolId }), code },
            resetScroll: false,
          })
        }
        onCode={(name) => navigate({ search: { ...search, code: name }, replace: true, resetScroll: false })}
      />
    </div>
  );
}

function NoStack() {
  return (
    <Empty title="No stacks yet" action={<ButtonLink to="/stacks">Create a stack</ButtonLink>}>
      A stack is the set of tools for one agent or project. Create one and add a server to try its tools here.
    </Empty>
  );
}
