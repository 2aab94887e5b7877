import { listSessions } from '../../core/people/session.ts';
import { findOwnUser, listUsers } from '../../core/people/user.ts';
import { builder } from '../builder.ts';

export const User = builder.prismaObject('User', {
  description: 'A person who signs in. All people of an account may do the same.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The user’s id, `user_…`.' }),
    email: t.exposeString('email', { description: 'The e-mail address to sign in with, in lower case.' }),
    hasPassword: t.boolean({
      description: 'Whether a password signs them in; false for a person who only uses single sign-on.',
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
  description: 'A browser in which a person is signed in.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The session’s id, `session_…`.' }),
    userAgent: t.exposeString('userAgent', {
      description: 'What the browser calls itself; empty when it does not say.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person signed in.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'About when it was last used.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When it ends at the latest; after 7 days without use it ends earlier.',
    }),
    isCurrent: t.boolean({
      description: 'Whether it is the one that asks.',
      resolve: ({ id }, _args, { app: { actor } }) => actor.kind === 'user' && actor.sessionId === id,
    }),
  }),
});

builder.queryFields((t) => ({
  me: t.field({
    type: User,
    nullable: true,
    skipTypeScopes: true,
    description: 'The person who asks; null when nobody is signed in as a person. Anyone may ask.',
    extensions: { limitClass: 'default', isPublic: true },
    resolve: (_root, _args, { app }) => findOwnUser(app),
  }),
  sessions: t.field({
    type: [Session],
    nullable: true,
    description: 'The browsers in which the person who asks is signed in, the latest first.',
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
