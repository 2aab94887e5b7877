import { listRemovedTools } from '../../core/reviews/removedTools.ts';
import { countServersOfStacks, listServersOfStacks } from '../../core/stacks/serversOfStacks.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { BY_ADDITION, inOrder, ordered, orderOf } from '../ordering.ts';
import { pagesBelow } from '../pagesBelow.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { Stack } from './stack.ts';
import { StackServer } from './stackServer.ts';

const serversOf = pagesBelow(listServersOfStacks);
const serverCountOf = batched(countServersOfStacks);

const StackServerOrder = orderOf('StackServer', 'servers in a stack', BY_ADDITION);

builder.prismaObjectField(Stack, 'servers', (t) =>
  t.prismaConnection(
    {
      type: StackServer,
      cursor: 'id',
      nullable: true,
      description: 'The servers in the stack.',
      args: { orderBy: t.arg({ type: StackServerOrder, description: ordered('the order in which they were added') }) },
      totalCount: async ({ id }, _args, context) => (await serverCountOf(context, id)) ?? 0,
      resolve: (load, { id }, { orderBy }, context, info) => serversOf(inOrder(load, orderBy), id, context, info),
    },
    pageOf('StackServer', 'servers in a stack'),
    edgeOf('StackServer', 'servers in a stack'),
  ),
);

const removedToolsOf = batched(listRemovedTools);
/** Each server in a stack may list up to 2,000 removed tools. */
const REMOVED_TOOLS_COST = 200;

builder.prismaObjectFields(StackServer, (t) => ({
  removedToolIds: t.idList({
    complexity: REMOVED_TOOLS_COST,
    description:
      'The enabled tools that the server no longer lists. They can’t be called and are listed in `toolChanges`. They return if the server lists the tool id again. Name them in `updateServerTools` to keep them.',
    select: { id: true },
    resolve: async ({ id }, _args, context) => [...((await removedToolsOf(context, id)) ?? [])],
  }),
}));
