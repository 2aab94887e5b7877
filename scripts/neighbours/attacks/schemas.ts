import { type Attack, attack, flood } from '../attack.ts';
import { invoke, newToolStack } from '../objects.ts';

const anyOf = (count: number) => ({
  type: 'object',
  properties: {
    value: { anyOf: Array.from({ length: count }, (_, at) => ({ type: 'string', const: `choice number ${at}` })) },
  },
  required: ['value'],
});

export const SCHEMA_ATTACKS: readonly Attack[] = [
  attack({
    name: 'refused-inputs',
    description: 'inputs that a schema of 1,000 anyOf refuses',
    isShort: true,
    prepare: (attacker) => newToolStack(attacker, 'choosy', { path: '/echo', schema: anyOf(1_000) }),
    run: (attacker, stackId, until) =>
      flood(attacker, { width: 6, until }, () =>
        invoke(attacker, stackId, 'choosy_run', { tool_input: { value: 'none of them' } }),
      ),
  }),
];
