import { Agent, request } from 'undici';
import { WebSocket } from 'ws';
import { refusedBy, toClusterError } from './clusterError.ts';
import type { ClusterAccess } from './kubeconfig.ts';

type Query = Readonly<Record<string, string | readonly string[]>>;

/** A request to the API server. */
type ClusterRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly body?: object;
};

/** Sends requests to one API server. Each throws `ClusterError`. */
export type ClusterHttp = {
  /** Returns the answer's JSON. */
  send(request: ClusterRequest): Promise<unknown>;
  /** Opens a WebSocket, which reports its own errors. */
  openSocket(path: string, query: Query): Promise<WebSocket>;
};

/** Maximum bytes of an answer. A page of 500 pods takes a few megabytes. */
const ANSWER_BYTES_MAX = 33_554_432;
/** Channels of `exec`: a message begins with the number of its stream. v5 can also close single streams. */
const PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];

/** Connects to the address in the operator's kubeconfig. The egress rules for external addresses don't apply to it. */
export function createClusterHttp({ server, tls, token }: ClusterAccess, timeoutMs: number): ClusterHttp {
  const dispatcher = new Agent({ connect: tls, maxResponseSize: ANSWER_BYTES_MAX });
  const headersOf = async () => {
    const bearer = await token();
    return bearer === null ? {} : { authorization: `Bearer ${bearer}` };
  };
  return {
    async send({ method, path, query = {}, body }) {
      try {
        const answer = await request(`${server}${path}${queryOf(query)}`, {
          method,
          dispatcher,
          headers: { ...(await headersOf()), accept: 'application/json', 'content-type': 'application/json' },
          body: body === undefined ? null : JSON.stringify(body),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await answer.body.text();
        if (answer.statusCode >= 300) throw refusedBy(answer.statusCode, text, answer.headers['retry-after']);
        return JSON.parse(text);
      } catch (error) {
        throw toClusterError(error);
      }
    },
    async openSocket(path, query) {
      const url = new URL(`${server}${path}${queryOf(query)}`);
      url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
      const headers = await headersOf();
      return new WebSocket(url, PROTOCOLS, { ...tls, headers, handshakeTimeout: timeoutMs, perMessageDeflate: false });
    },
  };
}

function queryOf(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
