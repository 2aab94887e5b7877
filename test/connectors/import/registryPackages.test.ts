import { expect, it } from 'vitest';
import { importRegistryServer } from '../../../src/connectors/import/registryImport.ts';
import { base, type Case, empty, field, stdio } from './registryKit.ts';

const CASES: Case[] = [
  {
    label: 'an npm package with a key, a fixed setting and a directory',
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
    label: 'a Python package with an argument given on import',
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
    label: 'a container image, whose variables pass by name',
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
    label: 'an image whose version stands apart',
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

it.each(CASES)('$label becomes a program to start', ({ server, options, document }) => {
  expect(importRegistryServer(server, options)).toEqual(document);
});
