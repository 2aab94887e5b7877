import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerGraphiql } from '../../src/graphql/execution/graphiql.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { EXAMPLES } from '../../web/src/graphiql/examples.ts';

const PAGE = '<!doctype html><title>GraphiQL</title>';
const NO_OPERATIONS = {
  isConnection: () => false,
  gate: () => Promise.reject(new Error('not asked for')),
  execute: () => Promise.reject(new Error('not asked for')),
};
const BROWSER = { accept: 'text/html,application/xhtml+xml' };

let filesDir: string;
let app: FastifyInstance;

beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'toolyard-graphiql-'));
  await writeFile(join(filesDir, 'graphiql.html'), PAGE);
  app = Fastify({ exposeHeadRoutes: false });
  registerGraphiql(app, '/graphql', NO_OPERATIONS, join(filesDir, 'graphiql.html'));
});

afterAll(async () => {
  await app.close();
  await rm(filesDir, { recursive: true });
});

describe('the explorer', () => {
  it.each(['/graphql', '/graphiql'])('is at %s for browsers, and public', async (url) => {
    const { statusCode, body, headers } = await app.inject({ url, headers: BROWSER });
    expect([statusCode, body, headers['content-type']]).toEqual([200, PAGE, 'text/html; charset=utf-8']);
  });

  it('may load from and connect to only this server, and can’t be framed', async () => {
    const { headers } = await app.inject({ url: '/graphiql' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(policy).toContain("connect-src 'self'; worker-src 'self'; ");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|blob:|unsafe-eval|script-src [^;]*unsafe-inline/);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-frame-options': 'DENY' });
  });

  it('says how to build it if it is missing', async () => {
    const bare = Fastify({ exposeHeadRoutes: false });
    registerGraphiql(bare, '/graphql', NO_OPERATIONS, join(filesDir, 'nowhere.html'));
    const { statusCode, body } = await bare.inject({ url: '/graphql', headers: BROWSER });
    expect([statusCode, body]).toEqual([503, expect.stringContaining('npm run build')]);
    await bare.close();
  });

  it('opens with valid operations', () => {
    const schema = graphqlSchema();
    const names = EXAMPLES.map(({ query, variables }) => {
      expect(validate(schema, parse(query))).toEqual([]);
      JSON.parse(variables ?? '{}');
      return /(?:query|mutation|subscription) (\w+)/.exec(query)?.[1];
    });
    expect(names).toEqual(['FirstLook', 'CreateStack', 'AddServer', 'SetCredentials', 'CallTool', 'WatchCalls']);
  });
});
