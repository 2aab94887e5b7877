import type { Socket } from 'node:net';
import { Agent, type buildConnector, Client, type Dispatcher, Pool } from 'undici';

/** One exchange, as its connection sees it. */
export interface Watched {
  /** Null until the response has begun. */
  readonly head: object | null;
  /** Bytes of the body that have arrived, still encoded. */
  readonly bodyBytes: number;
  /** Ends the exchange because more bytes came than a response may have. */
  onLimitExceeded(): void;
}

/** A handler whose exchange is watched. */
export interface WatchedHandler extends Dispatcher.DispatchHandler {
  /** The connection of its exchange, set before the exchange begins. */
  connection: WatchedConnection | null;
}

/** Maximum bytes of a response's headers: up to 32 early ones and the final one, each of the maximum size. */
const HEADS_BYTES_MAX = 33 * 32_768;
/** Bytes allowed in addition to the body: chunk sizes and extensions, and TLS framing. */
const BESIDES_BYTES_MAX = 8 * 1_024 * 1_024;
/**
 * Maximum received bytes as a multiple of the body's limit. For example, 16 bytes in three TLS frames take seven times
 * their size.
 */
const TIMES_BODY_MAX = 8;

/**
 * One connection. It counts all bytes received for an exchange, including those the HTTP client reads and drops. The
 * client limits only heads and bodies, so an endless first line or endless chunk extensions would keep it busy until
 * the deadline. Tested by `test/connectors/egress/framingBytes.test.ts`.
 */
export class WatchedConnection {
  #socket: Socket | null = null;
  #watched: Watched | null = null;
  #bytesBefore = 0;

  connectedBy(socket: Socket): void {
    this.#socket = socket;
    // Registered before the HTTP client's listener, so that the client reads no refused bytes.
    socket.on('readable', () => this.#look());
  }

  /** Watches an exchange from now on; a connection has only one at a time. Null ends the watching. */
  watch(watched: Watched | null): void {
    this.#watched = watched;
    this.#bytesBefore = this.#socket?.bytesRead ?? 0;
  }

  #look(): void {
    const watched = this.#watched;
    if (!watched) return;
    const bytes = (this.#socket?.bytesRead ?? 0) - this.#bytesBefore;
    const bytesMax = watched.head ? BESIDES_BYTES_MAX + TIMES_BODY_MAX * watched.bodyBytes : HEADS_BYTES_MAX;
    if (bytes > bytesMax) watched.onLimitExceeded();
  }
}

type WithConnect = { readonly connect: buildConnector.connector };

class WatchedClient extends Client {
  readonly #connection: WatchedConnection;

  constructor(origin: string | URL, options: Client.Options & WithConnect) {
    const connection = new WatchedConnection();
    const connect: buildConnector.connector = (target, done) =>
      options.connect(target, (...made: Parameters<buildConnector.Callback>) => {
        if (made[1]) connection.connectedBy(made[1]);
        done(...made);
      });
    super(origin, { ...options, connect });
    this.#connection = connection;
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler | WatchedHandler,
  ): boolean {
    if ('connection' in handler) handler.connection = this.#connection;
    return super.dispatch(options, handler);
  }
}

type WatchedAgentOptions = Omit<Agent.Options, 'factory'> & WithConnect;

/** An undici agent whose exchanges observe the bytes received on their connections. */
export class WatchedAgent extends Agent {
  readonly #pools: Map<string, Pool>;

  constructor({ connect, ...options }: WatchedAgentOptions) {
    const pools = new Map<string, Pool>();
    super({
      ...options,
      factory: (origin) => {
        for (const [one, { closed, destroyed }] of pools) if (closed || destroyed) pools.delete(one);
        const factory = (to: string | URL) => new WatchedClient(to, { ...options, connect });
        const pool = new Pool(origin, { ...options, connect, factory });
        pools.set(String(origin), pool);
        return pool;
      },
    });
    this.#pools = pools;
  }

  override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    // Passes an open pool its requests without the agent, which would build another key for each of them.
    const pool = this.#pools.get(String(options.origin));
    return pool && !pool.closed && !pool.destroyed ? pool.dispatch(options, handler) : super.dispatch(options, handler);
  }
}
