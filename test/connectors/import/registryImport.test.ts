import { describe, expect, it } from 'vitest';
import { importRegistryServer } from '../../../src/connectors/import/registryImport.ts';
import { base, type Case, empty, field, stdio } from './registryKit.ts';

const CASES: Case[] = [
  {
    label: 'a remote with a bearer token and a region',
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
    label: 'a header made of two variables, one of them fixed, as the registry API wraps it',
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
];

describe('a registry document', () => {
  it.each(CASES)('$label', ({ server, document }) => {
    expect(importRegistryServer(server)).toEqual(document);
  });

  const npm = (packageArguments: object[]) => ({
    ...base,
    packages: [{ registryType: 'npm', identifier: 'a', transport: stdio, packageArguments }],
  });

  it.each([
    { label: 'no transport', server: base, message: /no transport/ },
    {
      label: 'only what is not supported',
      server: { ...base, remotes: [{ type: 'websocket', url: 'https://a' }] },
      message: /offers websocket/,
    },
    { label: 'no name', server: { description: 'x' }, message: /Not a registry server document/ },
    { label: 'no object', server: 'server.json', message: /Not a registry server document/ },
    {
      label: 'a name that leaves no id',
      server: { ...npm([]), name: 'a/_' },
      message: /Not a registry server document/,
    },
    {
      label: 'an argument without a value',
      server: npm([{ type: 'positional', valueHint: 'city', isRequired: true }]),
      message: /argument city needs a value/,
    },
    {
      label: 'a secret among the arguments',
      server: npm([{ type: 'named', name: '--key', isRequired: true, isSecret: true }]),
      message: /argument --key is a secret/,
    },
  ])('is refused with $label', ({ server, message }) => {
    expect(() => importRegistryServer(server)).toThrowError(message);
  });
});
