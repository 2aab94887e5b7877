import { STACK_ROLE_NAMES } from '../core/kernel/roles.ts';
import type { ParsedArgs } from './args.ts';
import type { Reach } from './endpoints.ts';
import { usageError } from './exit.ts';
import { wholeNumber } from './input.ts';

/** Restrictions of tokens for programs and people who sign in themselves. */
export const HELD_ARGS = {
  'tool-ids': {
    type: 'string',
    valueHint: 'IDS',
    description: 'Only these tool ids, comma-separated; * matches any text',
  },
  networks: {
    type: 'string',
    valueHint: 'RANGES',
    description: 'Only from these addresses or ranges, comma-separated',
  },
} as const;

/** Restrictions of a stack token or API key. */
export const REACH_ARGS = {
  ...HELD_ARGS,
  'max-calls': { type: 'string', valueHint: 'N', description: 'Total number of calls it can make' },
} as const;

export const STACK_ROLES_ARG = {
  'stack-roles': {
    type: 'string',
    valueHint: 'STACK=ROLE',
    description: `Roles per stack, comma-separated: stack_…=developer (${STACK_ROLE_NAMES.join(', ')})`,
  },
} as const;

/** The given stack roles as an input; undefined without the option. @throws CliError for an invalid pair */
export function givenStackRoles({ 'stack-roles': text }: ParsedArgs<typeof STACK_ROLES_ARG>) {
  if (text === undefined) return undefined;
  return splitList(text)
    .filter(Boolean)
    .map((pair) => {
      const [stackId = '', name = ''] = pair.split('=');
      const role = STACK_ROLE_NAMES.find((each) => each === name);
      if (!role) throw usageError(`--stack-roles must be stack_…=${STACK_ROLE_NAMES.join('|')}, not ${pair}`);
      return { stackId, role };
    });
}

/** The entries of a comma-separated list. */
export const splitList = (text: string): string[] => text.split(',').map((each) => each.trim());

/** `HELD_ARGS` as an input. */
export const heldIn = ({ 'tool-ids': tools, networks }: ParsedArgs<typeof HELD_ARGS>) => ({
  tools: tools === undefined ? null : splitList(tools),
  networks: networks === undefined ? null : splitList(networks),
});

/**
 * `REACH_ARGS` as an input.
 * @throws CliError for an invalid number
 */
export function readReach({ 'tool-ids': tools, networks, 'max-calls': calls }: ParsedArgs<typeof REACH_ARGS>): Reach {
  return {
    ...(tools !== undefined && { tools: splitList(tools) }),
    ...(networks !== undefined && { networks: splitList(networks) }),
    ...(calls !== undefined && { callsMax: wholeNumber(calls, 'max-calls') }),
  };
}
