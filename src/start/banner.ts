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
    ...(firstRun ? firstSteps(url, firstRun) : []),
    '',
  ].join('\n');
}

function firstSteps(url: string, { apiKey, stackId, stackToken, accountId }: FirstRun): readonly string[] {
  return [
    '',
    '  Shown this once, keep them:',
    `  Account      ${accountId}`,
    `  API key      ${apiKey}`,
    `  Stack token  ${stackToken}`,
    '',
    '  Your first tool call:',
    '',
    `curl -s -X POST ${url}/v1/stacks/${stackId}/tools/everything_echo/invoke -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '{"tool_input":{"message":"Hello, Toolyard"}}'`,
  ];
}
