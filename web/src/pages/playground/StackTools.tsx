import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { PlaygroundStackQuery } from '../../gql/graphql.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PLAYGROUND_STACK } from './operations.ts';
import type { SnippetName } from './snippets/names.ts';
import { ToolCall } from './ToolCall.tsx';
import { ToolList } from './ToolList.tsx';

export type Stack = NonNullable<PlaygroundStackQuery['stack']>;
export type Tool = Stack['tools']['nodes'][number];

type StackToolsProps = {
  readonly stackId: string;
  readonly toolId: string | undefined;
  readonly code: SnippetName;
  readonly onTool: (toolId: string) => void;
  readonly onCode: (name: SnippetName) => void;
};

export function StackTools(props: StackToolsProps) {
  const query = useApiQuery(PLAYGROUND_STACK, { id: props.stackId });
  return (
    <Loaded query={query} lines={5}>
      {({ stack }) => (stack ? <Chosen {...props} stack={stack} /> : <NoSuchStack />)}
    </Loaded>
  );
}

function Chosen({ stack, toolId, code, onTool, onCode }: StackToolsProps & { readonly stack: Stack }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const tools = stack.tools.nodes;
  const tool = tools.find(({ id }) => id === toolId);
  if (tools.length === 0) return <NoTools stackId={stack.id} />;
  const choose = (id: string) => {
    setIsChoosing(false);
    onTool(id);
  };
  return (
    <>
      {toolId !== undefined && !tool && <Notice kind="warn">The tool {toolId} is not enabled in this stack.</Notice>}
      {tool ? (
        <ToolCall
          key={tool.id}
          stack={stack}
          tool={tool}
          code={code}
          onCode={onCode}
          change={<Button onClick={() => setIsChoosing(true)}>Change tool</Button>}
        />
      ) : (
        <section className="stack" aria-labelledby="choose-tool">
          <h2 id="choose-tool">Choose a tool</h2>
          <ToolList tools={tools} onChoose={choose} />
        </section>
      )}
      {isChoosing && (
        <Dialog title="Choose a tool" isWide onClose={() => setIsChoosing(false)}>
          <ToolList tools={tools} onChoose={choose} />
        </Dialog>
      )}
    </>
  );
}

function NoTools({ stackId }: { readonly stackId: string }) {
  return (
    <Empty title="This stack has no tools" action={<ButtonLink to={`/stacks/${stackId}`}>Open the stack</ButtonLink>}>
      Add a server to the stack and enable some of its tools to try them here.
    </Empty>
  );
}

function NoSuchStack() {
  return (
    <Empty title="Stack not found" action={<ButtonLink to="/playground">Choose another</ButtonLink>}>
      It may have been deleted, or the URL is wrong.
    </Empty>
  );
}
