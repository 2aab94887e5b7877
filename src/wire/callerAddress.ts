import type { IncomingMessage } from 'node:http';

/**
 * Who sent a request, with the trust in proxies that the framework is given (`proxyHops` in `app.ts`): each proxy adds
 * to `X-Forwarded-For` whom it heard, so that only the last entries are to be believed. `test/wire/direct.test.ts`
 * compares it with the framework's answer.
 */
export function callerAddress({ socket, headers }: IncomingMessage, proxyHops: number): string | undefined {
  const { remoteAddress } = socket;
  const forwarded = headers['x-forwarded-for'];
  if (proxyHops === 0 || forwarded === undefined) return remoteAddress;
  const named = String(forwarded)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .reverse();
  return named[Math.min(proxyHops, named.length) - 1] ?? remoteAddress;
}
