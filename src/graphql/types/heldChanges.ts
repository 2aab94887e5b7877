import { toChangeKind } from '../../core/reviews/change.ts';
import { updateHeldChanges, updateServerHeldChanges } from '../../core/reviews/heldChanges.ts';
import type { Account as AccountRow, Server as ServerRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { serverNamed } from '../references.ts';
import { Account } from './account.ts';
import { Server } from './marketplaceServer.ts';
import { ToolChangeKind } from './toolChange.ts';

const UpdateHeldInput = builder.inputType('UpdateHeldChangesInput', {
  description: 'The kinds of tool changes that wait for a review.',
  fields: (t) => ({
    kinds: t.field({
      type: [ToolChangeKind],
      description:
        'The kinds; all others apply at once. COSMETIC isn’t allowed. Null for a new account’s kinds; unchanged if omitted.',
    }),
  }),
});

const UpdateHeldPayload = builder.objectRef<{ readonly account: AccountRow }>('UpdateHeldChangesPayload').implement({
  description: 'The setting for tool changes was changed.',
  fields: (t) => ({
    account: t.field({ type: Account, description: 'The account.', resolve: ({ account }) => account }),
  }),
});

const UpdateServerHeldInput = builder.inputType('UpdateServerHeldChangesInput', {
  description: 'The kinds of changes to one server’s tools that wait for a review.',
  fields: (t) => ({
    serverId: t.id({ required: true, description: 'The server’s id; of a private server or one of the marketplace.' }),
    kinds: t.field({
      type: [ToolChangeKind],
      description:
        'The kinds; all others apply at once. COSMETIC isn’t allowed. Null for the account’s setting; unchanged if omitted.',
    }),
  }),
});

const UpdateServerHeldPayload = builder
  .objectRef<{ readonly server: ServerRow }>('UpdateServerHeldChangesPayload')
  .implement({
    description: 'The setting for changes to the server’s tools was changed.',
    fields: (t) => ({
      server: t.field({ type: Server, description: 'The server.', resolve: ({ server }) => server }),
    }),
  });

builder.prismaObjectFields(Account, (t) => ({
  heldChanges: t.field({
    type: [ToolChangeKind],
    description:
      'The kinds of tool changes that wait for a review, for servers without their own setting. All other changes apply at once.',
    select: { heldChanges: true },
    resolve: ({ heldChanges }) => heldChanges.map(toChangeKind),
  }),
}));

builder.prismaObjectFields(Server, (t) => ({
  heldChanges: t.field({
    type: [ToolChangeKind],
    nullable: true,
    description:
      'The kinds of tool changes that wait for a review in the account. Null if it uses the account’s setting, `viewer { account { heldChanges } }`.',
    select: (_args, { app }) => ({
      reviewSettings: {
        where: app.actor.accountId === null ? { accountId: { in: [] } } : { accountId: app.actor.accountId },
        select: { kinds: true },
      },
    }),
    resolve: ({ reviewSettings: [own] }) => own?.kinds.map(toChangeKind) ?? null,
  }),
}));

builder.mutationFields((t) => ({
  updateHeldChanges: t.field({
    type: UpdateHeldPayload,
    nullable: true,
    description: 'Sets which kinds of changes wait for a review.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateHeldInput, required: true, description: 'The kinds.' }) },
    resolve: async (_root, { input }, { app }) => ({ account: await updateHeldChanges(app, input) }),
  }),
  updateServerHeldChanges: t.field({
    type: UpdateServerHeldPayload,
    nullable: true,
    description: 'Sets which kinds of changes to one server’s tools wait for a review.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateServerHeldInput, required: true, description: 'The server, and the kinds.' }) },
    resolve: async (_root, { input: { serverId, kinds } }, { app }) => ({
      server: await updateServerHeldChanges(app, await serverNamed(app, serverId), { kinds }),
    }),
  }),
}));
