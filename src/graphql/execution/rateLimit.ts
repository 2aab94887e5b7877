import { type ClassLimit, listLimits } from '../../core/limits/list.ts';
import { howToRaise } from '../../core/limits/rateLimited.ts';
import { builder } from '../builder.ts';

const RateLimitClass = builder.enumType('RateLimitClass', {
  description: 'A group of requests with a shared limit. GraphQL and REST share the same counters.',
  values: {
    STACKS: { value: 'stacks', description: 'Creation and updates of stacks.' },
    INVOKE: { value: 'invoke', description: 'Tool calls of programs.' },
    DASHBOARD_CALLS: {
      value: 'dashboard_calls',
      description: 'Tool calls that people make in the dashboard, counted for the whole account.',
    },
    DEFAULT: { value: 'default', description: 'All other requests.' },
  } as const satisfies { [K in ClassLimit['limitClass'] as Uppercase<K>]: { value: K; description: string } },
});

const RateLimit = builder.objectRef<ClassLimit>('RateLimit').implement({
  description:
    'A rate-limit counter of the account. It counts requests in a window of 60 seconds, which starts with the first request.',
  fields: (t) => ({
    class: t.field({
      type: RateLimitClass,
      description: 'The requests that it counts.',
      resolve: ({ limitClass }) => limitClass,
    }),
    limit: t.exposeInt('limit', { description: 'Requests allowed per window.' }),
    remaining: t.exposeInt('remaining', { description: 'Requests left in the current window.' }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When the current window ends.',
      resolve: ({ resetAt }) => new Date(resetAt * 1_000),
    }),
    name: t.string({
      description: 'Its name in errors and in the operator’s commands.',
      resolve: ({ limitClass }) => limitClass,
    }),
    howToRaise: t.string({
      description: 'How the operator can raise the limit.',
      resolve: ({ limitClass }, _args, { app }) => howToRaise(limitClass, app.actor),
    }),
  }),
});

builder.queryField('rateLimit', (t) =>
  t.field({
    type: [RateLimit],
    nullable: true,
    description: 'The account’s rate-limit counters. Reading them counts as one DEFAULT request.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => listLimits(app),
  }),
);
