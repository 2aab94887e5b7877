import { Link } from '@tanstack/react-router';
import { Code } from '../../ui/Code.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { Draft } from './draft.ts';
import { maxBytesOf } from './request.ts';
import type { Stack, Tool } from './StackTools.tsx';
import { API_KEY_VARIABLE, type Snippet, type SnippetCall, STACK_TOKEN_VARIABLE } from './snippets/call.ts';
import { SNIPPET_LABELS, type SnippetName } from './snippets/names.ts';
import { SNIPPETS } from './snippets/snippets.ts';

type SameCallProps = {
  readonly stack: Stack;
  readonly tool: Tool;
  readonly draft: Draft;
  readonly name: SnippetName;
  readonly onName: (name: SnippetName) => void;
};

/** The form's call as code. */
export function SameCall({ stack, tool, draft, name, onName }: SameCallProps) {
  const snippet = SNIPPETS[name](callOf(stack, tool, draft));
  return (
    <section className="stack playground__code" aria-labelledby="same-call">
      <h2 id="same-call">This call as code</h2>
      <Tabs label="Languages" names={SNIPPET_LABELS} current={name} onChange={onName}>
        <div className="stack stack--small">
          <p className="small soft">{snippet.note}</p>
          <Code text={snippet.code} label={`${SNIPPET_LABELS[name]} code`} />
          <SecretNote snippet={snippet} stack={stack} />
        </div>
      </Tabs>
    </section>
  );
}

function SecretNote({ snippet, stack }: { readonly snippet: Snippet; readonly stack: Stack }) {
  if (snippet.secret === 'apiKey') {
    return (
      <p className="small soft">
        Set <code>{API_KEY_VARIABLE}</code> to an API key, <code>ty_…</code>. <Link to="/keys">Create a key</Link>
      </p>
    );
  }
  const hasEndpoint = stack.endpoints.nodes.length > 0;
  return (
    <p className="small soft">
      Set <code>{STACK_TOKEN_VARIABLE}</code> to a token of this stack.{' '}
      {!hasEndpoint && 'Create a client endpoint and replace client_… with its ID. '}
      <Link to={`/stacks/${stack.id}`}>{hasEndpoint ? 'Create a token' : 'Connect an agent'}</Link>
    </p>
  );
}

const callOf = (stack: Stack, tool: Tool, { input, options }: Draft): SnippetCall => ({
  baseUrl: window.location.origin,
  stackId: stack.id,
  toolId: tool.id,
  input,
  select: options.select.trim(),
  maxBytes: maxBytesOf(options.maxBytes),
  endUser: options.endUser.trim(),
  endpointUrl: stack.endpoints.nodes[0]?.url ?? null,
});
