import { isRecord } from '../core/lib/json.ts';

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program: set another PORT',
  EACCES: 'is not open to this user: set a PORT of 1024 or more',
  EADDRNOTAVAIL: 'is no address of this machine: set another HOST',
  ENOTFOUND: 'cannot be found: set another HOST',
};

/** Why the service cannot listen, in words for whoever starts it; what is not known stays as it is. */
export function listenFailure(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const reason = isRecord(error) ? REASONS[String(error['code'])] : undefined;
  return reason === undefined ? error : new Error(`${host}:${port} ${reason}`, { cause: error });
}
