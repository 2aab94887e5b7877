import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of a path, from the registered routes; empty for an unknown path. */
    methodsAt(path: string): readonly string[];
  }
  interface FastifyContextConfig {
    /** For a route that only refuses: its methods are not allowed at its path. */
    refuses?: true;
  }
}

type Served = { readonly pattern: RegExp; readonly methods: Set<string> };

/** Adds `methodsAt` to the server. Call it before any route is registered. */
export function collectRoutes(app: FastifyInstance): void {
  const served = new Map<string, Served>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.refuses) return;
    // The router's notation as a pattern: `/docs/*`, `/v1/stacks/:stack_id`.
    const source = url.replaceAll(/[.+?^$()|[\]\\{}]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+');
    const known = served.get(url) ?? { pattern: new RegExp(`^${source.replaceAll('*', '.*')}$`), methods: new Set() };
    served.set(url, known);
    for (const each of [method].flat()) known.methods.add(each);
  });
  app.decorate('methodsAt', (path) => {
    const matching = [...served.values()].filter(({ pattern }) => pattern.test(decodeURI(path)));
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort();
  });
}

export const requestPath = ({ url }: Pick<FastifyRequest, 'url'>): string => url.split('?', 1)[0] ?? '';

/**
 * Whether a request is refused only for its method (RFC 9110, section 15.5.6). It sets the response's `Allow`, and the
 * caller sends the 405.
 */
export function isMethodRefused(request: FastifyRequest, reply: FastifyReply): boolean {
  const allowed = request.server.methodsAt(requestPath(request));
  if (allowed.length === 0 || allowed.includes(request.method)) return false;
  reply.header('allow', allowed.join(', '));
  return true;
}

/**
 * The address without its trailing slash if it is that of a readable page; null for any other request. The address is
 * relative, so that it works below any public address.
 */
export function redirectFromSlash(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const path = requestPath(request);
  const [, name] = /^\/(?:[^/]+\/)*([^/]+)\/$/.exec(path) ?? [];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (name === undefined || !isRead || !request.server.methodsAt(path.slice(0, -1)).includes('GET')) return null;
  return reply.redirect(`../${name}${request.url.slice(path.length)}`, 308);
}

const isStream = (payload: unknown): payload is Readable => payload instanceof Readable;

/**
 * The content of a HEAD response for the framework, which sets the length itself for other content. A stream would be
 * read to its end, and a response without content must not claim length 0.
 */
export function withoutContent(payload: unknown): unknown {
  if (payload !== undefined && payload !== null && !isStream(payload)) return payload;
  if (isStream(payload)) payload.destroy();
  return Readable.from([]);
}
