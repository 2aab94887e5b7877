import type { HomeQuery } from '../../gql/graphql.ts';

export type Step = {
  readonly title: string;
  readonly about: string;
  readonly isDone: boolean;
  readonly action: string;
  readonly to: string;
  readonly search: { readonly stack?: string };
};

type FirstSteps = NonNullable<HomeQuery['firstSteps']>;

/** The steps to an agent with the user's tools. Each links to its page. */
export function checklist(steps: FirstSteps): readonly Step[] {
  const { stackId } = steps;
  const inStack = (page: string): string => (stackId === null ? '/stacks' : `/stacks/${stackId}/${page}`);
  return [
    {
      title: 'Add your own server',
      about: 'Servers provide tools. Add one from the marketplace, an OpenAPI document or any MCP server.',
      isDone: steps.hasOwnServer,
      action: 'Choose a server',
      to: '/marketplace',
      search: stackId === null ? {} : { stack: stackId },
    },
    {
      title: 'Add its credential',
      about: 'Credentials are encrypted, decrypted only for the calls that need them, and never shown again.',
      isDone: steps.hasOwnCredential,
      action: 'Add a credential',
      to: inStack('credentials'),
      search: {},
    },
    {
      title: 'Connect an agent',
      about: 'Claude, Cursor, VS Code or your own code. All it takes is a URL and a token.',
      isDone: steps.hasConnectedAgent,
      action: 'Connect an agent',
      to: inStack('connect'),
      search: {},
    },
    {
      title: 'Let the agent call a tool',
      about: 'Ask your agent to use one of its tools. The call appears under Activity.',
      isDone: steps.hasAgentCall,
      action: 'Watch for calls',
      to: '/activity',
      search: {},
    },
    {
      title: 'Add a rule',
      about: 'Rules decide which calls are allowed, denied or need your approval.',
      isDone: steps.hasRule,
      action: 'Add a rule',
      to: '/rules',
      search: {},
    },
  ];
}
