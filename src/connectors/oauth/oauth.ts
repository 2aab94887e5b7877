import { directAddresses, type OAuth } from '../../core/credentials/oauthPort.ts';
import { lazily } from '../../core/lib/lazily.ts';
import type { EgressRule } from '../egress/allow.ts';
import { createEgress } from '../egress/egress.ts';
import { PROVIDER_BYTES_MAX } from '../egress/types.ts';

type OAuthOptions = {
  readonly egressAllow: readonly EgressRule[];
  readonly egressAllowIndirect?: readonly EgressRule[];
};

/** The protocol itself, whose libraries are among the largest here. */
const loadProtocol = lazily(async () => ({
  ...(await import('./discovery.ts')),
  ...(await import('./failure.ts')),
  ...(await import('./registration.ts')),
  ...(await import('./tokens.ts')),
}));
type Protocol = Awaited<ReturnType<typeof loadProtocol>>;

/** The OAuth client protocol with an egress of its own, so that closing a server's connections ends no sign-in. */
export function createOAuth({ egressAllow: allow, egressAllowIndirect: allowIndirect = [] }: OAuthOptions): OAuth & {
  close(): Promise<void>;
} {
  const egress = createEgress({ allow, allowIndirect });
  /** A `fetch` that also ends with the caller's signal, which the SDK's discovery does not pass on. */
  const fetchUntil = (direct: readonly string[], signal: AbortSignal): typeof globalThis.fetch => {
    const fetch = egress.fetchFor(direct, PROVIDER_BYTES_MAX);
    return (input, init) =>
      fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal });
  };
  return {
    discover: (settings, connector, signal) =>
      attempt(({ discoverProvider }) =>
        discoverProvider(fetchUntil(directAddresses(settings, connector), signal), settings, connector),
      ),
    register: (provider, redirectUri, signal) =>
      attempt(({ registerWith }) => registerWith(fetchUntil(provider.direct, signal), provider, redirectUri)),
    exchange: (exchange, signal) =>
      attempt(({ exchangeCode }) =>
        exchangeCode(egress.fetchFor(exchange.provider.direct, PROVIDER_BYTES_MAX), exchange, signal),
      ),
    renew: (renewal, signal) =>
      attempt(({ renewTokens }) => renewTokens(egress.fetchFor(renewal.direct, PROVIDER_BYTES_MAX), renewal, signal)),
    issue: (grant, signal) =>
      attempt(({ issueTokens }) => issueTokens(egress.fetchFor(grant.direct, PROVIDER_BYTES_MAX), grant, signal)),
    close: () => egress.close(),
  };
}

async function attempt<T>(work: (protocol: Protocol) => Promise<T>): Promise<T> {
  const protocol = await loadProtocol();
  try {
    return await work(protocol);
  } catch (error) {
    throw protocol.toOAuthFailure(error);
  }
}
