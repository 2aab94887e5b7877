import type { Client } from '@modelcontextprotocol/client';
import type { PassedAnswer, PassedMethod, PassedRequest } from '../../core/calls/connector.ts';
import { BOUNDS, boundReached } from '../../core/kernel/bounds.ts';
import { isRecord, type JsonObject, type JsonValue } from '../../core/lib/json.ts';
import type { ToolFailure } from '../../core/results/outcome.ts';
import { UpstreamFailure } from '../failure.ts';
import { requestOptions } from './client.ts';
import type { RpcRequest } from './post.ts';
import { READERS, toPassed } from './readers.ts';
import { badAnswer } from './result.ts';
import type { McpSession } from './session.ts';

/**
 * Passes a request through to the upstream.
 * @throws the SDK's errors
 */
export async function passThrough(client: Client, request: PassedRequest): Promise<JsonObject> {
  // The SDK's cache is bypassed: each request gets the upstream's current answer.
  const options = { ...requestOptions(request), cacheMode: 'bypass' } as const;
  const answer = toPassed(await send(client, request, options));
  if (answer.kind !== 'ok') throw new UpstreamFailure(answer);
  return answer.result;
}

type Options = ReturnType<typeof requestOptions> & { readonly cacheMode: 'bypass' };

function send(client: Client, { method, params }: PassedRequest, options: Options): Promise<unknown> {
  switch (method) {
    case 'resources/list':
      return client.listResources(undefined, options);
    case 'resources/templates/list':
      return client.listResourceTemplates(undefined, options);
    case 'resources/read':
      return client.readResource({ uri: text(params['uri']) }, options);
    case 'prompts/list':
      return client.listPrompts(undefined, options);
    case 'prompts/get':
      return client.getPrompt({ name: text(params['name']), arguments: texts(params['arguments']) }, options);
    case 'completion/complete':
      return complete(client, params, options);
  }
}

/** An upstream without completions returns no suggestions, because another server of the stack may have some. */
async function complete(client: Client, { ref, argument, context }: JsonObject, options: Options): Promise<unknown> {
  if (!client.getServerCapabilities()?.completions) return { completion: { values: [] } };
  const { type, name, uri } = isRecord(ref) ? ref : {};
  const { name: argumentName, value } = isRecord(argument) ? argument : {};
  const request: Parameters<Client['complete']>[0] = {
    ref: type === 'ref/prompt' ? { type, name: text(name) } : { type: 'ref/resource', uri: text(uri) },
    argument: { name: text(argumentName), value: text(value) },
    ...(isRecord(context) && { context: { arguments: texts(context['arguments']) } }),
  };
  return client.complete(request, options);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const texts = (value: unknown): Record<string, string> =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, text(item)])) : {};

/** Sends one request in a cached session; null if only the SDK can send it. */
export type CallInSession = (
  request: RpcRequest<PassedAnswer>,
) => Promise<{ readonly outcome: PassedAnswer; readonly bytes: number } | null>;

/** The member that contains the items of a list. */
const LISTED: Readonly<Partial<Record<PassedMethod, string>>> = {
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
};

/**
 * As `passThrough`, in a cached session, so that nothing is negotiated again. Null if only the SDK can send the
 * request. A list has at most `max_discovery_pages` pages and `max_discovery_bytes` bytes.
 * @throws EgressError
 */
export async function passThroughInSession(
  { offers }: Pick<McpSession, 'offers'>,
  { method, params, dialogue }: Pick<PassedRequest, 'method' | 'params' | 'dialogue'>,
  ask: CallInSession,
): Promise<PassedAnswer | null> {
  const key = LISTED[method];
  if (key !== undefined)
    return offers.has(method.startsWith('prompts/') ? 'prompts' : 'resources')
      ? listInSession(method, key, ask)
      : ok({ [key]: [] });
  // No suggestions from an upstream without completions: other servers of the stack may have some.
  if (method === 'completion/complete' && !offers.has('completions')) return ok({ completion: { values: [] } });
  const name = NAMED_BY[method];
  const named = name !== undefined && { name: text(params[name]) };
  return (
    (await ask({ method, params: { ...params, ...dialogue?.answers }, ...named, reader: READERS.pass }))?.outcome ??
    null
  );
}

/** The parameter that later revisions repeat in a header. */
const NAMED_BY: Readonly<Partial<Record<PassedMethod, string>>> = { 'prompts/get': 'name', 'resources/read': 'uri' };

const ok = (result: JsonObject): PassedAnswer => ({ kind: 'ok', result });

/** All pages of a list, joined. Bounded as `passThroughInSession` says. */
export async function listInSession(method: string, key: string, ask: CallInSession): Promise<PassedAnswer | null> {
  const items: JsonValue[] = [];
  let params: JsonObject = {};
  let bytes = 0;
  for (let page = 0; page < BOUNDS.max_discovery_pages.max; page += 1) {
    const reply = await ask({ method, params, reader: READERS.pass });
    if (reply?.outcome.kind !== 'ok') return reply?.outcome ?? null;
    bytes += reply.bytes;
    if (bytes > BOUNDS.max_discovery_bytes.max) return tooMuch('max_discovery_bytes');
    const { [key]: listed, nextCursor } = reply.outcome.result;
    if (Array.isArray(listed)) items.push(...listed);
    if (typeof nextCursor !== 'string') return ok({ [key]: items });
    params = { cursor: nextCursor };
  }
  return tooMuch('max_discovery_pages');
}

const tooMuch = (bound: 'max_discovery_pages' | 'max_discovery_bytes'): ToolFailure =>
  badAnswer(`lists too much. ${boundReached(bound, BOUNDS[bound].max).message}`);
