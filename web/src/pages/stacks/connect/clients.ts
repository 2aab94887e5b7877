/** An endpoint for a client's configuration; clients that sign in with the browser need no token. */
export type Connection = { readonly name: string; readonly url: string; readonly token: string | null };

export const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';
/** Environment variable for clients that don't store tokens in files. */
const TOKEN_VARIABLE = 'TOOLYARD_TOKEN';

export type Client = {
  readonly id: string;
  readonly label: string;
  /** Where to put the text. */
  readonly where: string;
  /** Next step for signing in with the browser; null if unsupported. */
  readonly signIn: string | null;
  readonly acceptsToken: boolean;
  /** Whether the client connects from its provider's servers. */
  readonly isCloud: boolean;
  textOf(connection: Connection): string;
  /**
   * A deep link that adds the server; null if the client has none. It never contains the token, because the system
   * passes the link as program arguments, which other programs can read.
   */
  readonly linkOf: ((connection: Connection) => string) | null;
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const headersOf = ({ token }: Connection) => (token === null ? {} : { headers: { Authorization: `Bearer ${token}` } });
const mcpOf = ({ url }: Connection): string => `${url}/mcp`;

// mcp-remote refuses http URLs by default.
const bridging = (url: string): readonly string[] =>
  url.startsWith('http:') ? ['--transport', 'http-only', '--allow-http'] : ['--transport', 'http-only'];

// No space after `Authorization:`, because Windows splits arguments at spaces.
const bridgedOf = ({ token }: Connection) => ({
  args: token === null ? [] : ['--header', `Authorization:\${AUTHORIZATION}`],
  ...(token !== null && { env: { AUTHORIZATION: `Bearer ${token}` } }),
});

const LOCAL = { acceptsToken: true, isCloud: false, linkOf: null } as const;
/** Clients with a form for the URL and their own sign-in. */
const CLOUD = { acceptsToken: false, isCloud: true, linkOf: null, textOf: mcpOf } as const;

export const CLIENTS: readonly Client[] = [
  {
    ...LOCAL,
    id: 'claude-code',
    label: 'Claude Code',
    where: 'Run this in the folder of your project.',
    signIn: 'Then type /mcp in Claude Code to sign in.',
    textOf: (to) =>
      `claude mcp add --transport http ${to.name} ${mcpOf(to)}` +
      (to.token === null ? '' : ` --header "Authorization: Bearer ${to.token}"`),
  },
  {
    ...LOCAL,
    id: 'claude-desktop',
    label: 'Claude Desktop',
    where: 'Add to claude_desktop_config.json: Settings, Developer, Edit config. Requires Node.js.',
    signIn: 'Claude Desktop then opens your browser to sign in.',
    textOf: (to) => {
      const { args, ...env } = bridgedOf(to);
      const command = ['-y', 'mcp-remote', mcpOf(to), ...bridging(to.url), ...args];
      return json({ mcpServers: { [to.name]: { command: 'npx', args: command, ...env } } });
    },
  },
  {
    ...CLOUD,
    id: 'claude-web',
    label: 'Claude on the web and phones',
    where: 'In Claude: Customize, Connectors, +, Add custom connector. Paste this as the server URL.',
    signIn: 'Then choose Connect next to it to sign in.',
  },
  {
    ...CLOUD,
    id: 'chatgpt',
    label: 'ChatGPT',
    where:
      'In ChatGPT: Settings, Apps, Advanced settings, then turn on Developer mode. Choose Create app, paste this as the MCP server URL and choose OAuth.',
    signIn: 'ChatGPT then asks you to sign in.',
  },
  {
    ...LOCAL,
    id: 'cursor',
    label: 'Cursor',
    where: 'Save as .cursor/mcp.json, in your project or in your home folder.',
    signIn: 'Cursor then asks you to sign in.',
    textOf: (to) => json({ mcpServers: { [to.name]: { url: mcpOf(to), ...headersOf(to) } } }),
    linkOf: (to) => {
      const config = encodeURIComponent(btoa(JSON.stringify({ url: mcpOf(to) })));
      return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(to.name)}&config=${config}`;
    },
  },
  {
    ...LOCAL,
    id: 'vscode',
    label: 'VS Code',
    where: 'Save as .vscode/mcp.json in your project. With a token in it, keep it out of version control.',
    signIn: 'VS Code then asks you to sign in.',
    textOf: (to) => json({ servers: { [to.name]: { type: 'http', url: mcpOf(to), ...headersOf(to) } } }),
    linkOf: (to) =>
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: to.name, type: 'http', url: mcpOf(to) }))}`,
  },
  {
    ...LOCAL,
    id: 'codex',
    label: 'Codex',
    where: `Add to ~/.codex/config.toml. Codex reads the token only from the environment variable ${TOKEN_VARIABLE}.`,
    signIn: 'Then run codex mcp login with the name of the server.',
    textOf: (to) =>
      [
        `[mcp_servers.${to.name}]`,
        `url = ${JSON.stringify(mcpOf(to))}`,
        ...(to.token === null ? [] : [`bearer_token_env_var = "${TOKEN_VARIABLE}"`]),
      ].join('\n'),
  },
  {
    ...LOCAL,
    id: 'windsurf',
    label: 'Windsurf',
    where: 'Add to ~/.codeium/windsurf/mcp_config.json, then refresh the servers in Cascade.',
    signIn: 'Windsurf then asks you to sign in.',
    textOf: (to) => json({ mcpServers: { [to.name]: { serverUrl: mcpOf(to), ...headersOf(to) } } }),
  },
  {
    ...LOCAL,
    id: 'zed',
    label: 'Zed',
    where: 'Add to settings.json, which the command “zed: open settings file” opens.',
    signIn: 'Zed then asks you to sign in.',
    textOf: (to) => json({ context_servers: { [to.name]: { url: mcpOf(to), ...headersOf(to) } } }),
  },
  {
    ...LOCAL,
    id: 'gemini',
    label: 'Gemini CLI',
    where: 'Add to ~/.gemini/settings.json, or to .gemini/settings.json in your project.',
    signIn: 'Then type /mcp auth with the name of the server to sign in.',
    textOf: (to) => json({ mcpServers: { [to.name]: { httpUrl: mcpOf(to), ...headersOf(to) } } }),
  },
  {
    ...LOCAL,
    id: 'n8n',
    label: 'n8n',
    where:
      'In an MCP Client Tool node: choose HTTP Streamable, paste this as the endpoint, choose Bearer Auth, and enter the token there.',
    signIn: null,
    textOf: mcpOf,
  },
  {
    ...LOCAL,
    id: 'mcp',
    label: 'Other MCP client',
    where: 'Most clients use this format: a URL, and a header with the token.',
    signIn: 'Clients that support OAuth for MCP then open your browser to sign in.',
    textOf: (to) => json({ mcpServers: { [to.name]: { type: 'http', url: mcpOf(to), ...headersOf(to) } } }),
  },
  {
    ...LOCAL,
    id: 'curl',
    label: 'curl',
    where: 'The same tools without MCP. This lists them; set schema to your model’s provider.',
    signIn: null,
    textOf: (to) => `curl -s "${to.url}/list_tools?schema=openai" \\\n  -H "Authorization: Bearer ${to.token}"`,
  },
];

export function serverNameOf(stackName: string): string {
  const name = stackName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 32);
  return name === '' ? 'toolyard' : name;
}
