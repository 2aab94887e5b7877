import type { IncomingHttpHeaders } from 'node:http';
import type { Cancellations, RunningRequest } from '../core/calls/cancellations.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { isJsonObject, type JsonObject } from '../core/lib/json.ts';
import { isMessageId } from '../core/lib/namedNumbers.ts';
import { EVENT_STREAM } from '../wire/webResponse.ts';
import { isSessionId, SESSION_HEADER } from './session.ts';

const CANCELLED = 'notifications/cancelled';
/** Requests that are answered from memory. */
const AT_ONCE: ReadonlySet<unknown> = new Set(['initialize', 'ping', 'tools/list']);

/** Identifies a request within all sessions of its caller; null outside a session. A number differs from a string. */
function nameOf(headers: IncomingHttpHeaders, id: unknown): string | null {
  const session = headers[SESSION_HEADER];
  return isSessionId(session) && isMessageId(id) ? `${session} ${JSON.stringify(id)}` : null;
}

/**
 * Cancels the request named by a client of a revision with a handshake (MCP 2025-11-25, cancellation). Clients of the
 * stateless revision close their connection instead. False for any other message.
 */
export async function handleCancellation(
  cancellations: Cancellations,
  ctx: Ctx,
  headers: IncomingHttpHeaders,
  { id, method, params }: JsonObject,
): Promise<boolean> {
  if (method !== CANCELLED || id !== undefined) return false;
  const name = isJsonObject(params) ? nameOf(headers, params['requestId']) : null;
  if (name !== null) await cancellations.cancel(ctx, name);
  return true;
}

/** A request that may be cancelled. Call `end` once it is answered. */
export type Cancellable = RunningRequest & { end(): void };

/** Registers a request that its client may cancel by a message; null for other messages. */
export function cancellable(
  cancellations: Cancellations,
  ctx: Ctx,
  headers: IncomingHttpHeaders,
  { id, method }: JsonObject,
): Cancellable | null {
  const name = id === undefined || method === undefined || AT_ONCE.has(method) ? null : nameOf(headers, id);
  if (name === null) return null;
  const request = { isCancelled: false, onCancel: () => ctx.leave?.() };
  return Object.assign(request, { end: cancellations.note(ctx, name, request) });
}

/** A cancelled request gets no response: its stream ends without one, or the body is empty. */
export async function unlessCancelled(running: Cancellable | null, answer: Promise<Response>): Promise<Response> {
  if (!running) return answer;
  try {
    const response = await answer;
    const isStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM) ?? false;
    if (isStream && response.body) {
      const { status, headers } = response;
      return new Response(untilCancelled(running, response.body), { status, headers });
    }
    running.end();
    return running.isCancelled ? new Response(null, { status: 202 }) : response;
  } catch (error) {
    running.end();
    throw error;
  }
}

function untilCancelled(running: Cancellable, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const { onCancel } = running;
  const following = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      if (running.isCancelled) controller.terminate();
      running.onCancel = () => {
        controller.terminate();
        onCancel();
      };
    },
  });
  void body
    .pipeTo(following.writable)
    .catch(() => undefined)
    .finally(() => running.end());
  return following.readable;
}
