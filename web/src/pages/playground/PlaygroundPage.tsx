import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks.ts';
import { MayOpen } from '../../shell/May.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { PLAYGROUND_STACKS } from './operations.ts';
import { StackTools } from './StackTools.tsx';
import type { PlaygroundSearch } from './search.ts';
import './playground.css';

export function PlaygroundPage() {
  const query = useApiQuery(PLAYGROUND_STACKS, {});
  return (
    <Page title="Playground" about="Run a tool by hand, and see exactly what an agent would send and get back.">
      <MayOpen right="INVOKE" what="call tools" isSomewhere>
        <Loaded query={query}>
          {({ stacks }) => (
            <Playground stacks={(stacks?.nodes ?? []).filter(({ rights }) => rights.includes('INVOKE'))} />
          )}
        </Loaded>
      </MayOpen>
    </Page>
  );
}

type Stack = { readonly id: string; readonly name: string };

function Playground({ stacks }: { readonly stacks: readonly Stack[] }) {
  const search: PlaygroundSearch = useSearch({ from: '/inside/playground' });
  const { stack, tool, code = 'curl' } = search;
  const navigate = useNavigate({ from: '/playground' });
  const stackId = stack ?? stacks[0]?.id;
  if (stackId === undefined) return <NoStack />;
  return (
    <div className="stack stack--large">
      <div className="playground__stack">
        <SelectField
          label="Stack"
          value={stackId}
          onChange={({ target }) => navigate({ search: { stack: target.value, code } })}
        >
          {stacks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {!stacks.some(({ id }) => id === stackId) && <option value={stackId}>{stackId}</option>}
        </SelectField>
      </div>
      <StackTools
        key={stackId}
        stackId={stackId}
        toolId={tool}
        code={code}
        onTool={(toolId) => navigate({ search: { stack: stackId, tool: toolId, code } })}
        onCode={(name) => navigate({ search: { ...search, code: name }, replace: true, resetScroll: false })}
      />
    </div>
  );
}

function NoStack() {
  return (
    <Empty title="There is no stack yet" action={<ButtonLink to="/stacks">Make a stack</ButtonLink>}>
      A stack is the set of tools that one agent or project gets. Make one, add a server to it, and its tools can be
      tried here.
    </Empty>
  );
}
