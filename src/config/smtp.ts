import { isThisMachine } from '../core/lib/loopback.ts';

/** The operator's mail server and the sender of its messages. */
export type SmtpSettings = {
  readonly host: string;
  readonly port: number;
  /** `tls`: from the first byte. `starttls`: required before any message. `none`: unencrypted. */
  readonly security: 'tls' | 'starttls' | 'none';
  /** Null for a mail server that requires no login. */
  readonly login: { readonly user: string; readonly password: string } | null;
  /** An address, optionally with a name before it. */
  readonly from: string;
};

const FORM =
  'must be smtps://user:password@host:465 or smtp://user:password@host:587, with ?from=toolyard@example.com, and ?tls=off where an smtp server of your own network has none';
const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const;
/** One address, of characters that need no encoding in a header. */
const ADDRESS = /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}$/;

type Protocol = keyof typeof PORTS;
const isProtocol = (text: string): text is Protocol => Object.hasOwn(PORTS, text);

/** Parses `TOOLYARD_SMTP_URL`. @throws Error that may be shown */
export function parseSmtpUrl(text: string): SmtpSettings {
  const url = URL.parse(text);
  if (!url || !isProtocol(url.protocol) || url.hostname === '') throw new Error(FORM);
  const { from = '', tls, ...others } = Object.fromEntries(url.searchParams);
  const isBare = /^\/?$/.test(url.pathname) && url.hash === '' && Object.keys(others).length === 0;
  if (!isBare || !ADDRESS.test(from)) throw new Error(FORM);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORTS[url.protocol] : Number(url.port),
    security: securityOf(url, url.protocol, tls),
    login: loginOf(url),
    from,
  };
}

/**
 * The security for an address. A password always requires TLS. Without one, TLS is optional for this machine, or if the
 * operator allows it.
 */
function securityOf(
  { hostname, password }: URL,
  protocol: Protocol,
  tls: string | undefined,
): SmtpSettings['security'] {
  if (tls !== undefined && (tls !== 'off' || protocol === 'smtps:' || password !== '')) throw new Error(FORM);
  if (protocol === 'smtps:') return 'tls';
  return tls === 'off' || (isThisMachine(hostname) && password === '') ? 'none' : 'starttls';
}

function loginOf({ username, password }: URL): SmtpSettings['login'] {
  if (username === '') return null;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new Error(FORM);
  }
}
