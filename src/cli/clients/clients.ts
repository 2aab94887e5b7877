import { homedir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../core/lib/json.ts';

type ClientName = 'claude-code' | 'cursor' | 'vscode' | 'claude-desktop';

export type Connection = {
  readonly url: string;
  /** The variable that holds the stack token. */
  readonly variable: string;
  /** For clients that can read a token only from their own file; null while no token has been created. */
  readonly token: string | null;
};

/** Where a client stores its MCP servers, and how our entry is written there. */
export type ClientFile = {
  readonly label: string;
  /** Relative to the project's directory, or absolute. */
  readonly path: string;
  /** The member that holds the servers by name. */
  readonly member: string;
  readonly holdsToken: boolean;
  entry(connection: Connection): JsonObject;
  /** Further members that the entry needs, each a list of items with ids. */
  extra?(connection: Connection): Readonly<Record<string, JsonObject>>;
  /** The person's next step. */
  readonly next: string;
};

/** The client's notation for a variable that it fills in. */
const reference = (name: string): string => `\${${name}}`;

const bearer = (value: string): JsonObject => ({ Authorization: `Bearer ${value}` });

const inputId = (variable: string): string => variable.toLowerCase().replaceAll('_', '-');

const DESKTOP_FILE = {
  darwin: join(homedir(), 'Library/Application Support/Claude/claude_desktop_config.json'),
  win32: join(homedir(), 'AppData/Roaming/Claude/claude_desktop_config.json'),
};

export const CLIENTS: Readonly<Record<ClientName, ClientFile>> = {
  'claude-code': {
    label: 'Claude Code',
    path: '.mcp.json',
    member: 'mcpServers',
    holdsToken: false,
    entry: ({ url, variable }) => ({ type: 'http', url, headers: bearer(reference(variable)) }),
    next: 'Set the variable in the shell that starts claude.',
  },
  cursor: {
    label: 'Cursor',
    path: '.cursor/mcp.json',
    member: 'mcpServers',
    holdsToken: false,
    entry: ({ url, variable }) => ({ url, headers: bearer(reference(`env:${variable}`)) }),
    next: 'Set the variable in the environment that Cursor starts in.',
  },
  vscode: {
    label: 'VS Code',
    path: '.vscode/mcp.json',
    member: 'servers',
    holdsToken: false,
    entry: ({ url, variable }) => ({ type: 'http', url, headers: bearer(reference(`input:${inputId(variable)}`)) }),
    extra: ({ variable }) => ({
      inputs: { type: 'promptString', id: inputId(variable), description: 'Toolyard stack token', password: true },
    }),
    next: 'VS Code asks for the token when it first starts the server, then stores it.',
  },
  'claude-desktop': {
    label: 'Claude Desktop',
    path:
      process.platform === 'darwin' || process.platform === 'win32'
        ? DESKTOP_FILE[process.platform]
        : join(homedir(), '.config/Claude/claude_desktop_config.json'),
    member: 'mcpServers',
    holdsToken: true,
    entry: ({ url, token }) => ({
      command: 'npx',
      args: [
        ...['-y', 'mcp-remote', url, '--transport', 'http-only'],
        // mcp-remote refuses http addresses unless an option allows them.
        ...(url.startsWith('http:') ? ['--allow-http'] : []),
        // Without a space, because Windows would split the argument there.
        ...['--header', `Authorization:${reference('AUTHORIZATION')}`],
      ],
      env: { AUTHORIZATION: `Bearer ${token ?? ''}` },
    }),
    next: 'The file contains the token, because Claude Desktop reads it only from there. Restart Claude Desktop.',
  },
};

export const CLIENT_NAMES: ClientName[] = ['claude-code', 'cursor', 'vscode', 'claude-desktop'];
