import { describe, expect, it } from 'vitest';
import { importRegistryServer, type RegistryImportOptions } from '../../src/connectors/registryImport.ts';

const $schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const base = { $schema, name: 'io.github.acme/Weather_MCP', description: 'Weather of today', version: '1.4.2' };
const stdio = { type: 'stdio' };

const empty = { toolPrefix: true, verified: false, tools: [], description: 'Weather of today' };
const field = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  description: '',
  required: false,
  secret: false,
  ...more,
});

type Case = { says: string; server: object; options?: RegistryImportOptions; document: object };

const CASES: Case[] = [
  {
    says: 'a remote with a bearer token and a region',
    server: {
      ...base,
      title: 'Weather',
      websiteUrl: 'https://weather.example.com',
      remotes: [
        { type: 'sse', url: 'https://weather.example.com/sse' },
        {
          type: 'streamable-http',
          url: 'https://{region}.weather.example.com/{tenant}/mcp',
          variables: {
            region: { description: 'Where the data lives.', choices: ['eu', 'us'], default: 'eu' },
            tenant: { isRequired: true },
          },
          headers: [
            {
              name: 'Authorization',
              value: 'Bearer {token}',
              isRequired: true,
              variables: { token: { description: 'API token', isRequired: true, isSecret: true } },
            },
            { name: 'X-Api-Key', description: 'Another key', isSecret: true, placeholder: 'wk_123' },
            { name: 'X-Client', value: 'toolyard' },
          ],
        },
      ],
    },
    document: {
      ...empty,
      id: 'weather-mcp',
      name: 'Weather',
      homepage: 'https://weather.example.com',
      connector: {
        kind: 'mcp-http',
        url: 'https://{region}.weather.example.com/{tenant}/mcp',
        headers: { 'X-Client': 'toolyard' },
      },
      credentials: [
        field('region', 'region', {
          required: true,
          description: 'Where the data lives. One of: eu, us. Default: eu.',
        }),
        field('tenant', 'tenant', { required: true }),
        field('token', 'token', {
          required: true,
          secret: true,
          description: 'API token.',
          placement: { in: 'header', name: 'Authorization', template: 'Bearer {token}' },
        }),
        field('x_api_key', 'X-Api-Key', {
          secret: true,
          description: 'Another key. Example: wk_123.',
          placement: { in: 'header', name: 'X-Api-Key' },
        }),
      ],
    },
  },
  {
    says: 'a header made of two variables, one of them fixed, as the registry API wraps it',
    server: {
      server: {
        ...base,
        remotes: [
          {
            type: 'streamable-http',
            url: 'https://weather.example.com/mcp',
            headers: [
              {
                name: 'X-Auth',
                value: '{scheme} {user}:{password}',
                variables: { scheme: { value: 'Custom' }, user: {}, password: { isSecret: true } },
              },
            ],
          },
        ],
      },
      _meta: {},
    },
    document: {
      ...empty,
      id: 'weather-mcp',
      name: 'Weather_MCP',
      connector: {
        kind: 'mcp-http',
        url: 'https://weather.example.com/mcp',
        headers: { 'X-Auth': 'Custom {user}:{password}' },
      },
      credentials: [field('user', 'user'), field('password', 'password', { secret: true })],
    },
  },
  {
    says: 'an npm package with a key, a fixed setting and a directory',
    server: {
      ...base,
      repository: { url: 'https://github.com/acme/weather', source: 'github' },
      packages: [
        { registryType: 'mcpb', identifier: 'https://example.com/w.mcpb', transport: stdio },
        {
          registryType: 'npm',
          identifier: '@acme/weather-mcp',
          version: '1.4.2',
          transport: stdio,
          runtimeHint: 'npx',
          packageArguments: [
            { type: 'positional', valueHint: 'data_dir', format: 'filepath', isRequired: true },
            { type: 'named', name: '--units', default: 'celsius', description: 'Units' },
            { type: 'named', name: '--verbose' },
            { type: 'named', name: '--proxy', description: 'Not needed' },
          ],
          environmentVariables: [
            { name: 'WEATHER_API_KEY', description: 'Key', isRequired: true, isSecret: true },
            { name: 'LOG_LEVEL', value: 'warn' },
          ],
        },
      ],
    },
    options: { id: 'weather', argumentValues: { '--verbose': '' } },
    document: {
      ...empty,
      id: 'weather',
      name: 'Weather_MCP',
      homepage: 'https://github.com/acme/weather',
      connector: {
        kind: 'mcp-stdio',
        command: 'npx',
        args: ['-y', '@acme/weather-mcp@1.4.2', '{scratch}', '--units=celsius', '--verbose'],
        env: { LOG_LEVEL: 'warn' },
      },
      credentials: [
        field('weather_api_key', 'WEATHER_API_KEY', {
          required: true,
          secret: true,
          description: 'Key.',
          placement: { in: 'env', name: 'WEATHER_API_KEY' },
        }),
      ],
    },
  },
  {
    says: 'a Python package with an argument given on import',
    server: {
      ...base,
      packages: [
        {
          registryType: 'pypi',
          identifier: 'weather-mcp',
          version: '0.5.0',
          transport: stdio,
          runtimeArguments: [
            { type: 'named', name: '-p', value: '{python}', variables: { python: { default: '3.12' } } },
          ],
          packageArguments: [{ type: 'positional', valueHint: 'city', isRequired: true }],
        },
      ],
    },
    options: { argumentValues: { city: 'Vienna' } },
    document: {
      ...empty,
      id: 'weather-mcp',
      name: 'Weather_MCP',
      connector: { kind: 'mcp-stdio', command: 'uvx', args: ['-p', '3.12', 'weather-mcp@0.5.0', 'Vienna'], env: {} },
      credentials: [],
    },
  },
  {
    says: 'a container image, whose variables pass by name',
    server: {
      ...base,
      packages: [
        {
          registryType: 'oci',
          identifier: 'ghcr.io/acme/weather:1.4.2',
          transport: stdio,
          runtimeArguments: [{ type: 'named', name: '--network', value: 'host' }],
          environmentVariables: [
            { name: 'DB_URL', value: 'pg://{host}', variables: { host: { isRequired: true } } },
            { name: 'DB_PASSWORD', isSecret: true },
          ],
        },
      ],
    },
    document: {
      ...empty,
      id: 'weather-mcp',
      name: 'Weather_MCP',
      connector: {
        kind: 'mcp-stdio',
        command: 'docker',
        args: [
          ...['run', '-i', '--rm', '-e', 'DB_URL', '-e', 'DB_PASSWORD', '--network=host'],
          'ghcr.io/acme/weather:1.4.2',
        ],
        env: {},
      },
      credentials: [
        field('host', 'host', { required: true, placement: { in: 'env', name: 'DB_URL', template: 'pg://{host}' } }),
        field('db_password', 'DB_PASSWORD', { secret: true, placement: { in: 'env', name: 'DB_PASSWORD' } }),
      ],
    },
  },
  {
    says: 'an image whose version stands apart',
    server: {
      ...base,
      packages: [{ registryType: 'oci', identifier: 'acme/weather', version: '2', transport: stdio }],
    },
    document: {
      ...empty,
      id: 'weather-mcp',
      name: 'Weather_MCP',
      connector: { kind: 'mcp-stdio', command: 'docker', args: ['run', '-i', '--rm', 'acme/weather:2'], env: {} },
      credentials: [],
    },
  },
];

describe('a registry document', () => {
  it.each(CASES)('$says', ({ server, options, document }) => {
    expect(importRegistryServer(server, options)).toEqual(document);
  });

  const npm = (packageArguments: object[]) => ({
    ...base,
    packages: [{ registryType: 'npm', identifier: 'a', transport: stdio, packageArguments }],
  });

  it.each([
    { says: 'no way to reach it', server: base, message: /no way to reach it/ },
    {
      says: 'only what is not supported',
      server: { ...base, remotes: [{ type: 'sse', url: 'https://a' }] },
      message: /offers sse/,
    },
    { says: 'no name', server: { description: 'x' }, message: /Not a registry server document/ },
    { says: 'no object', server: 'server.json', message: /Not a registry server document/ },
    {
      says: 'a name that leaves no id',
      server: { ...npm([]), name: 'a/_' },
      message: /Not a registry server document/,
    },
    {
      says: 'an argument without a value',
      server: npm([{ type: 'positional', valueHint: 'city', isRequired: true }]),
      message: /argument city needs a value/,
    },
    {
      says: 'a secret among the arguments',
      server: npm([{ type: 'named', name: '--key', isRequired: true, isSecret: true }]),
      message: /argument --key is a secret/,
    },
  ])('is refused with $says', ({ server, message }) => {
    expect(() => importRegistryServer(server)).toThrowError(message);
  });
});
