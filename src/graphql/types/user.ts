import { toSessionId, toUserRef } from '../../core/kernel/ids.ts';
import { toRole } from '../../core/kernel/roles.ts';
import { listSessions, revokeSession } from '../../core/people/session.ts';
import {
  changePassword,
  findOwnUser,
  listUsers,
  removeUser,
  signOutUser,
  updateUserRole,
} from '../../core/people/user.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { Actor } from './actor.ts';
import { Node } from './node.ts';
import { RoleEnum, StackRole, StackRoleInput, stackRolesOf } from './role.ts';

export const User = builder.prismaObject('User', {
  interfaces: [Node, Actor],
  description: 'A person who signs in.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The user’s id, `user_…`.' }),
    email: t.exposeString('email', { description: 'The e-mail address to sign in with, in lower case.' }),
    role: t.field({
      type: RoleEnum,
      description: 'Their role in the account.',
      resolve: ({ role }) => toRole(role),
    }),
    stackRoles: t.field({
      type: [StackRole],
      description: 'Their additional roles in individual stacks.',
      resolve: stackRolesOf,
    }),
    hasPassword: t.boolean({
      description: 'Whether they can sign in with a password; false if they use only single sign-on.',
      resolve: ({ passwordHash }) => passwordHash !== null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they became a user.' }),
    lastSignInAt: t.expose('lastSignInAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When they last signed in.',
    }),
  }),
});

const Session = builder.prismaObject('Session', {
  interfaces: [Node],
  description: 'A browser in which a person is signed in.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The session’s id, `session_…`.' }),
    userAgent: t.exposeString('userAgent', {
      description: 'The browser’s user agent; empty if it sends none.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person signed in.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'About when it was last used.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'The latest time at which it ends. After 7 days without use it ends earlier.',
    }),
    isCurrent: t.boolean({
      description: 'Whether it is the current session.',
      resolve: ({ id }, _args, { app: { actor } }) => actor.kind === 'user' && actor.sessionId === id,
    }),
  }),
});

builder.queryFields((t) => ({
  me: t.field({
    type: User,
    nullable: true,
    skipTypeScopes: true,
    description: 'The current user; null if the caller isn’t a signed-in person. Needs no sign-in.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => findOwnUser(app),
  }),
  sessions: t.field({
    type: [Session],
    nullable: true,
    description: 'The browsers in which the current user is signed in, latest first.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => listSessions(app),
  }),
  users: t.field({
    type: [User],
    nullable: true,
    description: 'The people of the account, oldest first.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => listUsers(app),
  }),
}));

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'A new password for the current user.',
  fields: (t) => ({
    currentPassword: t.string({ required: true, description: 'The current password.' }),
    newPassword: t.string({
      required: true,
      description: '12 to 128 characters of any kind, except easily guessed passwords.',
    }),
  }),
});

const RevokeSessionInput = builder.inputType('RevokeSessionInput', {
  description: 'A session to end.',
  fields: (t) => ({ sessionId: t.id({ required: true, description: 'The session’s id, `session_…`.' }) }),
});

const personInput = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({ userId: t.id({ required: true, description: 'The user’s id, `user_…`.' }) }),
  });
const DeleteUserInput = personInput('DeleteUserInput', 'A person to remove from the account.');
const RemoveUserInput = personInput('RemoveUserInput', 'A person to remove from the account. Alias from release 0.1.');

const SignOutUserInput = builder.inputType('SignOutUserInput', {
  description: 'A person to sign out.',
  fields: (t) => ({ userId: t.id({ required: true, description: 'The user’s id, `user_…`.' }) }),
});

const UpdateUserRoleInput = builder.inputType('UpdateUserRoleInput', {
  description: 'A new role for a person.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'The user’s id, `user_…`.' }),
    role: t.field({ type: RoleEnum, description: 'The new role. Unchanged if omitted.' }),
    stackRoles: t.field({
      type: [StackRoleInput],
      description: 'Additional roles in individual stacks, at most 100; null for none. Unchanged if omitted.',
    }),
  }),
});

type Changed = { readonly user: typeof User.$inferType };

const ChangePasswordPayload = builder.objectRef<Changed>('ChangePasswordPayload').implement({
  description: 'The password was changed. All other sessions of the person have ended.',
  fields: (t) => ({ user: t.field({ type: User, description: 'The person.', resolve: ({ user }) => user }) }),
});

const UpdateUserRolePayload = builder.objectRef<Changed>('UpdateUserRolePayload').implement({
  description: 'The person has the new role in every browser where they are signed in.',
  fields: (t) => ({ user: t.field({ type: User, description: 'The person.', resolve: ({ user }) => user }) }),
});

const SignOutUserPayload = builder.objectRef<Changed>('SignOutUserPayload').implement({
  description: 'The person was signed out everywhere and can sign in again.',
  fields: (t) => ({ user: t.field({ type: User, description: 'The person.', resolve: ({ user }) => user }) }),
});

/** Payload of `revokeSession`. */
export const RevokeSessionPayload = builder.objectRef<{ readonly id: string }>('RevokeSessionPayload').implement({
  description: 'The browser was signed out.',
  fields: (t) => ({ sessionId: t.exposeID('id', { description: 'Its former id.' }) }),
});

const deletedPayload = (name: string, description: string) =>
  builder.objectRef<{ readonly id: string }>(name).implement({
    description,
    fields: (t) => ({ userId: t.exposeID('id', { description: 'Their former id.' }) }),
  });

/** Payload of `deleteUser`. */
export const DeleteUserPayload = deletedPayload(
  'DeleteUserPayload',
  'The person can no longer sign in, and was signed out everywhere.',
);
const RemoveUserPayload = deletedPayload(
  'RemoveUserPayload',
  'The person can no longer sign in, and was signed out everywhere. Alias from release 0.1.',
);

builder.mutationFields((t) => ({
  changePassword: t.field({
    type: ChangePasswordPayload,
    nullable: true,
    description: 'Changes the current user’s password and ends all their other sessions.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: ChangePasswordInput, required: true, description: 'The passwords.' }) },
    resolve: async (_root, { input }, { app }) => ({ user: await changePassword(app, input) }),
  }),
  revokeSession: t.field({
    type: RevokeSessionPayload,
    nullable: true,
    description: 'Signs the current user out of one browser at once.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RevokeSessionInput, required: true, description: 'The session.' }) },
    resolve: (_root, { input }, { app }) => revokeSession(app, toSessionId(input.sessionId)),
  }),
  updateUserRole: t.field({
    type: UpdateUserRolePayload,
    nullable: true,
    description:
      'Changes a person’s role at once. Callers can’t grant or remove rights that they don’t have. The last owner can’t be demoted.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateUserRoleInput, required: true, description: 'The person and the role.' }) },
    resolve: async (_root, { input: { userId, ...role } }, { app }) => ({
      user: await updateUserRole(app, toUserRef(userId), role),
    }),
  }),
  deleteUser: t.field({
    type: DeleteUserPayload,
    nullable: true,
    description:
      'Ends a person’s access and the account’s open invitations at once. You can’t delete yourself or the last person. API keys stay.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: DeleteUserInput, required: true, description: 'The person.' }) },
    resolve: (_root, { input }, { app }) => removeUser(app, toUserRef(input.userId)),
  }),
  removeUser: t.field({
    type: RemoveUserPayload,
    nullable: true,
    deprecationReason: 'Use `deleteUser`, which does the same.',
    description: 'Alias of `deleteUser` from release 0.1.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RemoveUserInput, required: true, description: 'The person.' }) },
    resolve: (_root, { input }, { app }) => removeUser(app, toUserRef(input.userId)),
  }),
}));

builder.mutationField('signOutUser', (t) =>
  t.field({
    type: SignOutUserPayload,
    nullable: true,
    description:
      'Ends all sessions of a person and all their command-line logins at once. Password, passkeys, other API ' +
      'keys and tokens stay.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: SignOutUserInput, required: true, description: 'The person.' }) },
    resolve: async (_root, { input }, { app }) => ({ user: await signOutUser(app, toUserRef(input.userId)) }),
  }),
);
