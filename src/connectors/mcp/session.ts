import type { Client } from '@modelcontextprotocol/client';
import { LRUCache } from 'lru-cache';
import type { ToolCall, UpstreamFacts } from '../../core/calls/connector.ts';
import { toHeaderValue } from '../../core/calls/headerInputs.ts';
import { TASKS } from '../../core/calls/upstreamTask.ts';
import { BOUNDS } from '../../core/kernel/bounds.ts';
import type { AccountId } from '../../core/kernel/ids.ts';
import type { JsonObject } from '../../core/lib/json.ts';
import { SKILLS } from '../../core/servers/serverSkill.ts';
import { type Egress, SharedHeaders } from '../egress/types.ts';
import { waitFor } from '../failure.ts';
import { connectHttp } from './connect.ts';
import type { McpTarget } from './target.ts';

/** The negotiated revision and session. Contains no secret: headers are built for every call. */
export type McpSession = {
  /** `modern` has neither handshake nor session: revision 2026-07-28 and later. */
  readonly era: 'legacy' | 'modern';
  readonly revision: string;
  readonly sessionId: string | null;
  /** Capabilities that the upstream declares in addition to tools. */
  readonly offers: ReadonlySet<Capability>;
};

/** A server's capabilities other than tools, by their protocol names; `tasks` is an extension. */
type Capability = 'resources' | 'prompts' | 'completions' | 'tasks';
const OFFERS = ['resources', 'prompts', 'completions'] as const;

/** A session, its cache key, and whether it was negotiated for this call. */
type CachedSession = { readonly key: string; readonly session: McpSession; readonly isFresh: boolean };

/** The user of sessions. Accounts and servers have separate sessions, and so do stacks and end users if present. */
type SessionUser = Pick<ToolCall, 'accountId' | 'stackId' | 'serverId' | 'owner' | 'signal' | 'dialogue'>;

/** Negotiated sessions in memory, by their user and target. */
export type McpSessions = {
  /** The session for a target, immediately if there is one; concurrent callers share one negotiation. */
  get(user: SessionUser, target: McpTarget): CachedSession | Promise<CachedSession>;
  /** Forgets a session that the upstream no longer knows. */
  drop(held: CachedSession): void;
};

const BYTES_MAX = 64 * 1_024 * 1_024;
const UNUSED_MS_MAX = 30 * 60_000;
const NEGOTIATION_TIMEOUT_MS = 20_000;
/** Memory of a session, excluding its id and key. */
const SESSION_BYTES = 1_024;

/** A new session's key for one caller, its key for the whole account, and the declared client capabilities. */
type NewSession = { readonly key: string; readonly sharedKey: string; readonly declared: JsonObject | undefined };

type Entry = {
  readonly accountId: AccountId;
  readonly opening: Promise<McpSession>;
  session: McpSession | null;
  bytes: number;
};

/**
 * Caches up to 64 MiB of sessions, and up to `ownBytesMax` per account, whose oldest are evicted first. A session
 * expires after half an hour without use. All stacks and end users of an account share a session without an id, if it
 * has the same address and headers, because it holds no state of a caller. Tested by
 * `test/connectors/mcp/sessions.test.ts`.
 */
export function createSessions(egress: Egress, ownBytesMax: number = BOUNDS.max_mcp_session_bytes.max): McpSessions {
  const { entries, keep } = createEntries(ownBytesMax);
  const open = (user: SessionUser, { key, sharedKey, declared }: NewSession, target: McpTarget): Entry => {
    const opening = negotiate(egress, target, user, declared);
    const entry: Entry = { accountId: user.accountId, opening, session: null, bytes: 0 };
    keep(key, entry);
    const forget = (): boolean => entries.peek(key) === entry && entries.delete(key);
    opening.then((session) => {
      entry.session = session;
      if (forget()) keep(session.sessionId === null ? sharedKey : key, entry);
    }, forget);
    return entry;
  };
  return {
    get(user, target) {
      const { accountId, stackId, serverId, owner, signal, dialogue } = user;
      // Servers of older revisions learn at negotiation whether the caller supports elicitation.
      const declared = dialogue?.askNow ? dialogue.capabilities : undefined;
      const sharedKey = `${accountId}/${serverId}/${target.digest}${declared ? JSON.stringify(declared) : ''}`;
      const shared = entries.get(sharedKey)?.session;
      if (shared) return { key: sharedKey, session: shared, isFresh: false };
      const key = `${sharedKey}/${stackId}/${owner}`;
      const known = entries.get(key);
      if (known?.session) return { key, session: known.session, isFresh: false };
      const { opening } = known ?? open(user, { key, sharedKey, declared }, target);
      const held = (isShared: boolean) => ({ key: isShared ? sharedKey : key, isFresh: true });
      return waitFor(opening, signal).then((session) => ({ session, ...held(session.sessionId === null) }));
    },
    drop({ key, session }) {
      // Another call may have replaced the session.
      if (entries.peek(key)?.session === session) entries.delete(key);
    },
  };
}

/** The keys of an account's sessions, oldest first, and the memory of all of them. */
type AccountSessions = { readonly keys: Set<string>; bytes: number };

/** The sessions of all accounts; `keep` removes its account's oldest ones beyond the bound. */
function createEntries(accountBytesMax: number) {
  const byAccount = new Map<AccountId, AccountSessions>();
  const entries = new LRUCache<string, Entry>({
    maxSize: BYTES_MAX,
    ttl: UNUSED_MS_MAX,
    // By default, lru-cache reads the clock and sets a timer every millisecond.
    ttlResolution: 1_000,
    updateAgeOnGet: true,
    dispose: ({ accountId, bytes }, key) => {
      const sessions = byAccount.get(accountId);
      if (!sessions?.keys.delete(key)) return;
      sessions.bytes -= bytes;
      if (sessions.keys.size === 0) byAccount.delete(accountId);
    },
  });
  const keep = (key: string, entry: Entry): void => {
    entry.bytes = SESSION_BYTES + key.length + (entry.session?.sessionId?.length ?? 0);
    entries.set(key, entry, { size: entry.bytes });
    const sessions = byAccount.get(entry.accountId) ?? { keys: new Set<string>(), bytes: 0 };
    byAccount.set(entry.accountId, sessions);
    sessions.keys.add(key);
    sessions.bytes += entry.bytes;
    for (const oldest of sessions.keys) {
      if (sessions.bytes <= accountBytesMax) break;
      entries.delete(oldest);
    }
  };
  return { entries, keep };
}

// Closes only our side: the upstream keeps the session.
async function negotiate(
  egress: Egress,
  target: McpTarget,
  { accountId }: SessionUser,
  declared: JsonObject | undefined,
): Promise<McpSession> {
  const requester = { signal: AbortSignal.timeout(NEGOTIATION_TIMEOUT_MS), accountId };
  const { client, transport } = await connectHttp(egress, target, requester, declared);
  const session = sessionOf(client, transport.sessionId);
  await client.close();
  return session;
}

/** The state that a connected client has negotiated; over HTTP, also the session's id. */
export function sessionOf(client: Client, sessionId: string | null = null): McpSession {
  const [era, revision] = [client.getProtocolEra() ?? 'legacy', client.getNegotiatedProtocolVersion() ?? ''];
  const capabilities = client.getServerCapabilities();
  const offers = new Set<Capability>(OFFERS.filter((offer) => capabilities?.[offer] !== undefined));
  if (era === 'modern' && capabilities?.extensions?.[TASKS] !== undefined) offers.add('tasks');
  return { era, revision, sessionId, offers };
}

const PASSABLE = ['resources', 'prompts'] as const;

/** Facts that a connected upstream states about itself. */
export function factsOf(client: Client): UpstreamFacts {
  const { name, title } = client.getServerVersion() ?? {};
  return {
    instructions: client.getInstructions() ?? null,
    ...(name !== undefined && { name }),
    ...(title !== undefined && { title }),
    offers: [
      ...PASSABLE.filter((offer) => client.getServerCapabilities()?.[offer] !== undefined),
      ...(client.getServerCapabilities()?.extensions?.[SKILLS] === undefined ? [] : (['skills'] as const)),
    ],
  };
}

/** Body members that the headers of a stateless-revision request repeat. */
type NamedInHeaders = {
  readonly method?: string;
  /** The name of the tool or prompt, or the address of the resource. */
  readonly name?: string | undefined;
  readonly inputHeaders?: Readonly<Record<string, string>> | undefined;
};

/** Headers of the calls of older revisions, which are the same for a target without credentials. */
const sharedHeaders = new WeakMap<McpTarget, { readonly session: McpSession; readonly headers: SharedHeaders }>();

/** As `headersFor`, shared by all calls of a session if they are the same. */
export function sharedHeadersFor(target: McpTarget, session: McpSession, named: NamedInHeaders) {
  if (session.era === 'modern' || !target.isFixed) return headersFor(target, session, named);
  const known = sharedHeaders.get(target);
  if (known?.session === session) return known.headers;
  const headers = new SharedHeaders(headersFor(target, session));
  sharedHeaders.set(target, { session, headers });
  return headers;
}

/** The headers of one POST of `method` in a session. */
export function headersFor(
  target: McpTarget,
  session: McpSession,
  { method = '', name = '', inputHeaders = {} }: NamedInHeaders = {},
) {
  return {
    ...target.headers,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': session.revision,
    ...(session.sessionId !== null && { 'mcp-session-id': session.sessionId }),
    ...(session.era === 'modern' &&
      method && { 'mcp-method': method, ...(name && { 'mcp-name': toHeaderValue(name) }), ...inputHeaders }),
  };
}
