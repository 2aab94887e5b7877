import { randomUUID } from 'node:crypto';
import { supportedQuestions } from '../core/calls/elicitation.ts';
import { isRecord, type JsonObject } from '../core/lib/json.ts';

/** The header of the revisions with a handshake. */
export const SESSION_HEADER = 'mcp-session-id';
const SESSION = /^toolyard-(form|url|form-url|plain)-[0-9a-f-]{36}$/;
/** Of a client that cannot be asked anything. */
const PLAIN = 'plain';

/** Whether a header names a session of ours. */
export const isSessionId = (session: unknown): session is string =>
  typeof session === 'string' && SESSION.test(session);

/**
 * The session id that a client of an older revision gets at its handshake; null for other messages. There is no session
 * behind it: the id holds the capabilities of the client, which it sends only once and to whichever instance, and
 * tells its requests from those of other clients of the same token. A made-up id says no more than a handshake would.
 */
export function sessionFor({ method, params }: JsonObject): string | null {
  if (method !== 'initialize') return null;
  const { elicitation } = supportedQuestions(isRecord(params) ? params['capabilities'] : undefined);
  const modes = isRecord(elicitation) ? Object.keys(elicitation) : [PLAIN];
  return `toolyard-${modes.join('-')}-${randomUUID()}`;
}

/** What a client can be asked that came with such an id; null for any other id. */
export function capabilitiesIn(session: unknown): JsonObject | null {
  const [, modes] = SESSION.exec(String(session)) ?? [];
  if (modes === undefined || modes === PLAIN) return null;
  return { elicitation: Object.fromEntries(modes.split('-').map((mode) => [mode, {}])) };
}
