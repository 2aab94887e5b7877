/**
 * A registry page, written by hand in the official format. `at` is the URL of its servers; one of the others requires a
 * sign-in, one a key.
 */
export const registryPage = (at: string, signedIn = at, locked = at) => [
  entry({
    name: 'io.example/echo',
    title: 'Echo',
    description: 'Says what it hears',
    websiteUrl: 'https://echo.example/about',
    repository: { url: 'https://github.com/example/echo', source: 'github' },
    remotes: [{ type: 'streamable-http', url: at }],
  }),
  entry({
    name: 'com.weather/forecast',
    title: 'Forecast',
    description: 'Weather by place',
    remotes: [
      {
        type: 'streamable-http',
        url: `${at}/{region}`,
        variables: { region: { description: 'Where the account is', choices: ['eu', 'us'] } },
        headers: [
          {
            name: 'Authorization',
            value: 'Bearer {key}',
            variables: { key: { isSecret: true, isRequired: true, description: 'From the settings' } },
          },
        ],
      },
    ],
  }),
  entry({
    name: 'io.example/files',
    description: 'Reads files',
    packages: [
      {
        registryType: 'npm',
        identifier: '@example/files',
        version: '2.1.0',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'named', name: '--greeting', value: "it's me" }],
        environmentVariables: [{ name: 'FILES_KEY', isRequired: true, isSecret: true, description: 'A key' }],
      },
    ],
  }),
  entry({
    name: 'io.example/python',
    description: 'Runs by uvx',
    packages: [{ registryType: 'pypi', identifier: 'example-mcp', version: '0.3.1', transport: { type: 'stdio' } }],
  }),
  entry({
    name: 'io.example/old-ways',
    description: 'Speaks a transport of its own',
    remotes: [{ type: 'websocket', url: `${at}/socket` }],
  }),
  entry({
    name: 'io.example/needs-a-folder',
    description: 'Wants an argument that only a person knows',
    packages: [
      {
        registryType: 'npm',
        identifier: 'needs-a-folder',
        version: '1.0.0',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', valueHint: 'folder', isRequired: true }],
      },
    ],
  }),
  entry({ name: 'io.example/given-up', description: 'Nobody looks after it', remotes: [] }, { status: 'deprecated' }),
  entry({
    name: 'io.example/signed-in',
    description: 'Lists its tools after a sign-in',
    remotes: [{ type: 'streamable-http', url: signedIn }],
  }),
  entry({
    name: 'io.example/locked',
    description: 'Lists its tools with a key',
    remotes: [
      {
        type: 'streamable-http',
        url: locked,
        headers: [{ name: 'Authorization', isRequired: true, isSecret: true, description: 'Bearer and the key' }],
      },
    ],
  }),
];

/** An entry as the API answers it. */
export const entry = (server: object, official: object = {}) => ({
  server: {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    version: '1.0.0',
    ...server,
  },
  _meta: {
    'io.modelcontextprotocol.registry/official': {
      status: 'active',
      publishedAt: '2026-01-02T03:04:05.678Z',
      updatedAt: '2026-02-03T04:05:06.789Z',
      isLatest: true,
      ...official,
    },
  },
});
