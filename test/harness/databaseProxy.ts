import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from './listen.ts';

/** The proxy's handling of bytes to and from the database. */
type Passing = { readonly toDatabase: boolean; readonly fromDatabase: boolean };

export type DatabaseProxy = {
  /** The database's address through the proxy. */
  readonly url: string;
  /**
   * Forwards bytes only in these directions, also on new connections. The rest arrives once both directions forward
   * again.
   */
  pass(passing: Passing): void;
  /** Resets every connection with RST, including new ones. */
  reset(): void;
  /** Restores everything; connections that held bytes back continue. */
  heal(): void;
  close(): void;
};

/** A plain TCP forwarder to the database at `url`, which a test can freeze or cut. */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  const pairs = new Set<{ readonly near: Socket; readonly far: Socket }>();
  const state = { passing: { toDatabase: true, fromDatabase: true }, isCut: false };
  const apply = ({ near, far }: { near: Socket; far: Socket }): void => {
    if (state.passing.toDatabase) near.resume();
    else near.pause();
    if (state.passing.fromDatabase) far.resume();
    else far.pause();
  };
  const server = createServer((near) => {
    if (state.isCut) return void near.resetAndDestroy();
    const pair = { near, far: connect(Number(target.port), target.hostname) };
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      pair.far.destroy();
    };
    for (const [from, to] of [
      [near, pair.far],
      [pair.far, near],
    ] as const) {
      from.on('data', (bytes) => void to.write(bytes));
      from.on('error', end).on('close', end);
    }
    apply(pair);
  });
  const port = await listenOnLoopback(server);
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  const pass = (passing: Passing): void => {
    state.passing = passing;
    for (const pair of pairs) apply(pair);
  };
  return {
    url: through.href,
    pass,
    reset() {
      state.isCut = true;
      for (const { near, far } of [...pairs]) {
        near.resetAndDestroy();
        far.destroy();
      }
    },
    heal() {
      state.isCut = false;
      pass({ toDatabase: true, fromDatabase: true });
    },
    close() {
      for (const { near } of [...pairs]) near.destroy();
      server.close();
    },
  };
}
