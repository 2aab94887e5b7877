import type { FirstRun } from './firstRun.ts';

export type Started = {
  readonly url: string;
  readonly firstRun: FirstRun | null;
  /** What else a person should know, such as where the master key was put. */
  readonly notices: readonly string[];
};

/** What `npm start` prints when it is ready. */
export function banner({ url, firstRun, notices }: Started): string {
  return [
    `Toolyard is ready at ${url}`,
    '',
    `  REST      ${url}/v1`,
    `  GraphQL   ${url}/graphql  (open it in a browser for GraphiQL)`,
    `  MCP       ${url}/s/${firstRun?.clientId ?? '{client_id}'}/mcp`,
    ...notices.map((notice) => `\n  ${notice}`),
    ...(firstRun ? firstSteps(url, firstRun) : howToGetKey()),
    '',
  ].join('\n');
}

function firstSteps(url: string, first: FirstRun): readonly string[] {
  return [
    '',
    '  Shown this once, keep them:',
    `  Account      ${first.accountId}`,
    `  API key      ${first.apiKey}`,
    `  Stack token  ${first.stackToken}`,
    ...(first.firstTool === null ? [] : firstCall(url, first.firstTool, first)),
  ];
}

const firstCall = (url: string, tool: string, { apiKey, stackId }: FirstRun): readonly string[] => [
  '',
  '  Your first tool call:',
  '',
  `curl -s -X POST ${url}/v1/stacks/${stackId}/tools/${tool}/invoke -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '{"tool_input":{"message":"Hello, Toolyard"}}'`,
];

// An account that was made before the first start has its keys elsewhere, or nowhere any more.
const howToGetKey = (): readonly string[] => [
  '',
  '  A new API key: toolyard key create --account ACCOUNT_ID --name NAME (toolyard account list shows the accounts)',
];
