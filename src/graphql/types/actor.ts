import { builder } from '../builder.ts';

type ActorRow = { readonly id: string; readonly name?: string; readonly email?: string };

export const displayNameOf = ({ name, email }: ActorRow): string => email ?? name ?? '';

/** The types of actors, by the prefix of their ids. */
const TYPES = [
  ['user_', 'User'],
  ['key_', 'ApiKey'],
  ['token_', 'StackToken'],
  ['machine_', 'ServiceAccount'],
  ['issuer_', 'TrustedIssuer'],
  ['endpoint_', 'ClientEndpoint'],
] as const;

/** Who did something, or may do something. */
export const Actor = builder.interfaceRef<ActorRow>('Actor').implement({
  description:
    'Someone or something that acts: a person, an API key, a stack token, a service account, a trusted issuer or a client endpoint.',
  resolveType: ({ id }) => TYPES.find(([prefix]) => id.startsWith(prefix))?.[1] ?? 'StackToken',
  fields: (t) => ({
    id: t.id({ description: 'The actor’s id.', resolve: ({ id }) => id }),
    displayName: t.string({
      description: 'The e-mail address of a person; the name of anything else.',
      resolve: displayNameOf,
    }),
  }),
});
