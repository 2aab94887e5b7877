import { useApiQuery } from '../../api/hooks.ts';
import type { PlaygroundStackQuery } from '../../gql/graphql.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
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
  /** Without an id, people choose again. */
  readonly onTool: (toolId: string | undefined) => void;
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
  const tools = stack.tools.nodes;
  const tool = tools.find(({ id }) => id === toolId);
  if (tools.length === 0) return <NoTools stackId={stack.id} />;
  return (
    <div className="playground" data-chosen={tool !== undefined || undefined}>
      <section aria-label="Tools" className="playground__choice">
        <ToolList tools={tools} current={toolId} onChoose={onTool} />
      </section>
      <div className="stack">
        {toolId !== undefined && !tool && <Notice kind="warn">The tool {toolId} is not enabled in this stack.</Notice>}
        {tool ? (
          <ToolCall
            key={tool.id}
            stack={stack}
            tool={tool}
            code={code}
            onCode={onCode}
            change={
              <span className="playground__back">
                <Button onClick={() => onTool(undefined)}>Change tool</Button>
              </span>
            }
          />
        ) : (
          <p className="soft playground__waiting playground__hint">Choose a tool to see its arguments.</p>
        )}
      </div>
    </div>
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
