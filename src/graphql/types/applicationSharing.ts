import { type ApplicationSharing, updateApplicationSharing } from '../../core/credentials/shareApplication.ts';
import { getCredentialStatus } from '../../core/credentials/status.ts';
import { type StackId, toStackId } from '../../core/kernel/ids.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { placedServerNamed } from '../references.ts';
import { CredentialStatus } from './credential.ts';

const SharingInput = builder.inputType('UpdateApplicationSharingInput', {
  description: 'Whether stacks share one stack’s OAuth application for a server.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack that owns the application.' }),
    serverId: t.id({ required: true, description: 'The server’s id, or its exact name.' }),
    isShared: t.boolean({
      description:
        'True to share it, or to share it again after a change. False or null to stop sharing: each stack then keeps its copy. Unchanged if omitted.',
    }),
  }),
});

type Changed = ApplicationSharing & { readonly stackId: StackId };

export const SharingPayload = builder.objectRef<Changed>('UpdateApplicationSharingPayload').implement({
  description: 'The sharing of an OAuth application changed.',
  fields: (t) => ({
    isShared: t.exposeBoolean('isShared', { description: 'Whether it is shared now.' }),
    stackCount: t.exposeInt('stackCount', { description: 'The number of stacks that now use the shared application.' }),
    credentialStatus: t.field({
      type: CredentialStatus,
      description: 'The stack’s stored credentials after the change.',
      resolve: ({ stackId, serverId }, _args, { app }) => getCredentialStatus(app, stackId, serverId),
    }),
  }),
});

builder.mutationField('updateApplicationSharing', (t) =>
  t.field({
    type: SharingPayload,
    nullable: true,
    description:
      'Shares a stack’s OAuth application for a server with all stacks of the account that have the server, now or later. A stack with its own application keeps using it.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: {
      input: t.arg({ type: SharingInput, required: true, description: 'The stack, the server and the setting.' }),
    },
    resolve: async (_root, { input }, { app }) => {
      const stackId = toStackId(input.stackId);
      const serverId = await placedServerNamed(app, stackId, input.serverId);
      return { ...(await updateApplicationSharing(app, stackId, serverId, input.isShared)), stackId };
    },
  }),
);
