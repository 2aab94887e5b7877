import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../harness/listen.ts';
import type { Credential } from './api.ts';

/** A request to an API, as it arrived. */
export type Seen = {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  /** The value of the header with the credential; empty for none. */
  readonly credential: string;
  readonly body: string;
};

/** The stand-in's settings for the OAuth client, and the token it issues. */
export type SignIn = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The token response, as the API documents it. */
  readonly tokens: Readonly<Record<string, unknown>>;
};

/** Where the stand-in serves the API's description. */
export const DESCRIPTION = '/description.json';

const CODE = 'code-of-the-walk';

/** The API's own sign-in page: a short text and a button. */
const signInPage = (back: string): string =>
  `<!doctype html><title>Sign in</title><h1>Allow Toolyard?</h1><a role="button" href="${back}">Allow</a>`;

/** How the client for a token authenticates (RFC 6749, section 2.3.1): in a header or in the body. */
function clientOf(authorization: string, body: URLSearchParams): string {
  const [, basic = ''] = /^Basic (.+)$/.exec(authorization) ?? [];
  if (basic !== '') return decodeURIComponent(Buffer.from(basic, 'base64').toString());
  return `${body.get('client_id')}:${body.get('client_secret')}`;
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/**
 * An HTTP server that replaces an API's hosts. It serves the API's description, signs people in, and returns `answer`
 * to requests with `credential`. All other requests get 401, as from the real APIs.
 */
export async function startStandIn(credential: Credential | null, answer: unknown, signIn: SignIn | null) {
  const seen: Seen[] = [];
  const scopes: string[] = [];
  let description = '';
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    if (url.pathname === DESCRIPTION) return void response.end(description);
    if (url.searchParams.get('response_type') === 'code') return showSignIn(url.searchParams, response);
    const body = await text(request);
    if (signIn !== null && body.includes('grant_type='))
      answerToken(request, new URLSearchParams(body), signIn, response);
    else answerCall(request, body, response);
  });

  function answerCall(
    { method = '', url: path = '', headers }: IncomingMessage,
    body: string,
    response: ServerResponse,
  ) {
    const received = credential ? String(headers[credential.header.toLowerCase()] ?? '') : '';
    seen.push({ method, path, credential: received, body });
    const isAllowed = received === (credential?.value ?? '');
    json(response, isAllowed ? 200 : 401, isAllowed ? answer : { error: 'not authenticated' });
  }

  function showSignIn(params: URLSearchParams, response: ServerResponse): void {
    scopes.push(params.get('scope') ?? '');
    const back = new URL(params.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code: CODE, state: params.get('state') ?? '' }).toString();
    response.writeHead(200, { 'content-type': 'text/html' }).end(signInPage(back.href.replaceAll('&', '&amp;')));
  }

  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    /** The requests to the API, in order. */
    seen,
    /** The requested scopes, one text per sign-in. */
    scopes,
    describe: (document: string) => {
      description = document;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerToken(
  { headers }: IncomingMessage,
  body: URLSearchParams,
  { clientId, clientSecret, tokens }: SignIn,
  response: ServerResponse,
): void {
  const isKnown = clientOf(headers.authorization ?? '', body) === `${clientId}:${clientSecret}`;
  const isGood = isKnown && body.get('code') === CODE;
  json(response, isGood ? 200 : 401, isGood ? tokens : { error: 'invalid_client' });
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;
