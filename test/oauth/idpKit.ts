import { createServer } from 'node:http';
import type { JWK } from 'jose';
import { listenOnLoopback } from '../harness/listen.ts';

/** An identity provider’s published keys, served on this machine. */
export type KeyServer = {
  readonly url: string;
  /** The response at every path that isn't in `documents`. */
  answer: { status: number; body: string };
  requestCount: number;
  publish(keys: readonly JWK[]): void;
  /** The responses at other paths, such as metadata, by path. */
  readonly documents: Map<string, unknown>;
  close(): Promise<void>;
};

/** Serves a JWK Set at every path without another response. */
export async function startKeyServer(keys: readonly JWK[]): Promise<KeyServer> {
  const documents = new Map<string, unknown>();
  const server = createServer((request, response) => {
    idp.requestCount += 1;
    const document = documents.get(request.url ?? '');
    if (document !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
      return;
    }
    response.writeHead(idp.answer.status, { 'content-type': 'application/jwk-set+json' }).end(idp.answer.body);
  });
  const idp: KeyServer = {
    url: `http://127.0.0.1:${await listenOnLoopback(server)}/jwks`,
    answer: { status: 200, body: JSON.stringify({ keys }) },
    requestCount: 0,
    documents,
    publish(published) {
      idp.answer = { status: 200, body: JSON.stringify({ keys: published }) };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return idp;
}
