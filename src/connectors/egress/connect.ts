import { lookup } from 'node:dns/promises';
import net from 'node:net';
import tls from 'node:tls';
import { type buildConnector, errors } from 'undici';
import { type EgressRule, hostOf, isAddressAllowed, parseAddress } from './allow.ts';
import { EgressError } from './error.ts';

/** Resolves a name to all of its addresses, IPv4 and IPv6. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Which addresses may be dialled, and how. */
export type DialOptions = {
  readonly allow: readonly EgressRule[];
  readonly resolve?: Resolve;
  readonly connectTimeoutMs: number;
  /** Certificate authorities in PEM besides the ones that Node trusts. */
  readonly ca?: readonly string[];
};

/** `host` without brackets, in lower case. */
export type DialTarget = { readonly host: string; readonly port: number; readonly isTls: boolean };

const ADDRESSES_MAX = 8;

const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map((entry) => entry.address);

const refused = (host: string): EgressError =>
  new EgressError('address_refused', `${host}: the address is not one that tools may reach`);

/** One forbidden address refuses the whole name; otherwise the order of the DNS answers would decide. */
const resolveChecked = async (target: DialTarget, options: DialOptions): Promise<readonly string[]> => {
  const literal = parseAddress(target.host);
  const found = literal === null ? await (options.resolve ?? systemResolve)(target.host) : [target.host];
  const isAllowed = (address: string) => isAddressAllowed(options.allow, target.host, address, target.port);
  if (found.length === 0 || !found.every(isAllowed)) throw refused(target.host);
  return found.slice(0, ADDRESSES_MAX);
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

const openSocket = (
  target: DialTarget,
  addresses: readonly string[],
  ca: readonly string[] | undefined,
): net.Socket => {
  const base = {
    host: target.host,
    port: target.port,
    lookup: pinned(addresses),
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
  };
  if (!target.isTls) return net.connect(base);
  const trusted = ca === undefined ? {} : { ca: [...tls.rootCertificates, ...ca] };
  // A server name must not be an address (RFC 6066, section 3).
  const name = net.isIP(target.host) === 0 ? { servername: target.host } : {};
  return tls.connect({ ...base, ...trusted, ...name, ALPNProtocols: ['http/1.1'] });
};

const isPeer = (socket: net.Socket, addresses: readonly string[]): boolean => {
  const peer = parseAddress(socket.remoteAddress ?? '')?.toString();
  return peer !== undefined && addresses.some((address) => parseAddress(address)?.toString() === peer);
};

const connected = (socket: net.Socket, target: DialTarget, timeoutMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new errors.ConnectTimeoutError()), timeoutMs);
    // Stays attached: an error between here and the HTTP client's own listener must not end the process.
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once(target.isTls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const dialChecked = async (target: DialTarget, options: DialOptions): Promise<net.Socket> => {
  const addresses = await resolveChecked(target, options);
  const socket = openSocket(target, addresses, options.ca);
  await connected(socket, target, options.connectTimeoutMs);
  if (isPeer(socket, addresses)) return socket;
  socket.destroy();
  throw refused(target.host);
};

const withTimeout = async <T>(work: Promise<T>, timeoutMs: number): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new errors.ConnectTimeoutError()), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Connects to `target`, once all of its addresses are allowed. The caller owns the socket.
 * `test/connectors/egress/egress.test.ts` tears it down.
 * @throws EgressError `address_refused`, `timed_out`, or what the socket says
 */
export const dial = async (target: DialTarget, options: DialOptions): Promise<net.Socket> => {
  const dialling = dialChecked(target, options);
  try {
    return await withTimeout(dialling, options.connectTimeoutMs);
  } catch (error) {
    // It may still connect after the time-out; that socket has to be closed.
    dialling.then(
      (late) => late.destroy(),
      () => undefined,
    );
    throw error;
  }
};

/**
 * The connector for undici: resolves, checks every address, and dials only checked ones. A check in `connect.lookup`
 * would not run for URLs with an address instead of a name.
 */
export const createConnect = (options: DialOptions): buildConnector.connector => {
  return (request, callback) => {
    const isTls = request.protocol === 'https:';
    const port = request.port === '' ? (isTls ? 443 : 80) : Number(request.port);
    dial({ host: hostOf(request.hostname), port, isTls }, options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error('Connecting failed'), null),
    );
  };
};
