import { listAuditActors } from '../../core/audit/actors.ts';
import { listTokensById } from '../../core/endpoints/endpointLists.ts';
import { isTokenId, toCallerId } from '../../core/ids.ts';
import { listToolsByName } from '../../core/marketplace/byKey.ts';
import { noSuchStack } from '../../core/scope.ts';
import { listStacksById } from '../../core/stacks/stack.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { ApiKey } from './apiKey.ts';
import { AuditEvent } from './audit.ts';
import { Call } from './call.ts';
import { ClientEndpoint } from './endpoint.ts';
import { Stack } from './stack.ts';
import { StackToken } from './stackToken.ts';
import { Tool } from './tool.ts';
import { User } from './user.ts';

/* From a thing to what it names, of all rows of a page in one query. */

const stackOf = batched(listStacksById);
const tokenOf = batched(listTokensById);
const toolsOf = batched(listToolsByName);
const actorOf = batched(listAuditActors);

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

const TYPES = { user_: 'User', key_: 'ApiKey', token_: 'StackToken' } as const;

const AuditActor = builder.unionType('AuditActor', {
  description: 'Who changed something, where it is a thing of the account.',
  types: [User, ApiKey, StackToken],
  resolveType: ({ id }) => Object.entries(TYPES).find(([prefix]) => id.startsWith(prefix))?.[1] ?? 'StackToken',
});

builder.prismaObjectFields(AuditEvent, (t) => ({
  actor: t.field({
    type: AuditActor,
    nullable: true,
    description:
      'The person, API key or stack token that did it; null for links and the operator, once it is gone, and for whom the caller may not see.',
    resolve: ({ actorId }, _args, context) => actorOf(context, toCallerId(actorId)),
  }),
}));
