import type { Client } from '@modelcontextprotocol/client';
import type { PassedRequest } from '../../core/calls/connector.ts';
import { isJsonObject, isRecord, type JsonObject } from '../../core/lib/json.ts';
import { UpstreamFailure } from '../failure.ts';
import { requestOptions } from './client.ts';
import { badAnswer } from './result.ts';

/** Passes a request through to the upstream. @throws what the SDK throws */
export async function passThrough(client: Client, request: PassedRequest): Promise<JsonObject> {
  // The SDK's cache is bypassed: each request gets the upstream's current answer.
  const options = { ...requestOptions(request), cacheMode: 'bypass' } as const;
  return toJson(await send(client, request, options));
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

/** An upstream without completions gives none, since another server of the stack may have some. */
const complete = async (client: Client, params: JsonObject, options: Options): Promise<unknown> =>
  client.getServerCapabilities()?.completions
    ? client.complete(completionOf(params), options)
    : { completion: { values: [] } };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const texts = (value: unknown): Record<string, string> =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, text(item)])) : {};

function completionOf({ ref, argument, context }: JsonObject): Parameters<Client['complete']>[0] {
  const { type, name, uri } = isRecord(ref) ? ref : {};
  const { name: argumentName, value } = isRecord(argument) ? argument : {};
  return {
    ref: type === 'ref/prompt' ? { type, name: text(name) } : { type: 'ref/resource', uri: text(uri) },
    argument: { name: text(argumentName), value: text(value) },
    ...(isRecord(context) && { context: { arguments: texts(context['arguments']) } }),
  };
}

function toJson(result: unknown): JsonObject {
  if (!isJsonObject(result)) throw new UpstreamFailure(badAnswer('sent a result that is not an object'));
  // These keys concern one hop: how long its answer may be cached, and by whom.
  const { _meta, ttlMs: _ttlMs, cacheScope: _cacheScope, resultType: _resultType, ...rest } = result;
  return rest;
}
