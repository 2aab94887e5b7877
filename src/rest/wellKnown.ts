import type { FastifyInstance } from 'fastify';
import { readPublishedKeys } from '../core/endpoints/signingKey.ts';
import { sendContent, toContent } from '../wire/content.ts';
import { contentByAddress } from '../wire/contentByAddress.ts';
import { errorHeaders, STATUS, toSurfaceError } from '../wire/errors.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { JSON_UTF8 } from '../wire/toolCall.ts';
import { openApiText } from './openapi/document.ts';

const CACHE_SECONDS = 60;

/** Serves public content: the interface's description and the public signing keys (RFC 7517). */
export async function registerPublic(app: FastifyInstance, edge: HttpDeps): Promise<void> {
  const readJwks = createJwksReader(edge);
  const description = contentByAddress(edge.publicUrl, async (address) => toContent({}, openApiText(address)));
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`).type(JSON_UTF8);
    });
    scope.setErrorHandler((thrown, request, reply) => {
      const error = toSurfaceError(edge, thrown);
      request.log.error({ err: error.cause }, error.message);
      reply.headers({ ...errorHeaders(error), 'cache-control': 'no-store' });
      return reply.code(STATUS[error.code]).send({ error: error.message });
    });
    scope.get('/openapi.json', async (request, reply) => sendContent(request, reply, await description(request)));
    scope.get('/.well-known/jwks.json', async (_request, reply) => reply.send(await readJwks()));
  });
}

/**
 * Reads the public keys at most once a minute, or after they change, because anyone may request them at any rate.
 * Concurrent callers share one query, and the next caller retries after a failure.
 */
function createJwksReader({ deps }: HttpDeps): () => Promise<string> {
  let known: { readonly json: Promise<string>; readonly untilMs: number } | null = null;
  const forget = () => {
    known = null;
  };
  deps.changes.onMissedEvents(forget);
  deps.changes.subscribe(({ kind }) => {
    if (kind === 'signingKeys') forget();
  });
  return () => {
    const now = deps.now();
    if (known && now.getTime() < known.untilMs) return known.json;
    const json = readPublishedKeys(deps.db, now).then((keys) => JSON.stringify({ keys }));
    const reading = { json, untilMs: now.getTime() + CACHE_SECONDS * 1_000 };
    known = reading;
    json.catch(() => {
      if (known === reading) known = null;
    });
    return json;
  };
}
