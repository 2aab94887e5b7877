import { constants } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import net from 'node:net';
import tls from 'node:tls';
import { type buildConnector, errors } from 'undici';
import { type EgressRule, hostOf, isAddressAllowed, parseAddress } from './allow.ts';
import { EgressError } from './error.ts';
import { type HandshakeOwner, inTurn } from './handshakes.ts';
import { namesBy, type Resolve } from './names.ts';

/** Rules for dialling addresses. */
export type DialOptions = {
  readonly allow: readonly EgressRule[];
  readonly resolve?: Resolve;
  readonly connectTimeoutMs: number;
  /** Certificate authorities in PEM, in addition to the ones that Node trusts. */
  readonly ca?: readonly string[];
};

/** An address to dial for `owner`. `host` is in lower case without brackets. `isTls`: starts TLS on the connection. */
type DialTarget = {
  readonly host: string;
  readonly port: number;
  readonly owner: HandshakeOwner;
  readonly isTls: boolean;
};

const ADDRESSES_MAX = 8;
/**
 * Maximum bytes of a handshake. OpenSSL limits certificates to 100 KiB, but accepts any number of empty records and
 * renegotiation requests.
 */
const HANDSHAKE_BYTES_MAX = 256 * 1_024;
const HANDSHAKE_LOOK_MS = 10;

const refused = (host: string): EgressError =>
  new EgressError('address_refused', `${host}: tools are not allowed to reach this address`);

/**
 * Resolves a name and checks its addresses. One forbidden address refuses the whole name; otherwise the order of the
 * DNS answers would decide.
 */
const resolveChecked = async (
  { host, port, owner }: DialTarget,
  { allow, resolve = async (host) => (await lookup(host, { all: true })).map((entry) => entry.address) }: DialOptions,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const addresses = parseAddress(host) === null ? await namesBy(resolve)(owner.id, host, signal) : [host];
  const isAllowed = (address: string) => isAddressAllowed(allow, host, address, port);
  if (addresses.length === 0 || !addresses.every(isAllowed)) throw refused(host);
  return addresses.slice(0, ADDRESSES_MAX);
};

/** Gives the socket the checked addresses, so that the name is not resolved a second time (DNS rebinding). */
const pinned = (addresses: readonly string[]): net.LookupFunction => {
  const all = addresses.map((address) => ({ address, family: net.isIP(address) }));
  return (_host, options, callback) => {
    const first = all[0];
    if (options.all || first === undefined) callback(null, all);
    else callback(null, first.address, first.family);
  };
};

const startTls = (socket: net.Socket, { host }: DialTarget, ca: readonly string[] | undefined): tls.TLSSocket => {
  const trusted = ca === undefined ? {} : { ca: [...tls.rootCertificates, ...ca] };
  // A server name must not be an address (RFC 6066, section 3).
  const name = net.isIP(host) === 0 ? { servername: host } : { host };
  // Each renegotiation would be another handshake, triggered by the server.
  const secureOptions = constants.SSL_OP_NO_RENEGOTIATION;
  return tls.connect({ socket, ...trusted, ...name, secureOptions, ALPNProtocols: ['http/1.1'] });
};

const isPeer = (socket: net.Socket, addresses: readonly string[]): boolean => {
  const peer = parseAddress(socket.remoteAddress ?? '')?.toString();
  return peer !== undefined && addresses.some((address) => parseAddress(address)?.toString() === peer);
};

const connected = (socket: net.Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => void socket.destroy(signal.reason);
    // Stays attached: an error between here and the HTTP client's own listener must not end the process.
    socket.on('error', reject);
    socket.once('close', () => reject(new errors.SocketError('closed')));
    socket.once(event, () => resolve());
    signal.addEventListener('abort', abort);
    socket.once(event, () => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
  });

/** Begins TLS on `socket`. Ends when `signal` aborts, or when the server has sent more than a handshake needs. */
const shake = async (socket: net.Socket, target: DialTarget, options: DialOptions, signal: AbortSignal) => {
  const secure = startTls(socket, target, options.ca);
  const looking = setInterval(() => {
    if (socket.bytesRead <= HANDSHAKE_BYTES_MAX) return;
    secure.destroy(new EgressError('bad_answer', `${target.host}: the TLS handshake did not finish`, undefined, true));
  }, HANDSHAKE_LOOK_MS);
  try {
    await connected(secure, 'secureConnect', signal);
    return secure;
  } finally {
    clearInterval(looking);
  }
};

const dialChecked = async (target: DialTarget, options: DialOptions, signal: AbortSignal): Promise<net.Socket> => {
  const addresses = await resolveChecked(target, options, signal);
  signal.throwIfAborted();
  const socket = net.connect({
    host: target.host,
    port: target.port,
    lookup: pinned(addresses),
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
  });
  try {
    await connected(socket, 'connect', signal);
    if (!isPeer(socket, addresses)) throw refused(target.host);
    if (!target.isTls) return socket;
    return await inTurn(target.owner, `${target.host}:${target.port}`, signal, {
      shake: (ending) => shake(socket, target, options, ending),
      hasAnswered: () => socket.bytesRead > 0,
    });
  } catch (error) {
    socket.destroy();
    throw error;
  }
};

/**
 * Connects to `target` after checking that all of its addresses are allowed. The caller owns the socket. Tested by
 * `test/connectors/egress/egress.test.ts`.
 * @throws EgressError `address_refused`, `timed_out`, or the socket's error
 */
export const dial = async (target: DialTarget, options: DialOptions): Promise<net.Socket> => {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new errors.ConnectTimeoutError()), options.connectTimeoutMs);
  const { promise: late, reject } = Promise.withResolvers<never>();
  // A DNS lookup cannot be cancelled.
  ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
  try {
    return await Promise.race([dialChecked(target, options, ending.signal), late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * The connector for undici: resolves, checks every address, and dials only checked ones. A check in `connect.lookup`
 * would not run for URLs with an address instead of a name.
 */
export const createConnect = (options: DialOptions, owner: HandshakeOwner): buildConnector.connector => {
  return (request, callback) => {
    const isTls = request.protocol === 'https:';
    const port = request.port === '' ? (isTls ? 443 : 80) : Number(request.port);
    dial({ host: hostOf(request.hostname), port, owner, isTls }, options).then(
      (socket) => {
        // A socket that has already closed emits no more events, so the HTTP client would wait for the response
        // forever.
        if (socket.destroyed) callback(socket.errored ?? new errors.SocketError('closed'), null);
        else callback(null, socket);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('Connecting failed'), null),
    );
  };
};
