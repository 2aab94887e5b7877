import type { HomeQuery, HomeStackFragment as Stack } from '../../gql/graphql.ts';

export type Step = {
  readonly title: string;
  readonly about: string;
  readonly isDone: boolean;
  /** Done by the first start of the service, and not by a person. */
  readonly isGiven?: boolean;
  readonly action: string;
  readonly to: string;
  readonly search: { readonly stack?: string };
};

const hasServer = (stack: Stack): boolean => stack.servers.nodes.some(({ toolCount }) => toolCount > 0);
const isComplete = (stack: Stack): boolean => hasServer(stack) && !stack.attention.includes('MISSING_CREDENTIAL');

type ApiKeys = NonNullable<HomeQuery['apiKeys']>;
type ApiKey = ApiKeys['nodes'][number];

/** The names that the first start gives to what it makes. */
const isGivenKey = ({ name, lastUsedAt }: ApiKey): boolean => name === 'First key' && lastUsedAt === null;
const isGivenStack = ({ name, servers }: Stack): boolean => name === 'starter' && servers.totalCount === 1;

/** Of the API keys that are in force. */
function keyStep({ totalCount, nodes }: ApiKeys): Step {
  return {
    title: 'Get an API key',
    about: 'Your own programs manage stacks and call tools with it.',
    isDone: totalCount > 0,
    isGiven: totalCount === 1 && nodes.every(isGivenKey),
    action: 'Make a key',
    to: '/account',
    search: {},
  };
}

/** Of many stacks some, those that got furthest first. */
const stacksOf = ({ ready, stacks }: HomeQuery): readonly Stack[] => [
  ...(ready?.nodes ?? []),
  ...(stacks?.nodes ?? []),
];

/** The way to the first call, with what is done of it. Each step leads to where its work is done. */
export function checklist(data: HomeQuery): readonly Step[] {
  const { apiKeys, stacks, calls } = data;
  const all = stacksOf(data);
  // The stack that got furthest, whose next step is offered.
  const stack = all.find(isComplete) ?? all.find(hasServer) ?? all[0] ?? null;
  const search = stack ? { stack: stack.id } : {};
  const isGiven = stacks?.totalCount === 1 && all.every(isGivenStack);
  return [
    // A person who may not see API keys has no step for them.
    ...(apiKeys === undefined ? [] : [keyStep(apiKeys ?? { totalCount: 0, nodes: [] })]),
    {
      title: 'Make a stack',
      about: 'A stack is the set of tools that one agent gets to see, with the credentials that they need.',
      isDone: stack !== null,
      isGiven,
      action: 'Make a stack',
      to: '/stacks',
      search: {},
    },
    {
      title: 'Add a server',
      about: 'A server brings tools: from the marketplace, from your own OpenAPI document, or from any MCP server.',
      isDone: stack !== null && hasServer(stack),
      isGiven,
      action: 'Choose a server',
      to: '/marketplace',
      search,
    },
    {
      title: 'Complete its credentials',
      about: 'They are encrypted, opened only inside the call that needs them, and never shown again.',
      isDone: stack !== null && isComplete(stack),
      action: 'Fill them in',
      to: stack ? `/stacks/${stack.id}/credentials` : '/stacks',
      search: {},
    },
    {
      title: 'Make the first call',
      about: 'Try a tool here, or connect an agent. Calls are counted for stacks that record them.',
      isDone: (calls?.nodes ?? []).length > 0,
      action: 'Open the playground',
      to: '/playground',
      search,
    },
  ];
}
