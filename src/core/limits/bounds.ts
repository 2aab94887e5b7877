import type { Actor } from '../actor.ts';
import { AppError } from '../errors.ts';
import { isRecord } from '../lib/json.ts';
import type { LimitClass } from './classes.ts';

const KIB = 1_024;
const MIB = 1_024 * KIB;

/**
 * A bound on something that callers can make grow. `docs/limits.md` lists all of them; a test compares the two.
 * `test/core/limits/atBounds.test.ts` tears it down.
 */
export type Bound = {
  /** What is counted, and for whom, as in "at most 1,000 stacks of an account". */
  readonly counts: string;
  readonly max: number;
  readonly unit: 'items' | 'bytes';
  /**
   * Whether the operator can change it for one account (`toolyard account limits`); the others are the same for
   * everybody.
   */
  readonly isAdjustable: boolean;
};

const perAccount = (max: number, counts: string, unit: Bound['unit'] = 'items'): Bound => ({
  counts,
  max,
  unit,
  isAdjustable: true,
});
const fixed = (max: number, counts: string, unit: Bound['unit'] = 'items'): Bound => ({
  ...perAccount(max, counts, unit),
  isAdjustable: false,
});

/** Every bound on what one account may have, hold or do at a time. Rates are in `classes.ts`. */
export const BOUNDS = {
  max_stacks: perAccount(1_000, 'stacks of an account'),
  max_stack_servers: perAccount(100, 'servers in a stack'),
  max_stack_tools: perAccount(10_000, 'tools enabled in a stack'),
  max_enabled_tools: perAccount(200_000, 'tools enabled in all stacks of an account'),
  max_descriptions_bytes: perAccount(
    16 * MIB,
    'descriptions that an account’s stacks give their tools in place of the tools’ own',
    'bytes',
  ),
  max_servers: perAccount(500, 'servers of an account’s own'),
  max_servers_bytes: perAccount(
    64 * MIB,
    'documents of an account’s private servers together, and the definitions of their tools and the instructions that stacks hold on to',
    'bytes',
  ),
  max_credentials: perAccount(20_000, 'stored credentials of an account'),
  max_connect_links: perAccount(1_000, 'open connect links of an account'),
  max_endpoints: perAccount(1_000, 'client endpoints of an account'),
  max_tokens: perAccount(5_000, 'stack tokens of an account that are in force, without those of trusted issuers'),
  max_narrowed_calls: perAccount(
    100_000,
    'narrowings of an account’s tokens whose calls are counted; beyond that a call of one more is refused',
  ),
  max_issuer_tokens: perAccount(
    5_000,
    'stack tokens of one trusted issuer that are in force: one for each person and client',
  ),
  max_machine_clients: perAccount(1_000, 'machine clients of an account'),
  max_trusted_issuers: perAccount(100, 'trusted issuers of an account'),
  max_api_keys: perAccount(200, 'API keys of an account that are in force'),
  max_rules: perAccount(100, 'rules of an account'),
  max_approvals: perAccount(1_000, 'calls of an account that wait for an approval'),
  max_approvals_bytes: perAccount(
    64 * MIB,
    'inputs of calls of an account that wait for an approval, or have an answer that still counts',
    'bytes',
  ),
  max_webhooks: perAccount(10, 'webhooks of an account'),
  max_deliveries: fixed(1_000, 'messages of approvals to one webhook that are kept, sent or not; the oldest go first'),
  max_alerts: fixed(
    1_000,
    'alerts of an account, those of the last week included; beyond that none is added until some have gone',
  ),
  max_users: perAccount(500, 'people of an account'),
  max_invitations: perAccount(100, 'open invitations of an account'),
  max_results_bytes: perAccount(64 * MIB, 'results of an account that are kept to be read on', 'bytes'),
  max_idempotency_bytes: perAccount(
    64 * MIB,
    'answers of an account’s calls that are kept for an Idempotency-Key',
    'bytes',
  ),
  max_kept_creations: perAccount(
    1_000,
    'answers of an account’s creations that are kept for an Idempotency-Key; the oldest go first',
  ),
  max_call_records: perAccount(5_000_000, 'call records of an account; the oldest go first'),
  max_contents_bytes: perAccount(
    64 * MIB,
    'inputs and outputs of calls that an account keeps; beyond that calls are recorded without',
    'bytes',
  ),
  max_audit_events: perAccount(
    5_000_000,
    'changes in the audit log of an account; at the limit it can only remove and revoke',
  ),
  max_audit_bytes: perAccount(
    2_048 * MIB,
    'what the audit log of an account says of its changes; at the limit it can only remove and revoke',
    'bytes',
  ),
  max_imports: perAccount(
    4,
    'imports, previews and refreshes of an account at a time; 64 more wait, for up to a minute',
  ),
  max_uploads: perAccount(4, 'uploaded documents of an account, kept for half an hour; the oldest go first'),
  max_upload_parts: perAccount(
    4,
    'parts of uploads of an account that are on their way; 64 more wait, for up to 30 seconds',
  ),
  max_lists: perAccount(
    8,
    'whole lists of servers or of stacks that are being sent to an account; 256 more wait, for up to 30 seconds',
  ),
  max_long_answers: perAccount(
    2,
    'long answers of GraphQL that are made for an account or sent to it at a time; 64 more wait, for up to a minute',
  ),
  max_reads: perAccount(
    256,
    'statistics, searches and filtered lists of calls and changes of an account that run or wait their turn',
  ),
  max_model_questions: perAccount(
    4,
    'questions of an account to its model at a time; 64 more wait, for up to a minute',
  ),
  max_calls: perAccount(256, 'calls of an account that upstreams are working on; 256 more wait, for up to 15 seconds'),
  max_answer_bytes: perAccount(
    64 * MIB,
    'answers of upstreams to an account that are in memory, until the caller has them; the one that goes beyond is cut',
    'bytes',
  ),
  max_streams: perAccount(
    64,
    'open streams of changes of an account’s stacks; as many questions again may wait for an answer of an MCP client',
  ),
  max_subscriptions: perAccount(
    20,
    'open GraphQL subscriptions of an account, and connections for them that have none yet',
  ),
  max_authorization_codes: perAccount(1_000, 'consents to MCP clients of an account within a day'),
  max_sessions: fixed(
    50,
    'browsers that a person is signed in with; beyond that the longest unused one has to sign in again',
  ),
  max_logins: fixed(20, 'command lines that a person is signed in with; beyond that the oldest has to sign in again'),
  max_passkeys: fixed(20, 'passkeys of a person'),
  max_refresh_tokens: fixed(
    100,
    'used refresh tokens of a stack token that are kept to notice a stolen one; the oldest go first',
  ),
  max_client_registrations: fixed(
    10,
    'registrations of this installation for one server; the oldest is forgotten, and who signed in by it signs in again',
  ),
  max_origin_connections: fixed(
    64,
    'connections of an account to one origin; further calls wait for one within their deadline',
  ),
  max_mcp_session_bytes: fixed(
    8 * MIB,
    'sessions of an account with MCP servers that are kept, of about 1 KiB each; the oldest are opened anew',
    'bytes',
  ),
  max_held_definitions: fixed(
    8,
    'definitions of one tool of an account’s private server that its stacks hold on to; beyond that what waits has to be reviewed first',
  ),
  max_removed_tools: fixed(
    2_000,
    'removed tools of an account’s private server that its stacks have enabled; beyond that what waits has to be reviewed first',
  ),
  max_document_bytes: fixed(32 * MIB, 'document to import, uploaded or at an address', 'bytes'),
  max_server_tools: fixed(2_000, 'tools of a server'),
  max_server_bytes: fixed(16 * MIB, 'document of a server', 'bytes'),
  max_schema_bytes: fixed(64 * KIB, 'input schema of a tool', 'bytes'),
  max_defaults_bytes: fixed(MIB, 'defaults that a tool’s schema adds to one input', 'bytes'),
  max_request_bytes: fixed(4 * MIB, 'request that is made of one input, or four times the input', 'bytes'),
  max_request_head_bytes: fixed(128 * KIB, 'address and headers of that request', 'bytes'),
  max_discovery_pages: fixed(64, 'pages of an MCP server’s list'),
  max_discovery_bytes: fixed(8 * MIB, 'answers of an MCP server to one question about what it offers', 'bytes'),
} as const satisfies Record<string, Bound>;

/** The documented name of a bound. */
export type BoundName = keyof typeof BOUNDS;

const isBoundName = (name: string): name is BoundName => Object.hasOwn(BOUNDS, name);
/** All names, in the order of the documents. */
export const boundNames: readonly BoundName[] = Object.keys(BOUNDS).filter(isBoundName);

/** The bound as it applies to the actor: the account's own value, else the default. */
export function boundOf(actor: Actor, name: BoundName): number {
  const override = 'limits' in actor ? actor.limits[name] : undefined;
  return override ?? BOUNDS[name].max;
}

/**
 * The number that the actor's account has of its own for a class of requests; undefined where that of all accounts
 * holds. People's calls follow those of its programs, unless they have a number of their own.
 */
export function ownLimit(actor: Actor, limitClass: LimitClass): number | undefined {
  if (!('limits' in actor)) return undefined;
  return actor.limits[limitClass] ?? (limitClass === 'dashboard_calls' ? actor.limits.invoke : undefined);
}

/** The same as `boundOf` from an account's stored limits, for those who have no actor of it. */
export function storedBound(limits: unknown, name: BoundName): number {
  const own = isRecord(limits) ? limits[name] : undefined;
  return typeof own === 'number' ? own : BOUNDS[name].max;
}

/** The error at a bound: names it, and says how to raise it. */
export function boundReached(name: BoundName, max: number, code: 'invalid_input' | 'rate_limited' = 'invalid_input') {
  const { counts, unit, isAdjustable } = BOUNDS[name];
  const amount = unit === 'bytes' ? `${Math.floor(max / KIB)} KiB` : String(max);
  const raise = isAdjustable ? `; the operator can raise it with \`toolyard account limits --set ${name}=…\`` : '';
  const details = code === 'rate_limited' ? { retryAfterSeconds: 5, reached: { name, limit: max, remaining: 0 } } : {};
  return new AppError(code, `The limit ${name} is reached: ${amount} (${counts})${raise}`, details);
}
