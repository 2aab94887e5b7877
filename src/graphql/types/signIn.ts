import type { NewSession } from '../../core/people/session.ts';
import { signOut } from '../../core/people/session.ts';
import { acceptInvitation, signIn } from '../../core/people/signIn.ts';
import { hasUsers, signOutEverywhere } from '../../core/people/user.ts';
import type { User as UserRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import type { BrowserVisit } from '../context.ts';
import { AlreadyExistsError, ForbiddenError, InvalidInputError, NotFoundError, SignInFailedError } from '../errors.ts';
import { User } from './user.ts';

type Provider = NonNullable<BrowserVisit['singleSignOn']>;

const SingleSignOn = builder.objectRef<Provider>('SingleSignOn').implement({
  description: 'The identity provider that people may sign in with instead of a password.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The operator’s label for the button.' }),
    url: t.exposeString('url', {
      description: 'The address to open in the browser. It signs the person in and returns them.',
    }),
  }),
});

type Options = {
  readonly hasUsers: boolean;
  readonly canUsePasskeys: boolean;
  readonly singleSignOn: Provider | null;
};

const SignInOptions = builder.objectRef<Options>('SignInOptions').implement({
  description: 'How people can sign in here.',
  fields: (t) => ({
    hasUsers: t.exposeBoolean('hasUsers', {
      description: 'False until the first person accepts an invitation. The server prints one at startup.',
    }),
    canUsePasskeys: t.exposeBoolean('canUsePasskeys', {
      description:
        'Whether passkeys work at the requested address: a name over https, or localhost. Never an IP address.',
    }),
    singleSignOn: t.expose('singleSignOn', {
      type: SingleSignOn,
      nullable: true,
      description: 'Single sign-on; null if the operator hasn’t configured it.',
    }),
  }),
});

builder.queryField('signInOptions', (t) =>
  t.field({
    type: SignInOptions,
    skipTypeScopes: true,
    description: 'How people can sign in here. Needs no sign-in.',
    extensions: { limitClass: 'default' },
    resolve: async (_root, _args, { app, visit }) => ({
      hasUsers: await hasUsers(app),
      canUsePasskeys: visit.relyingParty !== null,
      singleSignOn: visit.singleSignOn,
    }),
  }),
);

const AcceptInvitationInput = builder.inputType('AcceptInvitationInput', {
  description: 'How an invited person will sign in.',
  fields: (t) => ({
    secret: t.string({ required: true, description: 'The part of the invitation link after `#`, `inv_…`.' }),
    email: t.string({ required: true, description: 'The e-mail address to sign in with; case does not matter.' }),
    password: t.string({
      required: true,
      description: '12 to 128 characters of any kind, except easily guessed passwords.',
    }),
  }),
});

const SignInInput = builder.inputType('SignInInput', {
  description: 'The e-mail address and password.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'Their e-mail address; case does not matter.' }),
    password: t.string({ required: true, description: 'Their password.' }),
  }),
});

type SignInResult = { readonly user: UserRow };

const AcceptInvitationPayload = builder.objectRef<SignInResult>('AcceptInvitationPayload').implement({
  description: 'A person became a user and is signed in. The response sets the session’s cookie.',
  fields: (t) => ({ user: t.field({ type: User, description: 'The new user.', resolve: ({ user }) => user }) }),
});

export const SignInPayload = builder.objectRef<SignInResult>('SignInPayload').implement({
  description: 'A person is signed in. The response sets the session’s cookie.',
  fields: (t) => ({ user: t.field({ type: User, description: 'The user.', resolve: ({ user }) => user }) }),
});

const SignOutPayload = builder.objectRef<{ readonly isSignedOut: boolean }>('SignOutPayload').implement({
  description: 'The session has ended. The response removes its cookie.',
  fields: (t) => ({
    isSignedOut: t.exposeBoolean('isSignedOut', { description: 'True, even if no user was signed in.' }),
  }),
});

/** Sets the new session's cookie in the browser that signed in. */
export function keep(visit: BrowserVisit, { user, session, secret }: NewSession): SignInResult {
  visit.setSessionCookie(secret, session.expiresAt);
  return { user };
}

builder.mutationFields((t) => ({
  acceptInvitation: t.field({
    type: AcceptInvitationPayload,
    nullable: true,
    skipTypeScopes: true,
    description: 'Accepts an invitation once: creates the user and signs them in. Needs no sign-in.',
    extensions: { limitClass: 'sign_in' },
    errors: { types: [NotFoundError, AlreadyExistsError, InvalidInputError] },
    args: { input: t.arg({ type: AcceptInvitationInput, required: true, description: 'The new user.' }) },
    resolve: async (_root, { input }, { app, visit }) => keep(visit, await acceptInvitation(app, input, visit)),
  }),
  signIn: t.field({
    type: SignInPayload,
    nullable: true,
    skipTypeScopes: true,
    description: 'Signs a person in. Attempts are limited by network address and by e-mail address. Needs no sign-in.',
    extensions: { limitClass: 'sign_in' },
    errors: { types: [SignInFailedError] },
    args: { input: t.arg({ type: SignInInput, required: true, description: 'The e-mail address and password.' }) },
    resolve: async (_root, { input }, { app, visit }) => keep(visit, await signIn(app, input, visit)),
  }),
  signOut: t.field({
    type: SignOutPayload,
    nullable: true,
    skipTypeScopes: true,
    description: 'Ends the current session. Needs no sign-in.',
    extensions: { limitClass: 'default' },
    errors: { types: [ForbiddenError] },
    resolve: async (_root, _args, { app, visit }) => {
      await signOut(app);
      visit.clearSessionCookie();
      return { isSignedOut: true };
    },
  }),
}));

builder.mutationField('signOutEverywhere', (t) =>
  t.field({
    type: SignOutPayload,
    nullable: true,
    description:
      'Ends all sessions of the current user, including this one, and all their command-line logins. Password, ' +
      'passkeys, other API keys and tokens stay.',
    extensions: { limitClass: 'default' },
    errors: { types: [ForbiddenError] },
    resolve: async (_root, _args, { app, visit }) => {
      await signOutEverywhere(app);
      visit.clearSessionCookie();
      return { isSignedOut: true };
    },
  }),
);
