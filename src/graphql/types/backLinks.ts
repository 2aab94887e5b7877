import { listTokensById } from '../../core/endpoints/endpointLists.ts';
import { isTokenId, toCallerId } from '../../core/ids.ts';
import { listToolsByName } from '../../core/marketplace/byKey.ts';
import { noSuchStack } from '../../core/scope.ts';
import { listStacksById } from '../../core/stacks/stack.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { Call } from './call.ts';
import { ClientEndpoint } from './endpoint.ts';
import { Stack } from './stack.ts';
import { StackToken } from './stackToken.ts';
import { Tool } from './tool.ts';

/* From a thing to what it names, of all rows of a page in one query. */

const stackOf = batched(listStacksById);
const tokenOf = batched(listTokensById);
const toolsOf = batched(listToolsByName);

builder.prismaObjectFields(ClientEndpoint, (t) => ({
  stack: t.field({
    type: Stack,
    description: 'The stack whose tools it offers.',
    resolve: async ({ stackId }, _args, context) => {
      const stack = await stackOf(context, stackId);
      if (!stack) throw noSuchStack();
      return stack;
    },
  }),
}));

builder.prismaObjectFields(Call, (t) => ({
  tool: t.field({
    type: Tool,
    nullable: true,
    description: 'The tool as its server has it now; null once the account cannot pick it any more.',
    resolve: async ({ serverId, toolId }, _args, context) =>
      (await toolsOf(context, toolId))?.find(({ server }) => server.slug === serverId) ?? null,
  }),
  token: t.field({
    type: StackToken,
    nullable: true,
    description: 'The stack token with which an agent called; null for others, and once the token is gone.',
    resolve: ({ callerId }, _args, context) => {
      const caller = callerId === null ? null : toCallerId(callerId);
      return caller !== null && isTokenId(caller) ? tokenOf(context, caller) : null;
    },
  }),
}));
