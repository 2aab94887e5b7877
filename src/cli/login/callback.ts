import { createServer, type ServerResponse } from 'node:http';
import { withoutTrailingSlashes } from '../../core/lib/trim.ts';
import { CliError } from '../exit.ts';

const PATH = '/callback';
const CONNECTIONS_MAX = 16;
const HEADERS_TIMEOUT_MS = 10_000;

/** Waits on a port of this machine for the browser to return from a sign-in (RFC 8252, section 7.3). */
type Callback = {
  /** Where to send the browser. */
  readonly redirectUri: string;
  /** The code. @throws CliError forbidden when the person declined, or another server responded; the signal's reason */
  code(): Promise<string>;
  close(): void;
};

/** The expected response: its `state`, and the address of its server. */
type Expected = { readonly state: string; readonly server: string };

/**
 * Listens on a free port of 127.0.0.1 for a response with `state`; refuses everything else. A response from another
 * server (RFC 9207) ends the sign-in, because its code would go to the wrong server.
 */
export async function listenForCallback(
  { state, server: expectedServer }: Expected,
  signal: AbortSignal,
): Promise<Callback> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // The promise may have no handler yet.
  promise.catch(() => undefined);
  const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS }, (request, response) => {
    const { method, url = '' } = request;
    const parsed = URL.parse(url, 'http://127.0.0.1');
    const answer = method === 'GET' && parsed?.pathname === PATH ? parsed.searchParams : null;
    if (answer?.get('state') !== state) return show(response, 404, 'No sign-in is in progress.');
    const stranger = foreignAnswer(answer, expectedServer);
    if (stranger) {
      show(response, 400, 'The response came from another server. You can close this window.');
      return reject(stranger);
    }
    const code = answer.get('code');
    if (code !== null) {
      show(response, 200, 'You are signed in. Return to the terminal; you can close this window.');
      return resolve(code);
    }
    show(response, 200, 'Access was not granted. You can close this window.');
    reject(new CliError('forbidden', `The sign-in was declined (${answer.get('error') ?? 'no code'})`));
  });
  server.maxConnections = CONNECTIONS_MAX;
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(0, '127.0.0.1', listening);
  });
  const address = server.address();
  return {
    redirectUri: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}${PATH}`,
    code: () => promise,
    close: () => void server.close(),
  };
}

/** Why a response isn't from the expected server; null if it is. */
function foreignAnswer(answer: URLSearchParams, expectedIssuer: string): CliError | null {
  const issuer = URL.parse(answer.get('iss') ?? '')?.href;
  if (issuer === undefined) return new CliError('forbidden', 'The response does not name its server');
  if (issuer === URL.parse(expectedIssuer)?.href) return null;
  const address = withoutTrailingSlashes(issuer);
  const hint = `If that is the server’s public address, run: toolyard login --url ${address}`;
  return new CliError('forbidden', `The response came from ${address}, not from ${expectedIssuer}. ${hint}`);
}

/** Shows a page that contains nothing from the request. */
function show(response: ServerResponse, status: number, text: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  };
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Toolyard</title><p>${text}</p></html>`;
  response.writeHead(status, headers).end(page);
}
