import { type FirstSteps, readFirstSteps } from '../../core/accounts/firstSteps.ts';
import { builder } from '../builder.ts';
import { stackOf } from '../found.ts';
import { Stack } from './stack.ts';

const FirstStepsType = builder.objectRef<FirstSteps>('FirstSteps').implement({
  description:
    'The first steps that people of the account have done. Objects that the first start creates don’t count.',
  fields: (t) => ({
    hasOwnServer: t.exposeBoolean('hasOwnServer', {
      description: 'Whether a stack has a server other than the demo server `everything`.',
    }),
    hasOwnCredential: t.exposeBoolean('hasOwnCredential', {
      description: 'Whether a server other than `everything` has a stored credential or needs none.',
    }),
    hasConnectedAgent: t.exposeBoolean('hasConnectedAgent', {
      description: 'Whether an agent used a token that someone created or approved, or called a tool over MCP.',
    }),
    hasAgentCall: t.exposeBoolean('hasAgentCall', {
      description: 'Whether a connected agent made one of the newest 1,000 recorded calls.',
    }),
    hasRule: t.exposeBoolean('hasRule', { description: 'Whether the account has a rule.' }),
    stackId: t.exposeID('stackId', {
      nullable: true,
      description: 'The id of the stack of the next step; null if no stack has a server.',
    }),
    stack: t.field({
      type: Stack,
      nullable: true,
      description: 'The stack of the next step; null if no stack has a server.',
      resolve: ({ stackId }, _args, context) => (stackId === null ? null : stackOf(context, stackId)),
    }),
  }),
});

builder.queryField('firstSteps', (t) =>
  t.field({
    type: FirstStepsType,
    nullable: true,
    description: 'The first steps of the account, and which of them are done.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => readFirstSteps(app),
  }),
);
