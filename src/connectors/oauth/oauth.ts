import { directAddresses, type OAuth } from '../../core/credentials/oauthPort.ts';
import type { Requester } from '../../core/lib/fairQueue.ts';
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
  const fetchFor = (direct: readonly string[], { accountId }: Requester): typeof globalThis.fetch =>
    egress.fetchFor(direct, { accountId, maxBytes: PROVIDER_BYTES_MAX });
  /** A `fetch` that also ends with the caller's signal, which the SDK's discovery does not pass on. */
  const fetchUntil = (direct: readonly string[], requester: Requester): typeof globalThis.fetch => {
    const [fetch, { signal }] = [fetchFor(direct, requester), requester];
    return (input, init) =>
      fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal });
  };
  return {
    discover: (settings, connector, requester) =>
      attempt(({ discoverProvider }) =>
        discoverProvider(fetchUntil(directAddresses(settings, connector), requester), settings, connector),
      ),
    register: (provider, redirectUri, requester) =>
      attempt(({ registerWith }) => registerWith(fetchUntil(provider.direct, requester), provider, redirectUri)),
    exchange: (exchange, requester) =>
      attempt(({ exchangeCode }) =>
        exchangeCode(fetchFor(exchange.provider.direct, requester), exchange, requester.signal),
      ),
    renew: (renewal, requester) =>
      attempt(({ renewTokens }) => renewTokens(fetchFor(renewal.direct, requester), renewal, requester.signal)),
    issue: (grant, requester) =>
      attempt(({ issueTokens }) => issueTokens(fetchFor(grant.direct, requester), grant, requester.signal)),
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
