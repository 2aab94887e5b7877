import { toPasskeyId } from '../../core/kernel/ids.ts';
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
  listPasskeys,
  removePasskey,
} from '../../core/people/passkey.ts';
import { beginPasskeySignIn, finishPasskeySignIn } from '../../core/people/passkeySignIn.ts';
import type { Passkey as PasskeyRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { AlreadyExistsError, ForbiddenError, InvalidInputError, NotFoundError, SignInFailedError } from '../errors.ts';
import { withoutNulls } from '../input.ts';
import { Node } from './node.ts';
import { keep, SignInPayload } from './signIn.ts';

const Passkey = builder.prismaObject('Passkey', {
  interfaces: [Node],
  description: 'A WebAuthn credential with which a person signs in. Their device or password manager stores it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The passkey’s id, `passkey_…`.' }),
    name: t.exposeString('name', { description: 'Its display name, chosen by its user.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it last signed its person in; null for never.',
    }),
  }),
});

const BeginPasskeyRegistrationInput = builder.inputType('BeginPasskeyRegistrationInput', {
  description: 'Proof of identity in addition to the session.',
  fields: (t) => ({
    currentPassword: t.string({ description: 'The current user’s password, if they have one.' }),
  }),
});

const FinishPasskeyRegistrationInput = builder.inputType('FinishPasskeyRegistrationInput', {
  description: 'A passkey that a browser created.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its display name, 1 to 100 characters.' }),
    response: t.field({
      type: 'JSON',
      required: true,
      description: 'The browser’s `RegistrationResponseJSON`, from the credential’s `toJSON()`.',
    }),
  }),
});

const passkeyInput = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({ passkeyId: t.id({ required: true, description: 'The passkey’s id, `passkey_…`.' }) }),
  });
const RevokePasskeyInput = passkeyInput('RevokePasskeyInput', 'A passkey to revoke.');
const RemovePasskeyInput = passkeyInput('RemovePasskeyInput', 'A passkey to revoke. Alias from release 0.1.');

const BeginPasskeyRegistrationPayload = builder
  .objectRef<{ readonly options: object }>('BeginPasskeyRegistrationPayload')
  .implement({
    description: 'A browser can create a passkey in this session, within five minutes.',
    fields: (t) => ({
      options: t.expose('options', {
        type: 'JSON',
        description:
          '`PublicKeyCredentialCreationOptionsJSON`, for `PublicKeyCredential.parseCreationOptionsFromJSON`.',
      }),
    }),
  });

const FinishPasskeyRegistrationPayload = builder
  .objectRef<{ readonly passkey: PasskeyRow }>('FinishPasskeyRegistrationPayload')
  .implement({
    description: 'The passkey was added. The user can now sign in with it.',
    fields: (t) => ({
      passkey: t.field({ type: Passkey, description: 'The new passkey.', resolve: ({ passkey }) => passkey }),
    }),
  });

const revokedPayload = (name: string, description: string) =>
  builder.objectRef<{ readonly id: string }>(name).implement({
    description,
    fields: (t) => ({ passkeyId: t.exposeID('id', { description: 'Its former id.' }) }),
  });

/** Payload of `revokePasskey`. */
export const RevokePasskeyPayload = revokedPayload('RevokePasskeyPayload', 'A passkey no longer works.');
const RemovePasskeyPayload = revokedPayload(
  'RemovePasskeyPayload',
  'A passkey no longer works. Alias from release 0.1.',
);

builder.queryField('passkeys', (t) =>
  t.field({
    type: [Passkey],
    nullable: true,
    description: 'The current user’s passkeys, newest first, at most 20.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => listPasskeys(app),
  }),
);

builder.mutationFields((t) => ({
  beginPasskeyRegistration: t.field({
    type: BeginPasskeyRegistrationPayload,
    nullable: true,
    description: 'Returns the options with which a browser creates a passkey for the current user.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: BeginPasskeyRegistrationInput, required: true, description: 'Proof of identity.' }) },
    resolve: async (_root, { input }, { app, visit }) => ({
      options: await beginPasskeyRegistration(app, withoutNulls(input), visit.relyingParty),
    }),
  }),
  finishPasskeyRegistration: t.field({
    type: FinishPasskeyRegistrationPayload,
    nullable: true,
    description: 'Stores a passkey that a browser created for the current user.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, AlreadyExistsError, ForbiddenError] },
    args: { input: t.arg({ type: FinishPasskeyRegistrationInput, required: true, description: 'The passkey.' }) },
    resolve: async (_root, { input }, { app, visit }) => ({
      passkey: await finishPasskeyRegistration(app, input, visit.relyingParty),
    }),
  }),
  revokePasskey: t.field({
    type: RevokePasskeyPayload,
    nullable: true,
    description: 'Revokes a passkey of the current user at once. Its sessions continue.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RevokePasskeyInput, required: true, description: 'The passkey.' }) },
    resolve: (_root, { input }, { app }) => removePasskey(app, toPasskeyId(input.passkeyId)),
  }),
  removePasskey: t.field({
    type: RemovePasskeyPayload,
    nullable: true,
    deprecationReason: 'Use `revokePasskey`, which does the same.',
    description: 'Alias of `revokePasskey` from release 0.1.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RemovePasskeyInput, required: true, description: 'The passkey.' }) },
    resolve: (_root, { input }, { app }) => removePasskey(app, toPasskeyId(input.passkeyId)),
  }),
}));

const FinishPasskeySignInInput = builder.inputType('FinishPasskeySignInInput', {
  description: 'The signed passkey response.',
  fields: (t) => ({
    response: t.field({
      type: 'JSON',
      required: true,
      description: 'The browser’s `AuthenticationResponseJSON`, from the credential’s `toJSON()`.',
    }),
  }),
});

const BeginPasskeySignInPayload = builder
  .objectRef<{ readonly options: object }>('BeginPasskeySignInPayload')
  .implement({
    description: 'A passkey can sign in a person once, within five minutes.',
    fields: (t) => ({
      options: t.expose('options', {
        type: 'JSON',
        description: '`PublicKeyCredentialRequestOptionsJSON`, for `PublicKeyCredential.parseRequestOptionsFromJSON`.',
      }),
    }),
  });

builder.mutationFields((t) => ({
  beginPasskeySignIn: t.field({
    type: BeginPasskeySignInPayload,
    nullable: true,
    skipTypeScopes: true,
    description: 'Returns the options with which a browser requests a passkey, for any user. Needs no sign-in.',
    extensions: { limitClass: 'sign_in' },
    errors: { types: [ForbiddenError] },
    resolve: (_root, _args, { app, visit }) => ({ options: beginPasskeySignIn(app, visit.relyingParty) }),
  }),
  finishPasskeySignIn: t.field({
    type: SignInPayload,
    nullable: true,
    skipTypeScopes: true,
    description: 'Signs a person in with a passkey. Attempts are limited by network address. Needs no sign-in.',
    extensions: { limitClass: 'sign_in' },
    errors: { types: [SignInFailedError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: FinishPasskeySignInInput, required: true, description: 'The answer.' }) },
    resolve: async (_root, { input }, { app, visit }) =>
      keep(visit, await finishPasskeySignIn(app, input, visit.relyingParty, visit)),
  }),
}));
