import { isRecord } from '../../src/core/lib/json.ts';
import type { Attempt } from './tenancy.ts';
import type { Owner } from './things.ts';
import type { TrustWorld } from './world.ts';

/** Ids in URLs that no document lists: parts of uploads, and entries of the registry that the service offers. */
export async function httpIdArguments(world: TrustWorld, { apiKey }: Owner): Promise<Attempt[]> {
  const namespace = await namespaceOf(world, apiKey);
  const inPath = (id: string): string => encodeURIComponent(id.toWellFormed());
  const upload = (method: string, rest: string, body?: string): Attempt => ({
    label: `uploads ${method}`,
    kind: 'upload',
    send: (id) =>
      world.ask(`/graphql/uploads/${inPath(id)}${rest}`, {
        ...{ method, bearer: apiKey },
        ...(body !== undefined && { body, headers: { 'content-type': 'application/octet-stream' } }),
      }),
  });
  const entry = (rest: string): Attempt => ({
    label: `registry versions${rest}`,
    kind: 'client',
    send: (id) => world.ask(`/v0.1/servers/${inPath(`${namespace}${id}`)}/versions${rest}`, { bearer: apiKey }),
  });
  const cursor: Attempt = {
    label: 'registry cursor',
    kind: 'endpoint',
    send: (id) => world.ask(`/v0.1/servers?limit=1&cursor=${inPath(id)}`, { bearer: apiKey }),
  };
  return [upload('PUT', '/0', 'x'), upload('DELETE', ''), entry(''), entry('/latest'), cursor];
}

/** The common prefix of all entry names. @throws if the registry is empty */
async function namespaceOf(world: TrustWorld, bearer: string): Promise<string> {
  const { text } = await world.ask('/v0.1/servers', { bearer });
  const answer: unknown = JSON.parse(text);
  const [first]: unknown[] = isRecord(answer) && Array.isArray(answer['servers']) ? answer['servers'] : [];
  const server = isRecord(first) ? first['server'] : null;
  const name = isRecord(server) ? server['name'] : null;
  if (typeof name !== 'string') throw new Error(`The registry that is served lists nothing: ${text.slice(0, 200)}`);
  return name.slice(0, name.indexOf('/') + 1);
}
