import type { OAuth } from '../../core/credentials/oauthPort.ts';
import type { EgressRule } from '../egress/allow.ts';
import { createEgress } from '../egress/egress.ts';
import { discoverProvider } from './discovery.ts';
import { toOAuthFailure } from './failure.ts';
import { registerWith } from './registration.ts';
import { exchangeCode, renewTokens } from './tokens.ts';

/** The OAuth client protocol with an egress of its own, so that closing a server's connections ends no sign-in. */
export function createOAuth({ egressAllow }: { readonly egressAllow: readonly EgressRule[] }): OAuth & {
  close(): Promise<void>;
} {
  const egress = createEgress({ allow: egressAllow });
  /** A `fetch` that also ends with the caller's signal, which the SDK's discovery does not pass on. */
  const fetchUntil =
    (signal: AbortSignal): typeof globalThis.fetch =>
    (input, init) =>
      egress.fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal });
  return {
    discover: (settings, connector, signal) => attempt(() => discoverProvider(fetchUntil(signal), settings, connector)),
    register: (provider, redirectUri, signal) => attempt(() => registerWith(fetchUntil(signal), provider, redirectUri)),
    exchange: (exchange, signal) => attempt(() => exchangeCode(egress.fetch, exchange, signal)),
    renew: (renewal, signal) => attempt(() => renewTokens(egress.fetch, renewal, signal)),
    close: () => egress.close(),
  };
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toOAuthFailure(error);
  }
}
