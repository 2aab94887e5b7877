import type { ConditionCaller } from '../conditions/condition.ts';
import type { Actor } from '../kernel/actor.ts';
import { type EndpointId, type GrantId, isServiceAccountId, isTrustedIssuerId } from '../kernel/ids.ts';

/** The caller as rules see it. */
export type PolicyCaller = {
  /**
   * The ids by which a rule may name the caller. For an agent: its stack token, service account, trusted issuer and
   * endpoint. Otherwise the API key or user.
   */
  readonly ids: readonly string[];
  readonly endpointId: EndpointId | null;
  readonly endUser: string | null;
  readonly facts: ConditionCaller;
};

/** The caller as expressions see it if nothing is known about it. */
export const UNKNOWN_CALLER: ConditionCaller = {
  kind: '',
  endpoint: '',
  token: '',
  machine: '',
  issuer: '',
  key: '',
  user: '',
  end_user: '',
};

/** The service account and the trusted issuer that granted access, as expressions see them. */
export const grantFacts = (ids: readonly GrantId[]): Pick<ConditionCaller, 'machine' | 'issuer'> => ({
  machine: ids.find(isServiceAccountId) ?? '',
  issuer: ids.find(isTrustedIssuerId) ?? '',
});

/**
 * The caller of a request.
 * Tested by `test/core/decisions/decide.test.ts`.
 */
export function policyCallerOf({
  actor,
  endUser,
}: {
  readonly actor: Actor;
  readonly endUser: string | null;
}): PolicyCaller {
  const facts = { ...factsOf(actor), end_user: endUser ?? '' };
  const grants = actor.kind === 'agent' ? (actor.grantIds ?? []) : [];
  const ids = [facts.token, ...grants, facts.endpoint, facts.key, facts.user].filter((id) => id !== '');
  return { ids, endpointId: actor.kind === 'agent' ? actor.endpointId : null, endUser, facts };
}

function factsOf(actor: Actor): ConditionCaller {
  switch (actor.kind) {
    case 'agent':
      return {
        ...UNKNOWN_CALLER,
        kind: 'agent',
        endpoint: actor.endpointId,
        token: actor.tokenId,
        ...grantFacts(actor.grantIds ?? []),
      };
    case 'apiKey':
      return { ...UNKNOWN_CALLER, kind: 'api_key', key: actor.keyId };
    case 'user':
      return { ...UNKNOWN_CALLER, kind: 'user', user: actor.userId };
    case 'operator':
    case 'link':
    case 'visitor':
      return { ...UNKNOWN_CALLER, kind: actor.kind };
  }
}
