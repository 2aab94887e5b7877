import { expect, it } from 'vitest';
import { clientServersIn, readClientServer } from '../../../src/connectors/import/clientFile.ts';

const read = (file: unknown, entry?: string) => {
  const servers = clientServersIn(typeof file === 'string' ? file : JSON.stringify(file));
  if (!servers) throw new Error('not the file of a client');
  const { document, values } = readClientServer(servers, entry === undefined ? {} : { entry });
  const credentials = document.credentials.map(({ id, required, placement }) => ({ id, required, placement }));
  return { id: document.id, name: document.name, connector: document.connector, credentials, values };
};

/** A client's placeholder for values only it knows. */
const variable = (name: string): string => `$${`{${name}}`}`;

const inEnv = (id: string, name: string) => ({ id, required: true, placement: { in: 'env', name } });
const stdio = (args: readonly string[]) => ({ kind: 'mcp-stdio', command: 'npx', args, env: {} });

/** Files as the clients’ documentation shows them. */
const one = (entry: object) => ({ mcpServers: { a: entry } });

const FILES: ReadonlyArray<readonly [client: string, file: unknown, expected: object]> = [
  [
    'Claude Desktop',
    { mcpServers: { github: { command: 'npx', args: ['-y', '@example/github'], env: { GITHUB_TOKEN: 'ghp_1' } } } },
    {
      id: 'github',
      name: 'github',
      connector: stdio(['-y', '@example/github']),
      credentials: [inEnv('github_token', 'GITHUB_TOKEN')],
      values: { github_token: 'ghp_1' },
    },
  ],
  [
    'Claude Code, with a variable of its own',
    {
      mcpServers: {
        api: {
          type: 'http',
          url: 'https://mcp.example.com/mcp',
          headers: { Authorization: `Bearer ${variable('API_KEY')}` },
        },
      },
    },
    {
      connector: { kind: 'mcp-http', url: 'https://mcp.example.com/mcp' },
      credentials: [
        {
          id: 'authorization',
          required: true,
          placement: { in: 'header', name: 'Authorization', template: 'Bearer {authorization}' },
        },
      ],
      values: {},
    },
  ],
  [
    'Cursor',
    {
      mcpServers: {
        remote: { url: 'https://mcp.example.com/mcp', headers: { 'X-Key': 'k', Authorization: 'Bearer t' } },
      },
    },
    { values: { x_key: 'k', authorization: 't' } },
  ],
  [
    'VS Code, with comments and inputs',
    `{
      // kept by hand
      "inputs": [{ "type": "promptString", "id": "key", "password": true }],
      "servers": {
        "My Notes": { "type": "stdio", "command": "npx", "args": ["-y", "https://x.example/a//b"], "env": { "KEY": "\${input:key}" }, },
      },
    }`,
    {
      id: 'my-notes',
      name: 'My Notes',
      connector: stdio(['-y', 'https://x.example/a//b']),
      credentials: [inEnv('key', 'KEY')],
      values: {},
    },
  ],
  ...['type', 'transport', 'transportType'].map(
    (member) =>
      [
        `${member}: sse`,
        one({ [member]: 'sse', url: 'https://mcp.example.com/sse' }),
        { connector: { kind: 'mcp-http', transport: 'sse', url: 'https://mcp.example.com/sse' } },
      ] as const,
  ),
  ['VS Code, in its settings', { mcp: { servers: { a: { command: 'npx' } } } }, { id: 'a', connector: stdio([]) }],
  [
    'an empty value',
    { mcpServers: { a: { command: 'npx', env: { KEY: '' } } } },
    { credentials: [inEnv('key', 'KEY')], values: {} },
  ],
];

it.each(FILES)('reads the file of %s', (_client, file, expected) => {
  expect(read(file)).toMatchObject(expected);
});

const several = { mcpServers: { one: { command: 'npx' }, two: { command: 'uvx' } } };

it('picks the named server from several', () => {
  expect(read(several, 'two')).toMatchObject({ id: 'two', connector: { command: 'uvx' } });
});

/** Unsupported entries, each with its message. */
const REFUSED: ReadonlyArray<readonly [label: string, file: unknown, message: string, entry?: string]> = [
  ['several servers', several, 'choose one with --server: one, two'],
  ['a name that is not there', several, 'There is no server three in this file, only one, two', 'three'],
  ['none', { mcpServers: {} }, 'has no servers'],
  ['neither command nor url', one({}), 'has neither command nor url'],
  ['a directory', one({ command: 'npx', cwd: '/srv' }), 'cwd of a cannot be imported'],
  ['a file of variables', one({ command: 'npx', envFile: '.env' }), 'envFile of a cannot be imported'],
  [
    'a placeholder in the command',
    one({ command: 'npx', args: [variable('workspaceFolder')] }),
    'only its client can fill',
  ],
  ['a secret in the command', one({ command: 'npx', args: ['--api-key=sk-1'] }), '--api-key is a secret'],
  ['a secret after a flag', one({ command: 'npx', args: ['--figma-token', 'sk-1'] }), '--figma-token is a secret'],
  ['a placeholder in the address', one({ url: `https://a.example/${variable('KEY')}` }), 'only its client can fill'],
  ['an address that is none', one({ url: 5 }), 'cannot be imported'],
  ['an object as an argument', one({ command: 'npx', args: [{ toString: null }] }), 'in args of a is not a text'],
  ['an object as a variable', one({ command: 'npx', env: { A: { toString: null } } }), 'in env of a is not a text'],
  ['a list as a header', one({ url: 'https://a.example', headers: { A: [] } }), 'in headers of a is not a text'],
];

it.each(REFUSED.map(([label, file, message, entry]) => ({ label, file, message, entry })))(
  'refuses $label',
  (refused) => {
    const { file, message, entry } = refused;
    expect(() => read(file, entry)).toThrow(message);
    // No message contains a secret of the file.
    expect(() => read(file, entry)).not.toThrow('sk-1');
  },
);

it.each([
  ['another document', '{"openapi":"3.1.0"}'],
  ['YAML', 'mcpServers: {}'],
  ['no JSON', '{"mcpServers":'],
  ['a list of servers', '{"servers":[{"url":"https://api.example.com"}]}'],
])('leaves %s to other importers', (_name, text) => {
  expect(clientServersIn(text)).toBeNull();
});

const words = (...args: readonly string[]) => ({ command: 'npx', args });
const at = (url: string) => ({ url });

it.each([
  words('--api-key=sk-1'),
  words('--apiKey', 'sk-1'),
  words('--accessToken', 'sk-1'),
  words('--pat=sk-1'),
  words('--auth', 'sk-1'),
  words('--bearer=sk-1'),
  words('--authorization', 'sk-1'),
  words('mcp-remote', 'https://mcp.example.com', '--header', 'Authorization: Bearer sk-1'),
  words('--header=X-Key: sk-1'),
  words('-H', 'X-Key: sk-1'),
  words('-HX-Key: sk-1'),
  words('run', '-e', 'TOKEN=sk-1', 'image'),
  words('run', '--env', 'TOKEN=sk-1', 'image'),
  words('run', '--env=TOKEN=sk-1', 'image'),
  words('run', '-eTOKEN=sk-1', 'image'),
  words('postgresql://u:sk-1@db/x'),
  words('--db=postgresql://sk-1@db/x'),
  words('mcp-remote', 'https://mcp.example.com/mcp/?exampleApiKey=sk-1'),
  { command: 'https://u:sk-1@a.example' },
  at('https://mcp.example.com/mcp/?exampleApiKey=sk-1'),
  at('https://mcp.example.com/mcp?a=&b=sk-1'),
  at('https://u:sk-1@mcp.example.com/mcp'),
  at('https://sk-1@mcp.example.com/mcp'),
])('stores no secret of %j', (entry) => {
  expect(() => read(one(entry))).toThrow(/must not be on a command line|stored unencrypted/);
  expect(() => read(one(entry))).not.toThrow('sk-1');
});

it.each([
  words('-y', '@example/server@1.2.3'),
  words('--no-auth', '--path=/srv', '--max-tokens=5', '--monkey'),
  words('run', '-i', '--rm', '-e', 'TOKEN', '--env', 'OTHER', 'ghcr.io/a/b'),
  words('--from', 'git+https://git.example/a/b@v1', 'b'),
  words('https://mcp.example.com/@scope/name?readonly'),
  words('-endpoint=https://a.example'),
  at('https://mcp.example.com/@scope/mcp'),
  at('https://mcp.example.com/mcp?'),
])('imports %j unchanged', (entry) => {
  expect(read(one(entry)).connector).toMatchObject(entry);
});

it.each([
  ['AsyncAPI', { asyncapi: '2.6.0', servers: { one: { url: 'mqtt://a.example', protocol: 'mqtt' } } }],
  ['AsyncAPI 3', { asyncapi: '3.0.0', servers: { one: { host: 'a.example', protocol: 'mqtt' } } }],
  ['OpenAPI', { openapi: '3.1.0', servers: { one: { url: 'https://a.example' } } }],
  ['anything with servers of another kind', { servers: { one: { url: 'https://a.example' }, two: { host: 'b' } } }],
])('leaves %s to other importers', (_name, file) => {
  expect(clientServersIn(JSON.stringify(file))).toBeNull();
});

it.each([
  ['a string without an end', (times: number) => `{"a": "${'\\"'.repeat(times)}`],
  ['comments without an end', (times: number) => `{${'/*'.repeat(times)}`],
  ['slashes', (times: number) => `{${'/ '.repeat(times)}`],
  ['commas', (times: number) => `{${', '.repeat(times)}`],
  ['backslashes', (times: number) => `{"${'\\'.repeat(times)}`],
  ['quotes', (times: number) => `{${'"a" '.repeat(times)}`],
])('reads %s once, not from each position', (_name, textOf) => {
  // Checked from each position, 2 MB would take more than half an hour.
  expect(clientServersIn(textOf(1_000_000))).toBeNull();
});
