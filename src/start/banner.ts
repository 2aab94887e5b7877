import { welcomeUrl } from '../core/people/invitation.ts';
import type { FirstRun } from './firstRun.ts';
import type { Welcome } from './welcome.ts';

type StartSummary = {
  readonly url: string;
  readonly firstRun: FirstRun | null;
  /** Describes how programs on this machine are sandboxed. */
  readonly programs: string;
  /** Null once a person can sign in. */
  readonly welcome: Welcome | null;
  /** Further notices for the operator, such as where the master key was stored. */
  readonly notices: readonly string[];
};

// How to run the command: through npm in a checkout, directly in an installed package.
const COMMAND = import.meta.filename.endsWith('.ts') ? 'npm run -s toolyard --' : 'toolyard';

/**
 * The lines with the secrets of a start, which only a person may see; empty for most starts. The banner shows the
 * secrets or the file that contains them.
 */
export const secretsOf = ({ url, firstRun, welcome }: StartSummary): readonly string[] => [
  ...(welcome && 'secret' in welcome
    ? ['', '  Open the dashboard with this one-time link within 24 hours:', '', welcomeUrl(url, welcome.secret)]
    : []),
  ...(firstRun ? firstSteps(url, firstRun) : []),
];

/** The output of `npm start` and `toolyard start` when the service is ready; `secrets` are lines. */
export function banner(
  { url, firstRun, programs, welcome, notices }: StartSummary,
  secrets: readonly string[],
): string {
  return [
    `Toolyard is ready at ${url}`,
    '',
    `  Dashboard ${url}/`,
    `  REST      ${url}/v1`,
    `  GraphQL   ${url}/graphql  (GraphiQL is at ${url}/graphiql)`,
    `  MCP       ${url}/s/${firstRun?.clientId ?? '{client_id}'}/mcp`,
    `  Programs  ${programs}`,
    ...notices.map((notice) => `\n  ${notice}`),
    ...secrets,
    ...(welcome && 'accountId' in welcome
      ? [
          '',
          `  No users yet. Use the link of an earlier start, until ${welcome.shownUntil.toISOString()},`,
          `  or get a new one: ${COMMAND} user invite --account ${welcome.accountId}`,
        ]
      : []),
    // The keys of an installation that already has accounts cannot be shown again.
    ...(firstRun
      ? []
      : [
          '',
          `  A new API key: ${COMMAND} key create --account ACCOUNT_ID --name NAME`,
          `  The accounts:  ${COMMAND} account list`,
        ]),
    '',
  ].join('\n');
}

function firstSteps(url: string, first: FirstRun): readonly string[] {
  return [
    '',
    '  Shown only once, so save them:',
    `  Account      ${first.accountId}`,
    `  API key      ${first.apiKey}`,
    `  Stack token  ${first.stackToken}`,
    ...(first.firstTool === null
      ? []
      : [
          '',
          '  Your first tool call:',
          '',
          `curl -s -X POST ${url}/v1/stacks/${first.stackId}/tools/${first.firstTool}/invoke -H 'Authorization: Bearer ${first.apiKey}' -H 'Content-Type: application/json' -d '{"tool_input":{"message":"Hello, Toolyard"}}'`,
        ]),
  ];
}
