import { toInvitationId } from '../../core/kernel/ids.ts';
import { toRole } from '../../core/kernel/roles.ts';
import {
  type CreatedInvitation,
  createInvitation,
  findInvitationTarget,
  type InvitationTarget,
  listInvitations,
  revokeInvitation,
  welcomeUrl,
} from '../../core/people/invitation.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { Node } from './node.ts';
import { RoleEnum, StackRole, StackRoleInput, stackRolesOf } from './role.ts';

const Invitation = builder.prismaObject('Invitation', {
  interfaces: [Node],
  description: 'A link that lets one person join the account. Its secret is shown once, at creation.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The invitation’s id, `invitation_…`.' }),
    role: t.field({
      type: RoleEnum,
      description: 'The person’s role in the account.',
      resolve: ({ role }) => toRole(role),
    }),
    stackRoles: t.field({
      type: [StackRole],
      description: 'The person’s additional roles in individual stacks.',
      resolve: stackRolesOf,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires.' }),
  }),
});

builder.queryField('invitations', (t) =>
  t.field({
    type: [Invitation],
    nullable: true,
    description: 'The invitations to the account that can still be accepted, newest first.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => listInvitations(app),
  }),
);

const InvitedTo = builder.objectRef<InvitationTarget>('InvitedTo').implement({
  description: 'The target of an invitation, for the person who holds its link.',
  fields: (t) => ({
    accountName: t.exposeString('accountName', {
      nullable: true,
      description: 'The account’s name; null for the first person of an account.',
    }),
  }),
});

builder.queryField('invitedTo', (t) =>
  t.field({
    type: InvitedTo,
    nullable: true,
    skipTypeScopes: true,
    description:
      'The target of an invitation that can still be accepted. Null if the invitation is unknown, used or expired. Needs no sign-in; rate limited like sign-in attempts.',
    extensions: { limitClass: 'sign_in' },
    args: {
      secret: t.arg.string({
        required: true,
        description: 'The part of the invitation link after `#`, `inv_…`.',
      }),
    },
    resolve: (_root, { secret }, { app }) => findInvitationTarget(app, secret),
  }),
);

const CreateInvitationInput = builder.inputType('CreateInvitationInput', {
  description: 'The recipient of the invitation.',
  fields: (t) => ({
    role: t.field({
      type: RoleEnum,
      description:
        'The person’s role in the account. Defaults to the inviter’s role, or to a member with `stackRoles`.',
    }),
    stackRoles: t.field({
      type: [StackRoleInput],
      description: 'Additional roles in individual stacks, at most 100.',
    }),
  }),
});

const RevokeInvitationInput = builder.inputType('RevokeInvitationInput', {
  description: 'An invitation to revoke.',
  fields: (t) => ({
    invitationId: t.id({ required: true, description: 'The invitation’s id, `invitation_…`.' }),
  }),
});

const CreateInvitationPayload = builder.objectRef<CreatedInvitation>('CreateInvitationPayload').implement({
  description: 'An invitation was created.',
  fields: (t) => ({
    invitation: t.field({
      type: Invitation,
      description: 'The new invitation.',
      resolve: ({ invitation }) => invitation,
    }),
    url: t.string({
      description: 'The link to give to the person, shown only once.',
      resolve: ({ secret }, _args, { publicUrl }) => welcomeUrl(publicUrl, secret),
    }),
  }),
});

/** Payload of `revokeInvitation`. */
export const RevokeInvitationPayload = builder.objectRef<{ readonly id: string }>('RevokeInvitationPayload').implement({
  description: 'The invitation was revoked.',
  fields: (t) => ({ invitationId: t.exposeID('id', { description: 'Its former id.' }) }),
});

builder.mutationFields((t) => ({
  createInvitation: t.field({
    type: CreateInvitationPayload,
    nullable: true,
    description:
      'Creates a link with which one person can join the account within 24 hours. Inviters can’t grant more rights than they have.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: {
      input: t.arg({
        type: CreateInvitationInput,
        required: true,
        defaultValue: {},
        description: 'The recipient; optional.',
      }),
    },
    resolve: (_root, { input }, { app }) => createInvitation(app, input),
  }),
  revokeInvitation: t.field({
    type: RevokeInvitationPayload,
    nullable: true,
    description: 'Revokes an invitation before it is accepted.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RevokeInvitationInput, required: true, description: 'The invitation.' }) },
    resolve: (_root, { input }, { app }) => revokeInvitation(app, toInvitationId(input.invitationId)),
  }),
}));
