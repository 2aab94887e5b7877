import { expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { toLaunch } from '../../../src/connectors/stdio/launch.ts';

const place = { scratch: '/s', searchPath: '/bin' };
const registryOf = (npmRegistry: string | null, env: Record<string, string> = {}) =>
  toLaunch({ kind: 'mcp-stdio', command: 'npx', args: [], env }, [], { ...place, npmRegistry }).env[
    'npm_config_registry'
  ];

it('a program gets the operator’s npm registry, unless its document names one', () => {
  const { npmRegistry } = readConfig({ TOOLYARD_NPM_REGISTRY: 'https://npm.example.com/all' });
  expect(registryOf(npmRegistry)).toBe('https://npm.example.com/all');
  expect(registryOf(npmRegistry, { npm_config_registry: 'https://own.test/' })).toBe('https://own.test/');
  expect(registryOf(readConfig({}).npmRegistry)).toBeUndefined();
});

it.each([
  'https://user:secret@npm.example.com/',
  'https://npm.example.com/?token=secret',
  'npm.example.com',
  'file:///x',
])('refuses %s as a registry, without repeating it', (text) => {
  expect(() => readConfig({ TOOLYARD_NPM_REGISTRY: text })).toThrow(/TOOLYARD_NPM_REGISTRY(?!.*secret)/);
});
