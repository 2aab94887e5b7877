import { clientAt } from '../../src/store/connection.ts';
import { openEmbedded } from '../../src/store/embedded.ts';
import { silentLog } from '../harness/log.ts';
import type { Running } from './service.ts';

/** The number of each object in the account: the maximum number of stacks, and several hundred objects in them. */
export const MANY = {
  stacks: 1_000,
  /** The last 300 stacks don't record their calls. */
  silent: 300,
  servers: 300,
  /** All endpoints are in the first stack, and all tokens belong to its first endpoint. */
  endpoints: 300,
  tokens: 300,
  people: 300,
  keys: 150,
  /** The limit; the last ones have expired. */
  alerts: 1_000,
  overAlerts: 300,
  rules: 90,
  machines: 100,
  issuers: 60,
  /** The last ones are already decided. */
  approvals: 150,
  decided: 30,
  /** Servers of the second stack; each has three changed tools. */
  changedServers: 40,
  calls: 2_000,
  /** Servers with one tool that was called once within the last hour. */
  calledServers: 120,
} as const;

/** Stacks that lack a credential and have failing calls. */
export const LACKING = 40;
export const FAILING = 12;
/** Servers whose last refresh failed. */
const FAILED_REFRESHES = 7;

const series = (count: number, name = 'n'): string => `generate_series(1, ${count}) AS ${name}`;
/** The form of real row ids, because cursors need it. */
const id = (prefix: string, name = 'n'): string =>
  `'${prefix}_00000000-0000-7000-8000-' || lpad(${name}::text, 12, '0')`;
const named = (noun: string, name = 'n'): string => `'${noun} ' || lpad(${name}::text, 4, '0')`;

/** Inserts all of it into the only account, as rows: through the API it would take minutes. */
export async function seedMany({ dataDir }: Running): Promise<void> {
  const embedded = await openEmbedded({ dataDir, log: silentLog });
  const db = clientAt(embedded.url);
  await db.connect();
  try {
    const { rows } = await db.query<{ id: string }>('SELECT id FROM account');
    const [account] = rows;
    if (!account) throw new Error('the service has made no account');
    for (const part of [ofStacks, ofAccess, ofRecords, ofWaiting])
      for (const statement of part(account.id)) await db.query(statement);
    await db.query('ANALYZE');
  } finally {
    await db.end();
    await embedded.close();
  }
}

/** Each stack has two servers without credentials; the first ones also have a server that needs one. */
function ofStacks(account: string): readonly string[] {
  const { stacks, silent, servers } = MANY;
  const connector = `'{"kind":"mcp-http","url":"https://server.example.com/mcp"}'`;
  return [
    // The stack that the first start creates.
    `DELETE FROM stack WHERE account_id = '${account}'`,
    `INSERT INTO server (id, owner, slug, name, description, verified, tool_prefix, scopes, connector, digest, created_at)
     SELECT uuidv7(), '${account}', 'own' || n, ${named('Own server')}, 'A server with number ' || n, false, true, '{}', ${connector},
       'x' || n, now() - n * interval '1 minute' FROM ${series(servers)}`,
    `UPDATE server SET refresh_problem = 'It did not answer.' WHERE owner = '${account}' AND slug IN (
       SELECT 'own' || n FROM ${series(FAILED_REFRESHES)})`,
    `INSERT INTO tool (id, server_id, tool_id, name, description, input_schema, position)
     SELECT uuidv7(), server.id, slug || '_tool' || n, 'tool' || n, 'Does something', '{"type":"object"}', n
     FROM server, ${series(3)} WHERE owner = '${account}'`,
    `INSERT INTO credential_field (id, server_id, field_id, name, description, required, secret, position, uses)
     SELECT uuidv7(), id, 'key', 'Key', '', true, true, 0, '[]' FROM server WHERE owner = '${account}' AND slug = 'own1'`,
    `INSERT INTO stack (id, account_id, name, analytics_enabled, created_at)
     SELECT ${id('stack')}, '${account}', ${named('Project')}, n <= ${stacks - silent}, now() - (${stacks} - n) * interval '1 minute' FROM ${series(stacks)}`,
    `INSERT INTO stack_server (id, stack_id, server_id)
     SELECT uuidv7(), ${id('stack')}, server.id FROM ${series(stacks)}, server
     WHERE owner = '${account}' AND (slug IN ('own2', 'own3') OR (slug = 'own1' AND n <= ${LACKING}))`,
    `INSERT INTO enabled_tool (stack_server_id, tool_key)
     SELECT stack_server.id, tool.id FROM stack_server JOIN tool ON tool.server_id = stack_server.server_id`,
  ];
}

function ofAccess(account: string): readonly string[] {
  const { endpoints, tokens, machines, issuers, people, keys } = MANY;
  return [
    `INSERT INTO client_endpoint (id, client_id, stack_id, name, created_at)
     SELECT ${id('endpoint')}, 'client_' || gen_random_uuid(), ${id('stack', '1')}, ${named('Agent')}, now() FROM ${series(endpoints)}`,
    `INSERT INTO stack_token (id, endpoint_id, name, created_at, last_used_at, revoked_at)
     SELECT ${id('token')}, ${id('endpoint', String(endpoints))}, ${named('Token')}, now(), now() - n * interval '1 hour',
       CASE WHEN n % 10 = 0 THEN now() END FROM ${series(tokens)}`,
    `INSERT INTO machine_client (id, endpoint_id, name, public_keys, created_at, expires_at)
     SELECT ${id('machine')}, ${id('endpoint')}, ${named('Machine')}, '[]', now(),
       CASE WHEN n % 5 = 0 THEN now() - interval '1 hour' END FROM ${series(machines)}`,
    `INSERT INTO trusted_issuer (id, endpoint_id, name, issuer, end_user_claim, claims, created_at)
     SELECT ${id('issuer')}, ${id('endpoint')}, ${named('Issuer')}, 'https://login' || n || '.example.com', 'sub', '{}', now()
     FROM ${series(issuers)}`,
    `INSERT INTO app_user (id, account_id, email, role, created_at, last_sign_in_at)
     SELECT ${id('user')}, '${account}', 'person' || lpad(n::text, 4, '0') || '@example.com', 'developer', now() - n * interval '1 hour',
       CASE WHEN n % 2 = 0 THEN now() - n * interval '1 minute' END FROM ${series(people)}`,
    `INSERT INTO api_key (id, account_id, name, hash, display, scopes, role, created_at, last_used_at, revoked_at)
     SELECT ${id('key')}, '${account}', ${named('Program')}, decode(md5(n::text), 'hex'), 'ty_0000000', '{}', 'developer', now(),
       now() - n * interval '1 hour', CASE WHEN n % 5 = 0 THEN now() END FROM ${series(keys)}`,
  ];
}

function ofRecords(account: string): readonly string[] {
  const { alerts, overAlerts, rules, stacks, calls, calledServers } = MANY;
  return [
    // Otherwise the alert check would find no problem and would close them.
    `INSERT INTO alert_settings (account_id, muted, due_at) VALUES ('${account}', '{}', now() + interval '1 day')
     ON CONFLICT (account_id) DO UPDATE SET due_at = excluded.due_at`,
    `INSERT INTO alert (id, account_id, kind, subject, stack_id, details, started_at, ended_at, expires_at)
     SELECT ${id('alert')}, '${account}', CASE WHEN n <= ${FAILING} THEN 'failing_tool' ELSE 'ending_key' END, 'subject ' || n,
       CASE WHEN n <= ${FAILING} THEN ${id('stack', '(100 + n)')} END,
       json_build_object('tool_id', 'own2_tool' || n, 'stack_name', ${named('Project', '(100 + n)')}, 'calls', 10, 'failures', 5,
         'name', ${named('Program')}, 'expires_at', '2030-01-01'),
       now() - n * interval '1 minute', CASE WHEN n > ${alerts - overAlerts} THEN now() END,
       CASE WHEN n > ${alerts - overAlerts} THEN now() + interval '1 day' END
     FROM ${series(alerts)}`,
    `INSERT INTO policy_rule (id, account_id, name, effect, is_default, created_at)
     SELECT ${id('rule')}, '${account}', ${named('Rule')}, CASE n % 3 WHEN 0 THEN 'deny' WHEN 1 THEN 'ask' ELSE 'allow' END, false, now()
     FROM ${series(rules)}`,
    `INSERT INTO invocation (id, account_id, stack_id, server_id, tool_id, outcome, latency_ms, input_bytes, output_bytes, at)
     SELECT uuidv7(), '${account}', ${id('stack', `(1 + n % ${stacks - 500})`)}, 'own2', 'own2_tool1',
       CASE WHEN n % 10 = 0 THEN 'tool_error' ELSE 'ok' END, n % 900, 10, 20, now() - n * interval '1 second' FROM ${series(calls)}`,
    `INSERT INTO invocation (id, account_id, stack_id, server_id, tool_id, outcome, latency_ms, input_bytes, output_bytes, at)
     SELECT uuidv7(), '${account}', ${id('stack', '1')}, 'own' || n, 'own' || n || '_tool3', 'ok', 1, 10, 20, now() - interval '1 minute'
     FROM ${series(calledServers)}`,
  ];
}

/** Calls that wait for an approval, and tools that wait for a review. */
function ofWaiting(account: string): readonly string[] {
  const { approvals, decided, changedServers } = MANY;
  // The first three are also in other stacks.
  const changed = `SELECT 'own' || n FROM generate_series(4, ${3 + changedServers}) n`;
  return [
    `INSERT INTO approval (id, account_id, stack_id, rule_id, tool_id, caller_kind, caller_id, end_user, digest, waiting_key,
       sealed, state, created_at, expires_at)
     SELECT ${id('approval')}, '${account}', ${id('stack')}, ${id('rule', '1')}, 'own2_tool' || lpad(n::text, 4, '0'), 'agent',
       ${id('token')}, '', decode(md5(n::text), 'hex'), CASE WHEN n <= ${approvals - decided} THEN decode(md5(n::text), 'hex') END,
       '', CASE WHEN n <= ${approvals - decided} THEN 'pending' ELSE 'denied' END, now(), now() + interval '1 day'
     FROM ${series(approvals)}`,
    `INSERT INTO stack_server (id, stack_id, server_id)
     SELECT uuidv7(), ${id('stack', '2')}, id FROM server
     WHERE owner = '${account}' AND slug IN (${changed})`,
    `INSERT INTO kept_definition (id, tool_key, digest, definition, kind, changes, changed_at)
     SELECT uuidv7(), tool.id, 'was', '{"name":"tool","description":"Did something"}',
       CASE position WHEN 3 THEN 'breaking' ELSE 'reworded' END, '[{"kind":"reworded","path":"/description","difference":"changed"}]',
       now() - position * interval '1 minute'
     FROM tool JOIN server ON server.id = server_id WHERE owner = '${account}' AND slug IN (${changed})`,
    `INSERT INTO enabled_tool (stack_server_id, tool_key, held_digest)
     SELECT stack_server.id, tool.id, 'was' FROM stack_server JOIN tool USING (server_id)
     JOIN kept_definition ON tool_key = tool.id WHERE stack_id = ${id('stack', '2')}
     ON CONFLICT (stack_server_id, tool_key) DO UPDATE SET held_digest = 'was'`,
  ];
}
