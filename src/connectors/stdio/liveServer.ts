import type {
  DiscoveredServer,
  PassedAnswer,
  PassedRequest,
  ResourceWatch,
  ToolCall,
} from '../../core/calls/connector.ts';
import { noteSent } from '../../core/calls/diagnostics.ts';
import type { Requester } from '../../core/kernel/context.ts';
import type { ToolOutcome } from '../../core/results/outcome.ts';
import { followTask, resumeTask, taskToResume } from '../mcp/followTask.ts';
import { passThroughInSession } from '../mcp/passThrough.ts';
import type { RpcRequest } from '../mcp/post.ts';
import { READERS } from '../mcp/readers.ts';
import { badAnswer, NOT_OFFERED } from '../mcp/result.ts';
import { listAllSkills } from '../mcp/skillList.ts';
import { listAllTools } from '../mcp/toolList.ts';
import type { LiveServer } from './start.ts';

/** Calls a tool of a running server. */
export async function callIn({ child, session }: LiveServer, call: ToolCall): Promise<ToolOutcome> {
  const params = { name: call.toolName, arguments: call.input, ...call.dialogue?.answers };
  noteSent(call.diagnostics);
  const ask = <O>(request: RpcRequest<O>, signal: AbortSignal) => child.ask(session, request, { ...call, signal });
  // No job stores the task, because it ends with its program.
  const resumed = taskToResume({ ...(call.dialogue && { dialogue: call.dialogue }) });
  if (resumed) return resumeTask(ask, resumed, { ...call, task: undefined });
  const { outcome } = await child.ask(session, { method: 'tools/call', params, reader: READERS.call }, call);
  return outcome.kind === 'task' ? followTask(ask, outcome, { ...call, task: undefined }) : outcome;
}

/** Runs `work` on the server of a request; its failure if there is none. */
type OnServer = (work: (server: LiveServer) => Promise<PassedAnswer>) => Promise<PassedAnswer>;

/** Passes a request on. A subscription keeps its server running. */
export function passOn(request: PassedRequest, onServer: OnServer): Promise<PassedAnswer> {
  const { watch } = request;
  if (!watch)
    return onServer(async ({ child, session }) => {
      const answer = await passThroughInSession(session, request, (message) => child.ask(session, message, request));
      return answer ?? badAnswer('does not support this request');
    });
  return new Promise((resolve, reject) => {
    onServer((server) => watchIn(server, request, watch, resolve)).then(resolve, reject);
  });
}

/** How long an unsubscription waits for a program, which may not read its messages. */
const UNSUBSCRIBE_MS = 10_000;

async function watchIn(
  { child, session }: LiveServer,
  request: PassedRequest,
  { until, onUpdated, onLost }: ResourceWatch,
  subscribed: (answer: PassedAnswer) => void,
): Promise<PassedAnswer> {
  // Revision 2026-07-28 has no such request. Programs that speak only this one are rare.
  if (session.era === 'modern') return NOT_OFFERED;
  const { params } = request;
  const ask = (method: string, signal: AbortSignal) =>
    child.ask(session, { method, params, reader: READERS.pass }, { ...request, signal });
  const leave = child.listen(String(params['uri']), onUpdated);
  try {
    const { outcome } = await ask('resources/subscribe', request.signal);
    subscribed(outcome);
    if (outcome.kind === 'ok') {
      const { promise: aborted, resolve } = Promise.withResolvers<void>();
      if (until.aborted) resolve();
      else until.addEventListener('abort', () => resolve(), { once: true });
      await Promise.race([child.ended.then(onLost), aborted]);
    }
    return outcome;
  } finally {
    // Others may watch the same resource of this program.
    if (leave() && !child.end())
      void ask('resources/unsubscribe', AbortSignal.timeout(UNSUBSCRIBE_MS)).catch(() => undefined);
  }
}

/** The facts, tools and skills of a running server. */
export async function discoverIn(
  { child, session, facts }: LiveServer,
  requester: Requester,
): Promise<DiscoveredServer> {
  const tools = await listAllTools(async (request) => ({
    kind: 'outcome',
    ...(await child.ask(session, request, requester)),
  }));
  const skills = await listAllSkills(facts, requester.signal, (request, signal) =>
    child.ask(session, request, { ...requester, signal }),
  );
  return { ...facts, ...skills, tools };
}
