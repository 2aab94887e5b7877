/** An endpoint as a client’s configuration names it; without a token for a client that signs in in the browser. */
export type Connection = { readonly name: string; readonly url: string; readonly token: string | null };

export const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';

export type Client = {
  readonly id: string;
  readonly label: string;
  /** Where the text goes. */
  readonly where: string;
  /** What comes after that for who signs in in the browser instead of giving it a token; null where one cannot. */
  readonly signIn: string | null;
  textOf(connection: Connection): string;
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const headersOf = ({ token }: Connection) => (token === null ? {} : { headers: { Authorization: `Bearer ${token}` } });
const mcpOf = ({ url }: Connection): string => `${url}/mcp`;

// mcp-remote refuses a plain address unless told.
const bridging = (url: string): readonly string[] =>
  url.startsWith('http:') ? ['--transport', 'http-only', '--allow-http'] : ['--transport', 'http-only'];

// No space in the argument: Windows would split it.
const bridgedOf = ({ token }: Connection) => ({
  args: token === null ? [] : ['--header', `Authorization:\${AUTHORIZATION}`],
  ...(token !== null && { env: { AUTHORIZATION: `Bearer ${token}` } }),
});

export const CLIENTS: readonly Client[] = [
  {
    id: 'claude-code',
    label: 'Claude Code',
    where: 'Run this in the folder of your project.',
    signIn: 'Then type /mcp in Claude Code to sign in.',
    textOf: (to) =>
      `claude mcp add --transport http ${to.name} ${mcpOf(to)}` +
      (to.token === null ? '' : ` --header "Authorization: Bearer ${to.token}"`),
  },
  {
    id: 'cursor',
    label: 'Cursor',
    where: 'Save as .cursor/mcp.json, in your project or in your home folder.',
    signIn: 'Cursor then asks you to sign in.',
    textOf: (to) => json({ mcpServers: { [to.name]: { url: mcpOf(to), ...headersOf(to) } } }),
  },
  {
    id: 'vscode',
    label: 'VS Code',
    where: 'Save as .vscode/mcp.json in your project. With a token in it, keep it out of version control.',
    signIn: 'VS Code then asks you to sign in.',
    textOf: (to) => json({ servers: { [to.name]: { type: 'http', url: mcpOf(to), ...headersOf(to) } } }),
  },
  {
    id: 'claude-desktop',
    label: 'Claude Desktop',
    where: 'Add to claude_desktop_config.json: Settings, Developer, Edit config. It needs Node.js.',
    signIn: 'Claude Desktop then opens your browser to sign in.',
    textOf: (to) => {
      const { args, ...env } = bridgedOf(to);
      const command = ['-y', 'mcp-remote', mcpOf(to), ...bridging(to.url), ...args];
      return json({ mcpServers: { [to.name]: { command: 'npx', args: command, ...env } } });
    },
  },
  {
    id: 'mcp',
    label: 'Other MCP client',
    where: 'Most clients take this form: an address, and a header for the token.',
    signIn: 'It has to know OAuth, as MCP has it: then it opens your browser to sign in.',
    textOf: (to) => json({ mcpServers: { [to.name]: { type: 'http', url: mcpOf(to), ...headersOf(to) } } }),
  },
  {
    id: 'curl',
    label: 'curl',
    where: 'The same tools without MCP. This lists them; schema= takes the name of your model’s provider.',
    signIn: null,
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
