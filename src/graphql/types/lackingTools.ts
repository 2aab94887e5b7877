import { countLacking, needsOfPlaces } from '../../core/stacks/lackingTools.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { OF_WHOM, statusColumns, statusOf } from '../placedStatus.ts';
import { StackServer } from './stackServer.ts';

const needsOf = batched(needsOfPlaces);

builder.prismaObjectFields(StackServer, (t) => ({
  lackingToolCount: t.int({
    nullable: true,
    description:
      'The number of its enabled tools that lack credentials beyond the required ones. The other tools work with the required credentials alone.',
    args: { endUser: t.arg.string({ description: OF_WHOM }) },
    select: ({ endUser }, { app }) => ({ id: true, ...statusColumns(app, endUser) }),
    resolve: async (placed, { endUser }, context) =>
      countLacking(statusOf(context.app, placed, endUser), (await needsOf(context, placed.id)) ?? []),
  }),
}));
