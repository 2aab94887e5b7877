import type { Actor } from '../../core/kernel/actor.ts';
import type { AuditTarget } from '../../core/kernel/audit/action.ts';
import { builder } from '../builder.ts';
import { enumValueOf } from '../enumValue.ts';

/* Enums for text stored in audit events. */

const ACTOR_VALUES = {
  USER: { value: 'user', description: 'A person.' },
  API_KEY: { value: 'apiKey', description: 'An API key of the account.' },
  AGENT: { value: 'agent', description: 'A stack token.' },
  LINK: { value: 'link', description: 'A person who opened a connect link.' },
  OPERATOR: { value: 'operator', description: 'The operator of the service.' },
  VISITOR: { value: 'visitor', description: 'A visitor who was not signed in.' },
} as const satisfies Record<string, { value: Actor['kind']; description: string }>;

export const AuditActorKindEnum = builder.enumType('AuditActorKind', {
  description: 'The kind of actor that made a change.',
  values: ACTOR_VALUES,
});

/** An event's actor kind. */
export const toAuditActorKind = enumValueOf(ACTOR_VALUES);

const TARGET_VALUES = {
  ACCOUNT: { value: 'account', description: 'The account.' },
  API_KEY: { value: 'api_key', description: 'An API key.' },
  APPROVAL: { value: 'approval', description: 'A call that waits for an approval.' },
  AUDIT: { value: 'audit', description: 'The chain of audit events itself.' },
  CALL: { value: 'call', description: 'A call record.' },
  ENDPOINT: { value: 'endpoint', description: 'A client endpoint.' },
  INVITATION: { value: 'invitation', description: 'An invitation.' },
  SERVICE_ACCOUNT: { value: 'service_account', description: 'A service account.' },
  PASSKEY: { value: 'passkey', description: 'A passkey.' },
  RULE: { value: 'rule', description: 'A rule for tool calls.' },
  SERVER: { value: 'server', description: 'A server, in a stack or by itself.' },
  SESSION: { value: 'session', description: 'A session of a person.' },
  SIGNING_KEY: { value: 'signing_key', description: 'A key that signs stack tokens.' },
  STACK: { value: 'stack', description: 'A stack.' },
  TOKEN: { value: 'token', description: 'A stack token.' },
  TRUSTED_ISSUER: { value: 'trusted_issuer', description: 'A trusted issuer.' },
  USER: { value: 'user', description: 'A person.' },
  VAULT: { value: 'vault', description: 'The vault that encrypts credentials.' },
  WEBHOOK: { value: 'webhook', description: 'A webhook.' },
} as const satisfies { [K in AuditTarget as Uppercase<K>]: { value: K; description: string } };

export const AuditTargetKindEnum = builder.enumType('AuditTargetKind', {
  description: 'The kind of object that a change applies to.',
  values: TARGET_VALUES,
});

/** An event's target kind. */
export const toAuditTargetKind = enumValueOf(TARGET_VALUES);
