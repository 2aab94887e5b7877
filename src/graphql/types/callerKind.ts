import { builder } from '../builder.ts';
import { enumValueOf } from '../enumValue.ts';

const VALUES = {
  AGENT: { value: 'agent', description: 'A stack token.' },
  API_KEY: { value: 'apiKey', description: 'An API key of the account.' },
  USER: { value: 'user', description: 'A person.' },
  OPERATOR: { value: 'operator', description: 'The operator of the service.' },
} as const;

/** A kind of caller, as calls and approvals store it. */
export type CallerKind = (typeof VALUES)[keyof typeof VALUES]['value'];

export const CallerKindEnum = builder.enumType('CallerKind', {
  description: 'The kind of caller or decider.',
  values: VALUES,
});

/** Null without a stored caller, and for a kind of a later release. */
export const toCallerKind = enumValueOf<CallerKind>(VALUES);
