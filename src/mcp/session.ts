import { randomUUID } from 'node:crypto';
import { supportedQuestions } from '../core/calls/question.ts';
import { isRecord, type JsonObject } from '../core/lib/json.ts';

/** The header of the revisions with a handshake. */
export const SESSION_HEADER = 'mcp-session-id';
const SESSION = /^toolyard-(form|url|form-url)-[0-9a-f-]{36}$/;

/**
 * The session id that a client of an older revision gets at its handshake if it can be asked something; null for
 * others. There is no session behind it: the id itself holds the client's capabilities, which it sends only once and to
 * whichever instance. A made-up id says no more than a handshake would.
 */
export function sessionFor({ method, params }: JsonObject): string | null {
  if (method !== 'initialize' || !isRecord(params)) return null;
  const { elicitation } = supportedQuestions(params['capabilities']);
  return isRecord(elicitation) ? `toolyard-${Object.keys(elicitation).join('-')}-${randomUUID()}` : null;
}

/** What a client can be asked that came with such an id; null for any other id. */
export function capabilitiesIn(session: unknown): JsonObject | null {
  const [, modes] = SESSION.exec(String(session)) ?? [];
  if (modes === undefined) return null;
  return { elicitation: Object.fromEntries(modes.split('-').map((mode) => [mode, {}])) };
}
