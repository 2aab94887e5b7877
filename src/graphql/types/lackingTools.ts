import { countLacking, needsOfPlaces } from '../../core/stacks/lackingTools.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { OF_WHOM, statusColumns, statusOf } from '../placedStatus.ts';
import { StackServer } from './stackServer.ts';

const needsOf = batched(needsOfPlaces);

builder.prismaObjectFields(StackServer, (t) => ({
  lackingToolCount: t.int({
    description:
      'How many of its enabled tools lack credentials that not all of its tools need, with what is stored: the others work once the required ones are there.',
    args: { endUser: t.arg.string({ description: OF_WHOM }) },
    select: ({ endUser }, { app }) => ({ id: true, ...statusColumns(app, endUser) }),
    resolve: async (placed, { endUser }, context) =>
      countLacking(statusOf(context.app, placed, endUser), (await needsOf(context, placed.id)) ?? []),
  }),
}));
