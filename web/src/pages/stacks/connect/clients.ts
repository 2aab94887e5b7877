/** An endpoint as a client’s configuration names it; without a token for a client that signs in in the browser. */
export type Connection = { readonly name: string; readonly url: string; readonly token: string | null };

export const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';
/** Where clients that keep no token in their files read it from. */
const TOKEN_VARIABLE = 'TOOLYARD_TOKEN';

export type Client = {
  readonly id: string;
  readonly label: string;
  /** Where the text goes. */
  readonly where: string;
  /** What comes after that for who signs in in the browser instead of giving it a token; null where one cannot. */
  readonly signIn: string | null;
  /** Whether it takes a token at all. */
  readonly takesToken: boolean;
  /** Whether it calls from its maker’s machines, which reach only what the internet reaches. */
  readonly isCloud: boolean;
  textOf(connection: Connection): string;
  /**
   * An address that opens the client and adds the server. It never holds the token: systems start programs with the
   * address as an argument, which every program of the machine can read. Null where the client has none.
   */
  readonly linkOf: ((connection: Connection) => string) | null;
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

const LOCAL = { takesToken: true, isCloud: false, linkOf: null } as const;
/** What asks for an address in a form of its own, and for a sign-in. */
const CLOUD = { takesToken: false, isCloud: true, linkOf: null, textOf: mcpOf } as const;

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
    where: 'Add to claude_desktop_config.json: Settings, Developer, Edit config. It needs Node.js.',
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
    signIn: 'Then choose Connect beside it to sign in.',
  },
  {
    ...CLOUD,
    id: 'chatgpt',
    label: 'ChatGPT',
    where:
      'In ChatGPT: Settings, Apps, Advanced settings, switch on Developer mode. Then Create app: paste this as the MCP server URL and choose OAuth.',
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
    where: `Add to ~/.codex/config.toml. Codex takes a token from the variable ${TOKEN_VARIABLE} of its environment alone.`,
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
    where: 'Add to settings.json: the command “zed: open settings file”.',
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
    where: 'Most clients take this form: an address, and a header for the token.',
    signIn: 'It has to know OAuth, as MCP has it: then it opens your browser to sign in.',
    textOf: (to) => json({ mcpServers: { [to.name]: { type: 'http', url: mcpOf(to), ...headersOf(to) } } }),
  },
  {
    ...LOCAL,
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
