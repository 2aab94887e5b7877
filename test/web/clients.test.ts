import { describe, expect, it } from 'vitest';
import { CLIENTS, type Client, serverNameOf } from '../../web/src/pages/stacks/connect/clients.ts';

const url = 'https://tools.example.com/s/client_1';
const mcp = `${url}/mcp`;
const name = 'research';
const token = 'secret-token';
const headers = { Authorization: `Bearer ${token}` };
const remote = ['-y', 'mcp-remote', mcp, '--transport', 'http-only'];

/**
 * The configuration from each client's own documentation, with and without a token: its source, and the text of the
 * file, command or field.
 */
const PUBLISHED: Readonly<Record<string, { source: string; withToken: unknown; signingIn: unknown }>> = {
  'claude-code': {
    source: 'https://code.claude.com/docs/en/mcp',
    withToken: `claude mcp add --transport http ${name} ${mcp} --header "Authorization: Bearer ${token}"`,
    signingIn: `claude mcp add --transport http ${name} ${mcp}`,
  },
  'claude-desktop': {
    source: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
    withToken: {
      mcpServers: {
        [name]: {
          command: 'npx',
          args: [...remote, '--header', `Authorization:\${AUTHORIZATION}`],
          env: { AUTHORIZATION: `Bearer ${token}` },
        },
      },
    },
    signingIn: { mcpServers: { [name]: { command: 'npx', args: remote } } },
  },
  'claude-web': {
    source: 'https://support.claude.com/en/articles/11503834-building-custom-integrations-via-remote-mcp-servers',
    withToken: mcp,
    signingIn: mcp,
  },
  chatgpt: { source: 'https://developers.openai.com/apps-sdk/', withToken: mcp, signingIn: mcp },
  cursor: {
    source: 'https://cursor.com/docs/context/mcp',
    withToken: { mcpServers: { [name]: { url: mcp, headers } } },
    signingIn: { mcpServers: { [name]: { url: mcp } } },
  },
  vscode: {
    source: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
    withToken: { servers: { [name]: { type: 'http', url: mcp, headers } } },
    signingIn: { servers: { [name]: { type: 'http', url: mcp } } },
  },
  codex: {
    source: 'https://developers.openai.com/codex/mcp',
    withToken: `[mcp_servers.${name}]\nurl = "${mcp}"\nbearer_token_env_var = "TOOLYARD_TOKEN"`,
    signingIn: `[mcp_servers.${name}]\nurl = "${mcp}"`,
  },
  windsurf: {
    source: 'https://docs.windsurf.com/windsurf/cascade/mcp',
    withToken: { mcpServers: { [name]: { serverUrl: mcp, headers } } },
    signingIn: { mcpServers: { [name]: { serverUrl: mcp } } },
  },
  zed: {
    source: 'https://zed.dev/docs/ai/mcp',
    withToken: { context_servers: { [name]: { url: mcp, headers } } },
    signingIn: { context_servers: { [name]: { url: mcp } } },
  },
  gemini: {
    source: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
    withToken: { mcpServers: { [name]: { httpUrl: mcp, headers } } },
    signingIn: { mcpServers: { [name]: { httpUrl: mcp } } },
  },
  n8n: {
    source: 'https://docs.n8n.io/integrations/builtin/cluster-nodes/sub-nodes/n8n-nodes-langchain.toolmcp',
    withToken: mcp,
    signingIn: mcp,
  },
};

/** Formats that belong to no single client. */
const OWN = ['mcp', 'curl'];

const read = (text: string): unknown => (text.startsWith('{') ? JSON.parse(text) : text);

describe('the configuration of a client', () => {
  it('is published by its maker, for every named client', () => {
    expect(CLIENTS.map(({ id }) => id).filter((id) => !OWN.includes(id))).toEqual(Object.keys(PUBLISHED));
  });

  it.each(CLIENTS.filter(({ id }) => !OWN.includes(id)))('has the format that $label reads', (client) => {
    const published = PUBLISHED[client.id];
    expect(read(client.textOf({ name, url, token }))).toEqual(published?.withToken);
    expect(read(client.textOf({ name, url, token: null }))).toEqual(published?.signingIn);
  });

  it.each(CLIENTS)('says how $label signs in', ({ acceptsToken, signIn, isCloud }) => {
    expect(acceptsToken || signIn !== null).toBe(true);
    expect(isCloud && acceptsToken).toBe(false);
  });
});

describe('a link that adds the server', () => {
  const linkOf = (id: string, of = { name, url, token }): string =>
    CLIENTS.find((client: Client) => client.id === id)?.linkOf?.(of) ?? '';

  // https://cursor.com/docs/mcp/install-links
  it('opens in Cursor', () => {
    const { protocol, host, pathname, searchParams } = new URL(linkOf('cursor'));
    expect([protocol, host, pathname]).toEqual(['cursor:', 'anysphere.cursor-deeplink', '/mcp/install']);
    expect(searchParams.get('name')).toBe(name);
    expect(JSON.parse(atob(searchParams.get('config') ?? ''))).toEqual({ url: mcp });
  });

  // https://code.visualstudio.com/api/extension-guides/ai/mcp
  it('opens in VS Code', () => {
    const [scheme, query = ''] = linkOf('vscode').split('?');
    expect(scheme).toBe('vscode:mcp/install');
    expect(JSON.parse(decodeURIComponent(query))).toEqual({ name, type: 'http', url: mcp });
  });

  it('never contains the token, since it becomes a program’s argument', () => {
    const links = CLIENTS.flatMap(({ linkOf: link }) => (link ? [link({ name, url, token })] : []));
    expect(links).toHaveLength(2);
    for (const link of links) {
      const shown = [link, decodeURIComponent(link), atob(new URL(link).searchParams.get('config') ?? '')];
      expect(shown.join()).not.toContain(token);
    }
  });
});

it.each([
  ['Research', 'research'],
  ['  Äpfel & Birnen / 2 ', 'pfel-birnen-2'],
  ['"]\nevil = 1 #', 'evil-1'],
  ['***', 'toolyard'],
  ['x'.repeat(100), 'x'.repeat(32)],
])('names the server of the stack %j %j, as every client accepts', (stack, expected) => {
  expect(serverNameOf(stack)).toBe(expected);
});
