import type { AccountId } from '../../src/core/kernel/ids.ts';
import type { World } from '../harness/world.ts';

/** The number of each kind in an account of these tests: below the maximum, but many more than a page. */
export const MANY = { stacks: 300, places: 50, tools: 1_000, definitions: 40, each: 900, endUsers: 2_000 } as const;

/** Ids of seeded rows: a prefix and 20 digits. */
export const idOf = (prefix: string, at: number): string => `${prefix}_${String(at).padStart(20, '0')}`;

/**
 * Seeds an account with large numbers of everything, as rows, because verbs would take minutes. It has private servers
 * with many tools, enabled in many stacks, one of them changed; hundreds of endpoints, tokens and so on.
 */
export async function seedMany(world: World, accountId: AccountId): Promise<void> {
  const { db } = world.edge.deps;
  for (const statement of [...serversFor(accountId), ...accessFor(accountId), ...peopleFor(accountId)])
    await db.$executeRawUnsafe(statement);
}

const series = (count: number, name = 'n'): string => `generate_series(1, ${count}) AS ${name}`;
const id = (prefix: string, name = 'n'): string => `'${prefix}_' || lpad(${name}::text, 20, '0')`;
const REQUEST = `'{"kind":"template","method":"GET","path":"/"}'`;
const DEFINITION = `json_build_object('name', 'tool', 'title', NULL, 'description', 'was', 'inputSchema', '{"type":"object"}'::json,
  'outputSchema', NULL, 'annotations', NULL, 'request', ${REQUEST}::json, 'reach', '{"kind":"http","baseUrl":"https://a.test"}'::json)`;

function serversFor(account: AccountId): readonly string[] {
  const { stacks, places, tools, definitions } = MANY;
  return [
    `INSERT INTO server (id, owner, slug, name, description, verified, tool_prefix, scopes, connector, digest)
     SELECT 'srv' || n, '${account}', 'many' || n, 'Many ' || n, '', false, true, '{}', '{"kind":"http","baseUrl":"https://a.test"}', 'x'
     FROM ${series(places)}`,
    `INSERT INTO credential_field (id, server_id, field_id, name, description, required, secret, position, uses)
     SELECT 'field' || s, 'srv' || s, 'key', 'Key', '', true, true, 0, '[]' FROM ${series(places, 's')}`,
    `INSERT INTO tool (id, server_id, tool_id, name, description, input_schema, request, position, digest)
     SELECT 'tool' || s || '-' || n, 'srv' || s, 'many' || s || '_tool' || n, 'tool' || n, '', '{"type":"object"}', ${REQUEST}, n, 'new'
     FROM ${series(places, 's')}, LATERAL generate_series(1, CASE WHEN s <= 4 THEN ${tools} ELSE ${definitions} END) AS n`,
    `INSERT INTO stack (id, account_id, name, analytics_enabled)
     SELECT ${id('stack')}, '${account}', 'many ' || n, true FROM ${series(stacks)}`,
    // Servers with the first server's tool names, each in a separate stack.
    `INSERT INTO server (id, owner, slug, name, description, verified, tool_prefix, scopes, connector, digest)
     SELECT 'twin' || n, '${account}', 'twin' || n, 'Twin', '', false, false, '{}', '{"kind":"http","baseUrl":"https://a.test"}', 'x'
     FROM ${series(20)}`,
    `INSERT INTO tool (id, server_id, tool_id, name, description, input_schema, request, position, digest)
     SELECT 'twin' || s || '-' || n, 'twin' || s, 'many1_tool' || n, 'tool' || n, '', '{"type":"object"}', ${REQUEST}, n, 'new'
     FROM ${series(20, 's')}, ${series(100)}`,
    `INSERT INTO stack_server (id, stack_id, server_id) SELECT 'twin' || n, ${id('stack', '(100 + n)')}, 'twin' || n FROM ${series(20)}`,
    // The first stacks have all servers; all others have only the last one.
    `INSERT INTO stack_server (id, stack_id, server_id, held_instructions)
     SELECT 'place' || k || '-' || s, ${id('stack', 'k')}, 'srv' || s, 'was' FROM ${series(stacks, 'k')}, ${series(places, 's')}
     WHERE k <= 4 OR s = ${places}`,
    `INSERT INTO kept_definition (id, tool_key, digest, definition, kind, changes, changed_at)
     SELECT 'kept' || n, 'tool${places}-' || n, 'old', ${DEFINITION}, 'reworded', '[]', now() FROM ${series(definitions)}`,
    `INSERT INTO enabled_tool (stack_server_id, tool_key, held_digest)
     SELECT placed.id, tool.id, CASE WHEN placed.server_id = 'srv${places}' THEN 'old' END
     FROM stack_server placed JOIN tool ON tool.server_id = placed.server_id`,
    `INSERT INTO credential (id, stack_server_id, end_user, field_id, sealed, key_id, revision)
     SELECT 'cred' || n, 'place1-1', 'user ' || n, 'key', '', 'k', 1 FROM ${series(MANY.endUsers)}`,
  ];
}

function accessFor(account: AccountId): readonly string[] {
  const { each } = MANY;
  const [stack, endpoint] = [idOf('stack', 1), idOf('endpoint', 1)];
  return [
    `INSERT INTO client_endpoint (id, client_id, stack_id, name)
     SELECT ${id('endpoint')}, ${id('client')}, '${stack}', 'e' FROM ${series(each)}`,
    `INSERT INTO stack_token (id, endpoint_id, name)
     SELECT ${id('token')}, ${id('endpoint', '(1 + n % 2)')}, 't' FROM ${series(2 * each)}`,
    `INSERT INTO refresh_token (hash, token_id, oauth_client, created_at, expires_at, used_at)
     SELECT decode(lpad(to_hex(n), 64, '0'), 'hex'), '${idOf('token', 1)}', 'c', now(), now() + '1 day', CASE WHEN n > 1 THEN now() END
     FROM ${series(each)}`,
    `INSERT INTO machine_client (id, endpoint_id, name, public_keys, created_at)
     SELECT ${id('machine')}, '${endpoint}', 'm', '[]', now() FROM ${series(each)}`,
    `INSERT INTO trusted_issuer (id, endpoint_id, name, issuer, claims, end_user_claim, created_at)
     SELECT ${id('issuer')}, '${endpoint}', 'i', 'https://i.test/' || n, '{}', 'sub', now() FROM ${series(each)}`,
    `INSERT INTO policy_rule (id, account_id, name, effect, is_default, created_at)
     SELECT ${id('rule')}, '${account}', 'r', 'ask', false, now() FROM ${series(100)}`,
    `INSERT INTO approval (id, account_id, stack_id, rule_id, tool_id, caller_kind, caller_id, end_user, digest, sealed, state, created_at, expires_at)
     SELECT ${id('approval')}, '${account}', '${stack}', '${idOf('rule', 1)}', 't', 'apiKey', 'k', '', '', '', 'pending', now(), now() + '1 day'
     FROM ${series(each)}`,
    `INSERT INTO webhook (id, account_id, name, url, has_input, key_id, sealed, created_at)
     SELECT ${id('webhook')}, '${account}', 'w', 'https://w.test', false, 'k', '', now() FROM ${series(10)}`,
    `INSERT INTO webhook_delivery (id, webhook_id, type, payload, created_at, expires_at)
     SELECT ${id('delivery')}, '${idOf('webhook', 1)}', 'webhook.test', '{}', now(), now() + '1 day' FROM ${series(each)}`,
    `INSERT INTO invocation (id, at, account_id, stack_id, server_id, tool_id, outcome, latency_ms, input_bytes, output_bytes)
     SELECT ${id('call')}, now() - n * '1 s'::interval, '${account}', '${stack}', 'many1', 'many1_tool' || n, 'ok', 1, 1, 1 FROM ${series(each)}`,
  ];
}

function peopleFor(account: AccountId): readonly string[] {
  const { each } = MANY;
  return [
    `INSERT INTO api_key (id, account_id, name, hash, display, scopes, revoked_at)
     SELECT ${id('key')}, '${account}', 'many', decode(lpad(to_hex(n), 64, '0'), 'hex'), 'ty', '{}', now() FROM ${series(3 * each)}`,
    `INSERT INTO app_user (id, account_id, email, created_at)
     SELECT ${id('user')}, '${account}', 'many' || n || '@a.test', now() FROM ${series(500)}`,
  ];
}
