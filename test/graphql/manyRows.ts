import type { AccountId } from '../../src/core/ids.ts';
import type { World } from '../harness/world.ts';

/** How many of each kind an account of these tests has: fewer than it may have, many more than a page. */
export const MANY = { stacks: 300, places: 50, tools: 1_000, kept: 40 } as const;

/**
 * Gives an account much of what it can have, as rows, since verbs would take minutes: servers of its own with many
 * tools, enabled in many stacks, of which one has changed.
 */
export async function seedMany(world: World, accountId: AccountId): Promise<void> {
  const { db } = world.edge.deps;
  for (const statement of statementsFor(accountId)) await db.$executeRawUnsafe(statement);
}

const series = (count: number, name = 'n'): string => `generate_series(1, ${count}) AS ${name}`;

function statementsFor(account: AccountId): readonly string[] {
  const { stacks, places, tools, kept } = MANY;
  return [
    `INSERT INTO server (id, owner, slug, name, description, verified, tool_prefix, scopes, connector, digest)
     SELECT 'srv' || n, '${account}', 'many' || n, 'Many ' || n, '', false, true, '{}', '{"kind":"http","baseUrl":"https://a.test"}', 'x'
     FROM ${series(places)}`,
    `INSERT INTO tool (id, server_id, tool_id, name, description, input_schema, request, position, digest, removed_at)
     SELECT 'tool' || s || '-' || n, 'srv' || s, 'many' || s || '_tool' || n, 'tool' || n, '', '{"type":"object"}',
       '{"kind":"template","method":"GET","path":"/"}', n, 'new', NULL
     FROM ${series(places, 's')}, LATERAL generate_series(1, CASE WHEN s <= 4 THEN ${tools} ELSE ${kept} END) AS n`,
    `INSERT INTO stack (id, account_id, name, analytics_enabled)
     SELECT 'stack_' || lpad(n::text, 20, '0'), '${account}', 'many ' || n, true FROM ${series(stacks)}`,
    // The first stacks have all servers, all others the last one.
    `INSERT INTO stack_server (id, stack_id, server_id)
     SELECT 'place' || k || '-' || s, 'stack_' || lpad(k::text, 20, '0'), 'srv' || s FROM ${series(stacks, 'k')}, ${series(places, 's')}
     WHERE k <= 4 OR s = ${places}`,
    `INSERT INTO kept_definition (id, tool_key, digest, definition, kind, changes, changed_at)
     SELECT 'kept' || n, 'tool${places}-' || n, 'old', '{"name":"tool","description":"was","inputSchema":{"type":"object"}}', 'reworded', '[]', now() FROM ${series(kept)}`,
    `INSERT INTO enabled_tool (stack_server_id, tool_key, held_digest)
     SELECT placed.id, tool.id, CASE WHEN placed.server_id = 'srv${places}' THEN 'old' END
     FROM stack_server placed JOIN tool ON tool.server_id = placed.server_id`,
  ];
}
