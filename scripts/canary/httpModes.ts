import type { ServerResponse } from 'node:http';

/** One way to return secrets. */
export type Respond = (response: ServerResponse, secrets: readonly string[], surface: string) => void;

const LONG_BEFORE = 'the request was not to our liking. '.repeat(8);

const encodings: Readonly<Record<string, (secret: string) => string>> = {
  raw: (secret) => secret,
  percent: (secret) => `${encodeURIComponent(secret)} ${new URLSearchParams({ a: secret })}`,
  json_escaped: (secret) => JSON.stringify({ text: JSON.stringify(secret) }),
  base64: (secret) => ['', 'u', 'us'].map((before) => Buffer.from(`${before}${secret}`).toString('base64')).join(' '),
  base64url: (secret) => ['', 'u', 'us'].map((before) => Buffer.from(before + secret).toString('base64url')).join(' '),
};

/** The spellings of a secret that a header can carry. */
const headerSafe = (secrets: readonly string[]): string =>
  secrets.map((secret) => `${Buffer.from(secret).toString('base64')},${encodeURIComponent(secret)}`).join(' ');

const plain =
  (encode: (secret: string) => string): Respond =>
  (response, secrets) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(secrets.map(encode).join('\n'));

const json =
  (status: number, body: (text: string, secrets: readonly string[]) => unknown): Respond =>
  (response, secrets) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-echo': headerSafe(secrets), 'retry-after': '1' })
      .end(JSON.stringify(body(secrets.join(' '), secrets)));

const redirect =
  (to: (secret: string, surface: string) => string): Respond =>
  (response, secrets, surface) =>
    response
      .writeHead(302, { location: to(encodeURIComponent(secrets.join(' ')), surface) })
      .end(`moved to ${secrets.join(' ')}`);

const statusModes = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503].map((status): [string, Respond] => [
  `status_${status}`,
  json(status, (text) => ({ error: { message: `bad key ${text}`, detail: text }, key: text })),
]);

/** By name, which is also the URL path and the tool's name. */
export const HTTP_MODES: Readonly<Record<string, Respond>> = {
  ...Object.fromEntries(Object.entries(encodings).map(([name, encode]) => [name, plain(encode)])),
  ...Object.fromEntries(statusModes),
  json: json(200, (_text, secrets) => ({
    echo: secrets,
    keys: Object.fromEntries(secrets.map((secret) => [secret, [{ deep: `Bearer ${secret}!` }]])),
  })),
  scalar: json(200, (text) => text),
  /** A text so long that an excerpt of it ends inside a secret. */
  cut_500: json(500, (text) => ({ message: `${LONG_BEFORE}${text}` })),
  cut_400: json(400, (_text, [first = '']) => ({ message: `${'x'.repeat(299 - first.length / 2)}${first}` })),
  text_500: (response, secrets) =>
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`Traceback: key=${secrets.join(' ')}`),
  html_502: (response, secrets) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end(`<h1>${secrets.join(' ')}</h1>`),
  reason: (response, secrets) => response.writeHead(500, encodeURIComponent(secrets.join(' '))).end(`{"message":"no"}`),
  headers_only: (response, secrets) => response.writeHead(204, { 'x-echo': headerSafe(secrets) }).end(),
  declared: json(200, (text) => ({ ok: false, error: `the key ${text} is wrong` })),
  redirect_same: redirect((secret, surface) => `/${surface}/raw?key=${secret}`),
  redirect_away: redirect((secret) => `http://elsewhere.test/?key=${secret}`),
  redirect_loop: redirect((secret, surface) => `/${surface}/redirect_loop?key=${secret}`),
  silent: () => undefined,
  /** Starts a response and stops midway. */
  half: (response, secrets) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-echo': headerSafe(secrets) });
    response.write(`{"key": ${JSON.stringify(secrets.join(' '))}, `);
  },
  broken: (response, secrets) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
    response.write(secrets.join(' '), () => response.destroy());
  },
  bad_json: (response, secrets) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"key": "${secrets.join(' ')}`),
  bad_encoding: (response, secrets) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(secrets.join(' ')),
  no_http: (response, secrets) => void response.socket?.end(`${secrets.join(' ')}\r\n\r\n`),
  binary: (response, secrets) =>
    response
      .writeHead(200, { 'content-type': 'application/octet-stream' })
      .end(Buffer.concat([Buffer.from([0, 255, 254]), Buffer.from(secrets.join(' '))])),
  undeclared: (response, secrets) => response.writeHead(200).end(secrets.join(' ')),
};
