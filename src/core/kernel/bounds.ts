import { AppError } from '../lib/errors.ts';
import { isRecord } from '../lib/json.ts';
import type { Actor } from './actor.ts';
import type { LimitClass } from './limitClasses.ts';

const KIB = 1_024;
const MIB = 1_024 * KIB;

/**
 * A bound on a resource that callers can use up. `docs/limits.md` lists all bounds; a test compares the two.
 * Tested by `test/core/limits/atBounds.test.ts`.
 */
export type Bound = {
  /** The resource and its owner, such as `stacks of an account` in "at most 1,000 stacks of an account". */
  readonly counts: string;
  readonly max: number;
  readonly unit: 'items' | 'bytes';
  /**
   * Whether the operator can change the bound for one account (`toolyard account limits`). If not, it is the same for
   * all accounts.
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

/** Every bound on the resources and concurrency of one account. Rates are in `classes.ts`. */
export const BOUNDS = {
  max_stacks: perAccount(1_000, 'stacks of an account'),
  max_stack_servers: perAccount(100, 'servers in a stack'),
  max_stack_tools: perAccount(10_000, 'enabled tools in a stack'),
  max_stack_versions: fixed(100, 'versions of a stack; the oldest are deleted first'),
  max_stack_versions_bytes: fixed(8 * MIB, 'contents of a stack’s versions; the oldest are deleted first', 'bytes'),
  max_versions_in_use: fixed(10, 'versions in use by endpoints of a stack; they are never deleted'),
  max_enabled_tools: perAccount(200_000, 'enabled tools across all stacks of an account'),
  max_descriptions_bytes: perAccount(16 * MIB, 'custom tool descriptions in an account’s stacks', 'bytes'),
  max_skills: perAccount(200, 'skills across all stacks of an account'),
  max_skills_bytes: perAccount(2 * MIB, 'skills across all stacks of an account', 'bytes'),
  max_skill_bytes: fixed(64 * KIB, 'one skill', 'bytes'),
  max_servers: perAccount(500, 'private servers of an account'),
  max_servers_bytes: perAccount(
    64 * MIB,
    'documents of an account’s private servers, plus the tool definitions, instructions and skills that stacks keep until a review',
    'bytes',
  ),
  max_credentials: perAccount(20_000, 'stored credentials of an account'),
  max_connect_links: perAccount(1_000, 'open connect links of an account'),
  max_endpoints: perAccount(1_000, 'client endpoints of an account'),
  max_tokens: perAccount(5_000, 'active stack tokens of an account, excluding those of trusted issuers'),
  max_attenuated_calls: perAccount(
    100_000,
    'attenuated tokens of an account with counted calls; calls with others are refused',
  ),
  max_issuer_tokens: perAccount(5_000, 'active stack tokens of one trusted issuer, one per person and client'),
  max_service_accounts: perAccount(1_000, 'service accounts of an account'),
  max_trusted_issuers: perAccount(100, 'trusted issuers of an account'),
  max_api_keys: perAccount(200, 'active API keys of an account'),
  max_rules: perAccount(100, 'rules of an account'),
  max_approvals: perAccount(1_000, 'calls of an account waiting for approval'),
  max_approvals_bytes: perAccount(
    64 * MIB,
    'inputs of an account’s calls with a pending approval or a decision that still applies',
    'bytes',
  ),
  max_webhooks: perAccount(10, 'webhooks of an account'),
  max_deliveries: fixed(1_000, 'stored approval messages to one webhook, sent or not; the oldest are deleted first'),
  max_alerts: fixed(
    1_000,
    'alerts of an account, including those of the last week; at the limit, no alert opens until others expire',
  ),
  max_users: perAccount(500, 'people of an account'),
  max_invitations: perAccount(100, 'open invitations of an account'),
  max_results_bytes: perAccount(64 * MIB, 'stored results of an account', 'bytes'),
  max_files: perAccount(1_000, 'stored files of an account'),
  max_files_bytes: perAccount(8_192 * MIB, 'contents of an account’s stored files', 'bytes'),
  max_idempotency_bytes: perAccount(64 * MIB, 'stored answers to an account’s calls with an Idempotency-Key', 'bytes'),
  max_jobs: perAccount(1_000, 'jobs of an account, waiting, running or ended in the last day'),
  max_jobs_bytes: perAccount(64 * MIB, 'stored inputs and results of an account’s jobs', 'bytes'),
  max_running_jobs: perAccount(16, 'running jobs of an account on all instances; further ones wait for their turn'),
  max_kept_creations: perAccount(
    1_000,
    'stored answers to an account’s create requests with an Idempotency-Key; the oldest are deleted first',
  ),
  max_call_records: perAccount(5_000_000, 'call records of an account; the oldest are deleted first'),
  max_contents_bytes: perAccount(
    64 * MIB,
    'stored call inputs and outputs of an account; at the limit, calls are recorded without them',
    'bytes',
  ),
  max_audit_events: perAccount(5_000_000, 'audit events of an account; at the limit, it can only remove and revoke'),
  max_audit_bytes: perAccount(
    2_048 * MIB,
    'details of an account’s audit events; at the limit, it can only remove and revoke',
    'bytes',
  ),
  max_tool_embeddings: perAccount(
    20_000,
    'tools with an embedding for search that an account’s searches requested; at the limit, further tools are found by words only',
  ),
  max_imports: perAccount(4, 'imports, previews and refreshes of an account at a time; 64 more wait up to a minute'),
  max_uploads: perAccount(4, 'uploaded documents of an account, stored for half an hour; the oldest are deleted first'),
  max_upload_parts: perAccount(4, 'upload parts of an account in transit; 64 more wait up to 30 seconds'),
  max_lists: perAccount(8, 'whole server and stack lists being sent to an account; 256 more wait up to 30 seconds'),
  max_long_answers: perAccount(
    2,
    'long GraphQL answers being built for or sent to an account; 64 more wait up to a minute',
  ),
  max_reads: perAccount(
    256,
    'running and queued statistics, searches and filtered lists of calls and changes of an account',
  ),
  max_model_questions: perAccount(4, 'model requests of an account at a time; 64 more wait up to a minute'),
  max_calls: perAccount(256, 'upstream calls of an account in progress; 256 more wait up to 15 seconds'),
  max_answer_bytes: perAccount(
    64 * MIB,
    'upstream answers of an account in memory until delivered; the answer that exceeds the limit is cut off',
    'bytes',
  ),
  max_streams: perAccount(
    64,
    'open change streams of an account’s stacks; as many elicitations may wait for MCP clients',
  ),
  max_resource_subscriptions: perAccount(
    32,
    'resources of an account’s stacks that MCP clients watch; at most half of them through one endpoint',
  ),
  max_subscriptions: perAccount(100, 'open GraphQL subscriptions of an account, plus connections that have none yet'),
  max_authorization_codes: perAccount(1_000, 'consents of an account to MCP clients per day'),
  max_sessions: fixed(50, 'browser sessions of a person; beyond that, the longest unused one ends'),
  max_logins: fixed(20, 'command-line logins of a person; beyond that, the oldest one ends'),
  max_passkeys: fixed(20, 'passkeys of a person'),
  max_refresh_tokens: fixed(
    100,
    'used refresh tokens stored per stack token to detect theft; the oldest are deleted first',
  ),
  max_client_registrations: fixed(
    10,
    'registrations of this installation with one server; beyond that, the oldest is deleted and its users sign in again',
  ),
  max_origin_connections: fixed(
    64,
    'connections of an account to one origin; further calls wait within their deadline',
  ),
  max_mcp_session_bytes: fixed(
    8 * MIB,
    'open sessions of an account with MCP servers, about 1 KiB each; the oldest are dropped and reopened',
    'bytes',
  ),
  max_held_definitions: fixed(
    8,
    'definitions of one private tool that stacks keep; beyond that, review the pending changes first',
  ),
  max_removed_tools: fixed(
    2_000,
    'removed tools of a private server that stacks still enable; beyond that, review the pending changes first',
  ),
  max_document_bytes: fixed(32 * MIB, 'document to import, uploaded or fetched', 'bytes'),
  max_server_tools: fixed(2_000, 'tools of a server'),
  max_server_bytes: fixed(16 * MIB, 'document of a server', 'bytes'),
  max_schema_bytes: fixed(64 * KIB, 'input schema of a tool', 'bytes'),
  max_defaults_bytes: fixed(MIB, 'defaults that a tool’s schema adds to one input', 'bytes'),
  max_request_bytes: fixed(4 * MIB, 'request built from one input, or four times the input if that is more', 'bytes'),
  max_file_bytes: fixed(2_048 * MIB, 'content of a stored file', 'bytes'),
  max_call_files: fixed(16, 'files and results that the input of one call refers to'),
  max_call_file_bytes: fixed(4 * MIB, 'files and results whose content becomes part of one call’s input', 'bytes'),
  max_request_head_bytes: fixed(128 * KIB, 'URL and headers of that request', 'bytes'),
  max_discovery_pages: fixed(64, 'pages of an MCP server’s list'),
  max_discovery_bytes: fixed(8 * MIB, 'answers of an MCP server to one discovery request, with all its pages', 'bytes'),
} as const satisfies Record<string, Bound>;

/** The documented name of a bound. */
export type BoundName = keyof typeof BOUNDS;

const isBoundName = (name: string): name is BoundName => Object.hasOwn(BOUNDS, name);
/** All names, in the order of the documentation. */
export const boundNames: readonly BoundName[] = Object.keys(BOUNDS).filter(isBoundName);

/** The bound that applies to the actor: the account's own value, or the default. */
export function boundOf(actor: Actor, name: BoundName): number {
  const override = 'limits' in actor ? actor.limits[name] : undefined;
  return override ?? BOUNDS[name].max;
}

/**
 * The account's own limit for a class of requests; undefined if the default applies. People's calls use the limit of
 * the account's programs unless the account has its own limit for people.
 */
export function ownLimit(actor: Actor, limitClass: LimitClass): number | undefined {
  if (!('limits' in actor)) return undefined;
  return actor.limits[limitClass] ?? (limitClass === 'dashboard_calls' ? actor.limits.invoke : undefined);
}

/** As `boundOf`, from an account's stored limits, for code without an actor of that account. */
export function storedBound(limits: unknown, name: BoundName): number {
  const own = isRecord(limits) ? limits[name] : undefined;
  return typeof own === 'number' ? own : BOUNDS[name].max;
}

/** The error at a bound: names the bound, and says how to raise it. */
export function boundReached(name: BoundName, max: number, code: 'invalid_input' | 'rate_limited' = 'invalid_input') {
  const { counts, unit, isAdjustable } = BOUNDS[name];
  const amount = unit === 'bytes' ? `${Math.floor(max / KIB)} KiB` : String(max);
  const raise = isAdjustable ? `; the operator can raise it with \`toolyard account limits --set ${name}=…\`` : '';
  const details = code === 'rate_limited' ? { retryAfterSeconds: 5, reached: { name, limit: max, remaining: 0 } } : {};
  return new AppError(code, `The limit ${name} is reached: ${amount} (${counts})${raise}`, details);
}
