import { builder } from '../builder.ts';
import { enumValueOf } from '../enumValue.ts';

const VALUES = {
  AGENT: { value: 'agent', description: 'A stack token.' },
  API_KEY: { value: 'apiKey', description: 'An API key of the account.' },
  USER: { value: 'user', description: 'A person.' },
  OPERATOR: { value: 'operator', description: 'The operator of the service.' },
} as const;

export type CallerKind = (typeof VALUES)[keyof typeof VALUES]['value'];

export const CallerKindEnum = builder.enumType('CallerKind', {
  description: 'The kind of caller or decider.',
  values: VALUES,
});

/** Converts a stored kind; null if none is stored, or if a later release added it. */
export const toCallerKind = enumValueOf<CallerKind>(VALUES);
