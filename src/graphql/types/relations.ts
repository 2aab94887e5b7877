import { listTokensById } from '../../core/endpoints/endpointLists.ts';
import { isTokenId, toCallerId } from '../../core/kernel/ids.ts';
import { serverNotFound } from '../../core/marketplace/byKey.ts';
import { listUsersById } from '../../core/people/storedUser.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { actorOf, serverByKeyOf, toolBySlug } from '../found.ts';
import { Actor } from './actor.ts';
import { ApiKey } from './apiKey.ts';
import { AuditEvent } from './audit.ts';
import { Call } from './call.ts';
import { Server } from './marketplaceServer.ts';
import { StackToken } from './stackToken.ts';
import { Tool } from './tool.ts';
import { User } from './user.ts';

/* Relations between objects, in one query per page. */

const tokenOf = batched(listTokensById);
const userOf = batched(listUsersById);

builder.prismaObjectFields(Call, (t) => ({
  tool: t.field({
    type: Tool,
    nullable: true,
    description: 'The tool’s current definition on its server; null if the account can no longer choose it.',
    resolve: ({ serverId, toolId }, _args, context) => toolBySlug(context, serverId, toolId),
  }),
  token: t.field({
    type: StackToken,
    nullable: true,
    description: 'The agent’s stack token; null for other callers, and if the token was deleted.',
    resolve: ({ callerId }, _args, context) => {
      const caller = callerId === null ? null : toCallerId(callerId);
      return caller !== null && isTokenId(caller) ? tokenOf(context, caller) : null;
    },
  }),
}));

builder.prismaObjectFields(AuditEvent, (t) => ({
  actor: t.field({
    type: Actor,
    nullable: true,
    description:
      'The person, API key or stack token that made the change. Null for links, the operator, deleted actors, and actors that the caller may not see.',
    resolve: ({ actorId }, _args, context) => actorOf(context, toCallerId(actorId)),
  }),
}));

builder.prismaObjectFields(Tool, (t) => ({
  server: t.field({
    type: Server,
    description: 'The server that offers it.',
    resolve: async ({ serverId }, _args, context) => {
      const server = await serverByKeyOf(context, serverId);
      if (!server) throw serverNotFound();
      return server;
    },
  }),
}));

builder.prismaObjectFields(ApiKey, (t) => ({
  user: t.field({
    type: User,
    nullable: true,
    description:
      'The person whose command-line login it is; null for a key of the account. The key is revoked when the person is removed.',
    resolve: ({ userId }, _args, context) => (userId === null ? null : userOf(context, userId)),
  }),
}));
