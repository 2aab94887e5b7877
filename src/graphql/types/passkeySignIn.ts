import { beginPasskeySignIn, finishPasskeySignIn } from '../../core/people/passkeySignIn.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, SignInFailedError } from '../errors.ts';
import { keep, SignInPayload } from './signIn.ts';

const FinishPasskeySignInInput = builder.inputType('FinishPasskeySignInInput', {
  description: 'What a passkey has signed.',
  fields: (t) => ({
    response: t.field({
      type: 'JSON',
      required: true,
      description: 'The browser’s `AuthenticationResponseJSON`: what `toJSON()` of the credential gives.',
    }),
  }),
});

const BeginPasskeySignInPayload = builder
  .objectRef<{ readonly options: object }>('BeginPasskeySignInPayload')
  .implement({
    description: 'A passkey may sign its person in, once and within five minutes.',
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
    description: 'Says what a browser asks for a passkey with, whoever it belongs to. Anyone may ask.',
    extensions: { limitClass: 'sign_in', isPublic: true },
    errors: { types: [ForbiddenError] },
    resolve: (_root, _args, { app, visit }) => ({ options: beginPasskeySignIn(app, visit.relyingParty) }),
  }),
  finishPasskeySignIn: t.field({
    type: SignInPayload,
    nullable: true,
    skipTypeScopes: true,
    description:
      'Signs in the person whose passkey has answered. Tries are limited by network address. Anyone may ask.',
    extensions: { limitClass: 'sign_in', isPublic: true },
    errors: { types: [SignInFailedError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: FinishPasskeySignInInput, required: true, description: 'The answer.' }) },
    resolve: async (_root, { input }, { app, visit }) =>
      keep(visit, await finishPasskeySignIn(app, input, visit.relyingParty, visit)),
  }),
}));
