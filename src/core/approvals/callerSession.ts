import { reachOf } from '../actor.ts';
import type { Ctx } from '../context.ts';

/**
 * What the calls of one session of a caller have in common beside the caller itself, for an approval of a session: of a
 * person the sign-in in that browser; of an agent the last narrowing of its token, which names the whole chain, and the
 * session of MCP where its client has one. Empty for an agent without either, whose session is its token, and for an
 * API key.
 * `test/core/approvals/callerSession.test.ts` tears it down.
 */
export function callerSession({ actor, mcpSession }: Pick<Ctx, 'actor' | 'mcpSession'>): string {
  if (actor.kind === 'user') return actor.sessionId;
  const narrowing = reachOf(actor)?.narrowings.at(-1)?.id;
  return [narrowing, mcpSession].filter((part) => part !== undefined).join(' ');
}
