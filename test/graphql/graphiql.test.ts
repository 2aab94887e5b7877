import { parse, validate } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXAMPLES } from '../../src/graphql/examples.ts';
import { buildGraphqlSchema } from '../../src/graphql/schema.ts';
import { startWorld, type World } from '../harness/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const get = async (path: string) => {
  const response = await fetch(`${world.url}${path}`, { headers: { accept: 'text/html,application/xhtml+xml' } });
  return { response, page: await response.text() };
};

it.each(['/graphql', '/graphiql'])('%s is the explorer, whole, and public', async (path) => {
  const { response, page } = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page).toContain('Toolyard GraphQL');
});

it('loads nothing from anywhere, and may not', async () => {
  const { response, page } = await get('/graphiql');
  const [head = ''] = page.split('<script>', 1);
  expect(head.match(/(?:src|href)="(?!data:)[^"]*"/g)).toBeNull();
  expect(head.match(/@import|url\((?!["']?(?:data:|#))/g)).toBeNull();
  expect(page.match(/<script\s/g)).toBeNull();
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src [^;]*unsafe-inline/);
});

it('opens with operations that the schema knows', () => {
  const schema = buildGraphqlSchema();
  const names = EXAMPLES.map(({ query, variables }) => {
    expect(validate(schema, parse(query))).toEqual([]);
    JSON.parse(variables ?? '{}');
    return /(?:query|mutation) (\w+)/.exec(query)?.[1];
  });
  expect(names).toEqual(['FirstLook', 'CreateStack', 'AddServer', 'SetCredentials', 'CallTool']);
});
