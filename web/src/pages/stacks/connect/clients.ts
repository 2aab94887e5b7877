/** An endpoint as a client’s configuration names it; `token` stands for itself once it cannot be shown any more. */
export type Connection = { readonly name: string; readonly url: string; readonly token: string };

export const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';

export type Client = {
  readonly id: string;
  readonly label: string;
  /** Where the text goes. */
  readonly where: string;
  textOf(connection: Connection): string;
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const headersOf = ({ token }: Connection) => ({ Authorization: `Bearer ${token}` });
const mcpOf = ({ url }: Connection): string => `${url}/mcp`;

// mcp-remote refuses a plain address unless told.
const bridging = (url: string): readonly string[] =>
  url.startsWith('http:') ? ['--transport', 'http-only', '--allow-http'] : ['--transport', 'http-only'];

export const CLIENTS: readonly Client[] = [
  {
    id: 'claude-code',
    label: 'Claude Code',
    where: 'Run this in the folder of your project.',
    textOf: (to) =>
      `claude mcp add --transport http ${to.name} ${mcpOf(to)} --header "Authorization: Bearer ${to.token}"`,
  },
  {
    id: 'cursor',
    label: 'Cursor',
    where: 'Save as .cursor/mcp.json, in your project or in your home folder.',
    textOf: (to) => json({ mcpServers: { [to.name]: { url: mcpOf(to), headers: headersOf(to) } } }),
  },
  {
    id: 'vscode',
    label: 'VS Code',
    where: 'Save as .vscode/mcp.json in your project. Keep it out of version control: it holds the token.',
    textOf: (to) => json({ servers: { [to.name]: { type: 'http', url: mcpOf(to), headers: headersOf(to) } } }),
  },
  {
    id: 'claude-desktop',
    label: 'Claude Desktop',
    where: 'Add to claude_desktop_config.json: Settings, Developer, Edit config. It needs Node.js.',
    textOf: (to) =>
      json({
        mcpServers: {
          [to.name]: {
            command: 'npx',
            // No space in the argument: Windows would split it.
            args: ['-y', 'mcp-remote', mcpOf(to), ...bridging(to.url), '--header', `Authorization:\${AUTHORIZATION}`],
            env: { AUTHORIZATION: `Bearer ${to.token}` },
          },
        },
      }),
  },
  {
    id: 'mcp',
    label: 'Other MCP client',
    where: 'Most clients take this form: an address and a header.',
    textOf: (to) => json({ mcpServers: { [to.name]: { type: 'http', url: mcpOf(to), headers: headersOf(to) } } }),
  },
  {
    id: 'curl',
    label: 'curl',
    where: 'The same tools without MCP. This lists them; schema= takes the name of your model’s provider.',
    textOf: (to) => `curl -s "${to.url}/list_tools?schema=openai" \\\n  -H "Authorization: Bearer ${to.token}"`,
  },
];

/** A name that every client takes, from the one of the stack. */
export function serverNameOf(stackName: string): string {
  const name = stackName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 32);
  return name === '' ? 'toolyard' : name;
}
