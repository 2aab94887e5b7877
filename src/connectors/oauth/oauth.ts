import { directAddresses, type OAuth } from '../../core/credentials/oauthPort.ts';
import type { Requester } from '../../core/kernel/context.ts';
import { lazily } from '../../core/lib/lazily.ts';
import type { EgressRule } from '../egress/allow.ts';
import { createEgress } from '../egress/egress.ts';
import { PROVIDER_BYTES_MAX } from '../egress/types.ts';

type OAuthOptions = {
  readonly egressAllow: readonly EgressRule[];
  readonly egressAllowIndirect?: readonly EgressRule[];
  /** Time limit of each step in milliseconds, however long its caller would wait. */
  readonly stepMs?: number;
};

const STEP_MS = 30_000;

/** Loads the protocol on demand, because its libraries are among the service's largest. */
const loadProtocol = lazily(async () => ({
  ...(await import('./discovery.ts')),
  ...(await import('./failure.ts')),
  ...(await import('./registration.ts')),
  ...(await import('./tokens.ts')),
}));
type Protocol = Awaited<ReturnType<typeof loadProtocol>>;

/**
 * The OAuth client protocol with a separate egress, so that closing a server's connections aborts no sign-in. A
 * provider that responds one byte at a time delays a caller by at most 30 seconds. Tested by
 * `test/connectors/hostileAnswers.test.ts`.
 */
export function createOAuth({ egressAllow: allow, egressAllowIndirect, stepMs = STEP_MS }: OAuthOptions): OAuth & {
  close(): Promise<void>;
} {
  const egress = createEgress({ allow, allowIndirect: egressAllowIndirect ?? [] });
  const untilEnd = ({ signal }: Requester): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(stepMs)]);
  const fetchFor = (direct: readonly string[], { accountId }: Requester): typeof globalThis.fetch =>
    egress.fetchFor(direct, { accountId, maxBytes: PROVIDER_BYTES_MAX });
  /** A `fetch` that also ends with the caller's signal, which the SDK's discovery does not pass on. */
  const fetchUntil = (direct: readonly string[], requester: Requester): typeof globalThis.fetch => {
    const [fetch, signal] = [fetchFor(direct, requester), untilEnd(requester)];
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
        exchangeCode(fetchFor(exchange.provider.direct, requester), exchange, untilEnd(requester)),
      ),
    renew: (renewal, requester) =>
      attempt(({ renewTokens }) => renewTokens(fetchFor(renewal.direct, requester), renewal, untilEnd(requester))),
    issue: (grant, requester) =>
      attempt(({ issueTokens }) => issueTokens(fetchFor(grant.direct, requester), grant, untilEnd(requester))),
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
