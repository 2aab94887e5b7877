import { Client } from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { dataOf } from './ask.ts';
import { openStacks } from './seed.ts';

const STACKS = 50;

const { query, close } = await openStacks(STACKS);
afterAll(close);

const TREE = `query Tree($first: Int!) {
  stacks(first: $first) {
    nodes {
      name
      servers(first: 5) {
        nodes {
          server { id: slug }
          tools { nodes { id: toolId } }
          credentialStatus { required { fieldId state } optional { fieldId state } hasAll hasRequired }
        }
      }
    }
  }
}`;

const TREE_NODE = {
  servers: {
    nodes: [
      {
        server: { id: 'one' },
        tools: { nodes: [{ id: 'one_a' }, { id: 'one_b' }] },
        credentialStatus: {
          required: [{ fieldId: 'one_key', state: 'MISSING' }],
          optional: [{ fieldId: 'one_region', state: 'MISSING' }],
          hasAll: false,
          hasRequired: false,
        },
      },
      {
        server: { id: 'two' },
        tools: { nodes: [{ id: 'two_d' }] },
        credentialStatus: {
          required: [{ fieldId: 'two_key', state: 'ADDED' }],
          optional: [{ fieldId: 'two_region', state: 'MISSING' }],
          hasAll: false,
          hasRequired: true,
        },
      },
    ],
  },
};

const textOf = (statement: unknown): string => String(Object(statement).text ?? statement);

// The connection pool also carries other queries: notifications, and a key's last use.
const isOfTheTree = (statement: string): boolean =>
  statement.includes('FROM "public"') && !/"public"\."(api_key|account)"/.test(statement);

async function statementsFor(first: number) {
  const spy = vi.spyOn(Client.prototype, 'query');
  const data = await dataOf(query(TREE, { first }));
  const statements = spy.mock.calls.map(([statement]) => textOf(statement)).filter(isOfTheTree);
  spy.mockRestore();
  return { data, statements };
}

describe('stacks with servers, tools and credential status', () => {
  it('are read with the same few statements for 5 stacks as for 50', async () => {
    await dataOf(query(TREE, { first: 1 }));
    const few = await statementsFor(5);
    const many = await statementsFor(STACKS);
    const nodes = Array.from({ length: STACKS }, (_, index) => ({ name: `stack ${index + 1}`, ...TREE_NODE }));
    expect(many.data).toEqual({ stacks: { nodes } });
    expect(many.statements.length).toBe(few.statements.length);
    expect(many.statements.length).toBeLessThanOrEqual(10);
  });

  it('never read encrypted values', async () => {
    const { statements } = await statementsFor(5);
    expect(statements.filter((text) => text.includes('"credential"'))).toHaveLength(1);
    expect(statements.filter((text) => text.includes('sealed'))).toEqual([]);
  });
});
