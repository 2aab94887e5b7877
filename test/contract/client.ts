import { request } from 'node:http';

export type Sent = {
  readonly method: string;
  /** Sent unchanged: no client library normalizes it. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  /** The loopback address of the client, by which failed authentications are counted. */
  readonly from?: string | undefined;
};

export type Received = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** One request over a new connection. */
export function send(baseUrl: string, { method, path, headers = {}, body, from }: Sent): Promise<Received> {
  const { hostname, port } = new URL(baseUrl);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const options = { hostname, port, method, path, headers: { ...length, ...headers }, agent: false as const };
  const outgoing = request({ ...options, ...(from && { localAddress: from }) }, (incoming) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', reject);
    incoming.on('end', () =>
      resolve({
        status: incoming.statusCode ?? 0,
        headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
        text: Buffer.concat(chunks).toString('utf8'),
      }),
    );
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
