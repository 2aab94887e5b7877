import { revokeSession } from '../../core/people/session.ts';
import { changePassword, removeUser } from '../../core/people/user.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { User } from './user.ts';

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'Another password for the person who asks.',
  fields: (t) => ({
    currentPassword: t.string({ required: true, description: 'The password they have now.' }),
    newPassword: t.string({
      required: true,
      description: '12 to 128 characters of any kind, but not one of the first guesses.',
    }),
  }),
});

const RevokeSessionInput = builder.inputType('RevokeSessionInput', {
  description: 'A session to end.',
  fields: (t) => ({ sessionId: t.id({ required: true, description: 'The session’s id, `session_…`.' }) }),
});

const RemoveUserInput = builder.inputType('RemoveUserInput', {
  description: 'A person to remove.',
  fields: (t) => ({ userId: t.id({ required: true, description: 'The user’s id, `user_…`.' }) }),
});

type Changed = { readonly user: typeof User.$inferType };

const ChangePasswordPayload = builder.objectRef<Changed>('ChangePasswordPayload').implement({
  description: 'The password was changed. All other sessions of the person have ended.',
  fields: (t) => ({ user: t.field({ type: User, description: 'The person.', resolve: ({ user }) => user }) }),
});

const RevokeSessionPayload = builder.objectRef<{ readonly id: string }>('RevokeSessionPayload').implement({
  description: 'The browser is signed in no longer.',
  fields: (t) => ({ sessionId: t.exposeID('id', { description: 'The id it had.' }) }),
});

const RemoveUserPayload = builder.objectRef<{ readonly id: string }>('RemoveUserPayload').implement({
  description: 'The person can sign in no longer, and is signed out everywhere.',
  fields: (t) => ({ userId: t.exposeID('id', { description: 'The id they had.' }) }),
});

builder.mutationFields((t) => ({
  changePassword: t.field({
    type: ChangePasswordPayload,
    nullable: true,
    description: 'Changes the password of the person who asks, and ends all their other sessions.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: ChangePasswordInput, required: true, description: 'The passwords.' }) },
    resolve: async (_root, { input }, { app }) => ({ user: await changePassword(app, input) }),
  }),
  revokeSession: t.field({
    type: RevokeSessionPayload,
    nullable: true,
    description: 'Signs the person who asks out of one browser, at once.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RevokeSessionInput, required: true, description: 'The session.' }) },
    resolve: (_root, { input }, { app }) => revokeSession(app, input.sessionId),
  }),
  removeUser: t.field({
    type: RemoveUserPayload,
    nullable: true,
    description:
      'Ends a person’s access and the account’s open invitations at once. Not one’s own, nor the last one’s. API keys stay.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RemoveUserInput, required: true, description: 'The person.' }) },
    resolve: (_root, { input }, { app }) => removeUser(app, input.userId),
  }),
}));
