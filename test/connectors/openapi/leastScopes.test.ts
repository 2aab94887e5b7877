import { expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';

/** The scopes that a sign-in requests if its operations name none. */
function requestedScopes(scopes: readonly string[], method: 'get' | 'post'): readonly string[] | undefined {
  const urls = { authorizationUrl: 'https://api.test/authorize', tokenUrl: 'https://api.test/token' };
  const flow = { ...urls, scopes: Object.fromEntries(scopes.map((scope) => [scope, ''])) };
  const { credentials } = importOpenApi({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: 'https://api.test' }],
    security: [{ o: [] }],
    components: { securitySchemes: { o: { type: 'oauth2', flows: { authorizationCode: flow } } } },
    paths: { '/a': { [method]: { operationId: 'a' } } },
  }).document;
  return credentials[0]?.oauth2?.scopes;
}

const MANY = Array.from({ length: 11 }, (_, at) => `thing${at}`);

it.each<[label: string, scopes: readonly string[], reading: readonly string[], writing: readonly string[]]>([
  ['the only one', ['default'], ['default'], ['default']],
  ['none of who the person is', ['default', 'openid', 'email', 'profile'], ['default'], ['default']],
  ['those that read, to read', ['read', 'write'], ['read'], ['read', 'write']],
  ['no administration', ['x:read', 'x:write', 'x:admin', 'x.full'], ['x:read'], ['x:read', 'x:write']],
  ['words of which none is a part of another', ['spread', 'thread'], [], ['spread', 'thread']],
  ['none of many', MANY, [], []],
])('if operations name no scopes, a sign-in requests %s', (_name, scopes, reading, writing) => {
  expect([requestedScopes(scopes, 'get'), requestedScopes(scopes, 'post')]).toEqual([reading, writing]);
});
