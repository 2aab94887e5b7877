import { afterAll, describe, expect, it } from 'vitest';
import { dataOf } from './ask.ts';
import { openStacks } from './seed.ts';

const STACKS = 50;

const { query, close } = await openStacks(STACKS);
afterAll(close);

type Page = {
  totalCount: number;
  edges: { cursor: string; node: { name: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
};

describe('pages', () => {
  const PAGE = `query Page($first: Int, $last: Int, $after: String, $before: String) {
    stacks(first: $first, last: $last, after: $after, before: $before) {
      totalCount
      edges { cursor node { name } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`;
  // Boundary: the shape of PAGE above.
  const page = async (variables: object) => (await dataOf(query(PAGE, variables)))['stacks'] as Page;
  const namesOf = ({ edges }: Page) => edges.map(({ node }) => node.name);

  it('have 20 rows by default', async () => {
    const { edges, totalCount, pageInfo } = await page({});
    expect({ rows: edges.length, totalCount, ...pageInfo }).toMatchObject({
      rows: 20,
      totalCount: 50,
      hasNextPage: true,
    });
  });

  it('go forwards and backwards through the list', async () => {
    const first = await page({ first: 2 });
    const second = await page({ first: 2, after: first.pageInfo.endCursor });
    const back = await page({ last: 2, before: second.pageInfo.startCursor });
    expect([namesOf(first), namesOf(second), namesOf(back)]).toEqual([
      ['stack 1', 'stack 2'],
      ['stack 3', 'stack 4'],
      ['stack 1', 'stack 2'],
    ]);
  });

  it('end', async () => {
    const { edges, pageInfo } = await page({ last: 1 });
    expect({ rows: edges.length, next: pageInfo.hasNextPage, previous: pageInfo.hasPreviousPage }).toEqual({
      rows: 1,
      next: false,
      previous: true,
    });
  });

  const REFUSED = [
    ['101 rows', 'stacks(first: 101) { totalCount }', 'Invalid arguments: first must be at most 100', '/first'],
    ['minus one row', 'stacks(last: -1) { totalCount }', 'Invalid arguments: last must not be negative', '/last'],
    [
      '101 rows further down',
      'stacks { nodes { servers(first: 101) { totalCount } } }',
      'Invalid arguments: first must be at most 100',
      '/first',
    ],
    [
      'a cursor that is none',
      'stacks(after: "x") { totalCount }',
      'Invalid arguments: after is not a cursor of this list',
      '/after',
    ],
    [
      'a cursor with NUL',
      'stacks { nodes { servers(after: "R1BDOlM6AA==") { totalCount } } }',
      'Invalid arguments: after is not a cursor of this list',
      '/after',
    ],
  ] as const;
  it.each(REFUSED)('refuse %s', async (_name, fields, message, path) => {
    const { status, errors } = await query(`{ ${fields} }`);
    // A nested list fails alone.
    expect(status).toBe(fields.startsWith('stacks {') ? 200 : 400);
    expect(errors[0]).toMatchObject({ message, extensions: { code: 'INVALID_INPUT', issues: [{ path }] } });
  });
});
