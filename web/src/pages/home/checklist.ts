import type { HomeQuery, HomeStackFragment as Stack } from '../../gql/graphql.ts';

export type Step = {
  readonly title: string;
  readonly about: string;
  readonly isDone: boolean;
  /** The service's first start completes this step, not a person. */
  readonly isGiven?: boolean;
  readonly action: string;
  readonly to: string;
  readonly search: { readonly stack?: string };
};

const hasServer = (stack: Stack): boolean => stack.servers.nodes.some(({ toolCount }) => toolCount > 0);
const isComplete = (stack: Stack): boolean => hasServer(stack) && !stack.attention.includes('MISSING_CREDENTIAL');

type ApiKeys = NonNullable<HomeQuery['apiKeys']>;
type ApiKey = ApiKeys['nodes'][number];

/** Whether the service created the key or stack at its first start. It gives them fixed names. */
const isGivenKey = ({ name, lastUsedAt }: ApiKey): boolean => name === 'First key' && lastUsedAt === null;
const isGivenStack = ({ name, servers }: Stack): boolean => name === 'starter' && servers.totalCount === 1;

/** Counts active API keys only. */
function keyStep({ totalCount, nodes }: ApiKeys): Step {
  return {
    title: 'Get an API key',
    about: 'Lets your own programs manage stacks and call tools.',
    isDone: totalCount > 0,
    isGiven: totalCount === 1 && nodes.every(isGivenKey),
    action: 'Create a key',
    to: '/keys',
    search: {},
  };
}

/** Some of the stacks; the most complete one comes first. */
const stacksOf = ({ ready, stacks }: HomeQuery): readonly Stack[] => [
  ...(ready?.nodes ?? []),
  ...(stacks?.nodes ?? []),
];

/** Steps to the first call. Each links to its page. */
export function checklist(data: HomeQuery): readonly Step[] {
  const { apiKeys, stacks, calls } = data;
  const all = stacksOf(data);
  // The next step is about the most complete stack.
  const stack = all.find(isComplete) ?? all.find(hasServer) ?? all[0] ?? null;
  const search = stack ? { stack: stack.id } : {};
  const isGiven = stacks?.totalCount === 1 && all.every(isGivenStack);
  return [
    // Hidden from people who may not see API keys.
    ...(apiKeys === undefined ? [] : [keyStep(apiKeys ?? { totalCount: 0, nodes: [] })]),
    {
      title: 'Create a stack',
      about: 'A stack is the set of tools that one agent can use, with their credentials.',
      isDone: stack !== null,
      isGiven,
      action: 'Create a stack',
      to: '/stacks',
      search: {},
    },
    {
      title: 'Add a server',
      about: 'Servers provide tools. Add one from the marketplace, an OpenAPI document or any MCP server.',
      isDone: stack !== null && hasServer(stack),
      isGiven,
      action: 'Choose a server',
      to: '/marketplace',
      search,
    },
    {
      title: 'Complete its credentials',
      about: 'Credentials are encrypted, decrypted only for the calls that need them, and never shown again.',
      isDone: stack !== null && isComplete(stack),
      action: 'Add credentials',
      to: stack ? `/stacks/${stack.id}/credentials` : '/stacks',
      search: {},
    },
    {
      title: 'Make the first call',
      about: 'Try a tool in the playground, or connect an agent. Calls count only in stacks that record them.',
      isDone: (calls?.nodes ?? []).length > 0,
      action: 'Open the playground',
      to: '/playground',
      search,
    },
  ];
}
