import { lastCallsOfStacks } from '../../core/callRecords/lastCalls.ts';
import { attentionOfStacks, type StackAttention } from '../../core/stacks/attention.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { Stack } from './stack.ts';

/* How a stack performs, for all rows of a page in one query each. */

const StackAttentionEnum = builder.enumType('StackAttention', {
  description: 'Why a stack needs attention.',
  values: {
    MISSING_CREDENTIAL: {
      value: 'missing_credential',
      description: 'A server needs a missing credential, or all its enabled tools need one.',
    },
    CREDENTIAL: {
      value: 'credential',
      description:
        'A stored credential must be entered again, needs a new sign-in, or expires within a week without renewal.',
    },
    FAILING_TOOL: { value: 'failing_tool', description: 'An open alert concerns failing calls.' },
    ENDING_TOKEN: { value: 'ending_token', description: 'An open alert concerns a stack token that expires soon.' },
  } as const satisfies { [K in StackAttention as Uppercase<K>]: { value: K; description: string } },
});

const attentionOf = batched(attentionOfStacks);
const lastCallOf = batched(lastCallsOfStacks);

builder.prismaObjectFields(Stack, (t) => ({
  attention: t.field({
    type: [StackAttentionEnum],
    description:
      'The problems that need attention; empty if none. End users’ credentials are not checked. Account-wide alerts are only in `alerts`.',
    select: { id: true },
    resolve: async ({ id }, _args, context) => [...((await attentionOf(context, id)) ?? [])],
  }),
  lastCalledAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When one of its tools was last called, according to call records; null for never.',
    select: { id: true },
    resolve: ({ id }, _args, context) => lastCallOf(context, id),
  }),
}));
