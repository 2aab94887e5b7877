import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { supportedElicitations } from '../core/calls/elicitation.ts';
import type { LogLevels } from '../core/calls/logLevels.ts';
import type { LogSeverity } from '../core/calls/notifications.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { isRecord, type JsonObject } from '../core/lib/json.ts';

/** The session header of the revisions with a handshake. */
export const SESSION_HEADER = 'mcp-session-id';
const SESSION = /^toolyard-(form|url|form-url|plain)-[0-9a-f-]{36}$/;
/** The session id of a client without elicitation. */
const PLAIN = 'plain';

/** Whether a header is one of our session ids. */
export const isSessionId = (session: unknown): session is string =>
  typeof session === 'string' && SESSION.test(session);

/**
 * The session id that an older client gets at its handshake; null for other messages. No session is stored. The id
 * contains the client's capabilities, which it sends only once and to any instance. It also distinguishes its requests
 * from those of other clients with the same token. A forged id grants no more than a handshake.
 */
export function sessionFor({ method, params }: JsonObject): string | null {
  if (method !== 'initialize') return null;
  const { elicitation } = supportedElicitations(isRecord(params) ? params['capabilities'] : undefined);
  const modes = isRecord(elicitation) ? Object.keys(elicitation) : [PLAIN];
  return `toolyard-${modes.join('-')}-${randomUUID()}`;
}

/** The elicitation capabilities in a session id from `sessionFor`; null for any other id. */
export function capabilitiesIn(session: unknown): JsonObject | null {
  const [, modes] = SESSION.exec(String(session)) ?? [];
  if (modes === undefined || modes === PLAIN) return null;
  return { elicitation: Object.fromEntries(modes.split('-').map((mode) => [mode, {}])) };
}

/** The log level of the caller's session, and a way to set it. */
export type SessionLogs = { readonly level: LogSeverity | null; set(level: LogSeverity): Promise<void> };

/** The log level of a message's session; null for a message outside a session. */
export function sessionLogs(levels: LogLevels, ctx: Ctx, headers: IncomingHttpHeaders): SessionLogs | null {
  const session = headers[SESSION_HEADER];
  if (!isSessionId(session)) return null;
  return { level: levels.find(ctx, session), set: (level) => levels.set(ctx, session, level) };
}
