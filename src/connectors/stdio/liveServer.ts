import type {
  DiscoveredServer,
  PassedAnswer,
  PassedRequest,
  ToolCall,
  ToolOutcome,
} from '../../core/calls/connector.ts';
import { noteSent } from '../../core/calls/diagnostics.ts';
import type { Tenant } from '../../core/lib/fairQueue.ts';
import { passThroughInSession } from '../mcp/passThrough.ts';
import { READERS } from '../mcp/readers.ts';
import { badAnswer } from '../mcp/result.ts';
import { listAllTools } from '../mcp/toolList.ts';
import type { LiveServer } from './start.ts';

/** Calls a tool of a running server. */
export async function callIn({ child, session }: LiveServer, call: ToolCall): Promise<ToolOutcome> {
  const params = { name: call.toolName, arguments: call.input, ...call.dialogue?.answers };
  noteSent(call.diagnostics);
  return (await child.ask(session, { method: 'tools/call', params, reader: READERS.call }, call)).outcome;
}

/** Passes a request on to a running server. */
export async function passIn({ child, session }: LiveServer, request: PassedRequest): Promise<PassedAnswer> {
  const answer = await passThroughInSession(session, request, (asked) => child.ask(session, asked, request));
  return answer ?? badAnswer('does not support this request');
}

/** The facts and tools of a running server. */
export const discoverIn = async (
  { child, session, facts }: LiveServer,
  requester: Tenant,
): Promise<DiscoveredServer> => ({
  ...facts,
  tools: await listAllTools(async (request) => ({
    kind: 'outcome',
    ...(await child.ask(session, request, requester)),
  })),
});
