import {
  type CredentialProblemKind,
  credentialProblems,
  type CredentialProblem as Problem,
  type CredentialProblems as Problems,
} from '../../core/stacks/credentialProblems.ts';
import { builder } from '../builder.ts';

const KINDS = {
  MISSING: {
    value: 'missing',
    description: 'The server, or each of its enabled tools, needs it or an alternative, and none is stored.',
  },
  MOVED: { value: 'moved', description: 'It was stored for another address or use. Enter it again.' },
  RECONNECT_REQUIRED: { value: 'reconnect_required', description: 'A person has to sign in again.' },
  EXPIRING: { value: 'expiring', description: 'It expires within a week and can’t be renewed.' },
} as const satisfies { [K in CredentialProblemKind as Uppercase<K>]: { value: K; description: string } };

export const CredentialProblemKindEnum = builder.enumType('CredentialProblemKind', {
  description: 'Why a stack’s credential needs attention.',
  values: KINDS,
});

/** The kind with this stored name; null for one added in a later release. */
export const toProblemKind = (text: string | null): CredentialProblemKind | null =>
  Object.values(KINDS).find(({ value }) => value === text)?.value ?? null;

export const CredentialProblem = builder.objectRef<Problem>('CredentialProblem').implement({
  description: 'A missing or failing credential of a stack.',
  fields: (t) => ({
    kind: t.field({ type: CredentialProblemKindEnum, description: 'The problem.', resolve: ({ kind }) => kind }),
    stackId: t.exposeID('stackId', { description: 'The stack.' }),
    stackName: t.exposeString('stackName', { description: 'The stack’s name.' }),
    serverId: t.exposeID('serverId', { description: 'The server’s id.' }),
    serverName: t.exposeString('serverName', { description: 'The server’s name.' }),
    fieldId: t.exposeID('fieldId', {
      description: 'The credential field. Of several alternatives, the one that enables the most tools.',
    }),
    fieldName: t.exposeString('fieldName', { description: 'The server’s name for the credential.' }),
    wanted: t.exposeString('wanted', {
      description: 'The name of the missing field, or of alternative fields if any one of them would do.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the stored access token expires; null for unknown or never.',
    }),
  }),
});

const CredentialProblems = builder.objectRef<Problems>('CredentialProblems').implement({
  description: 'The credentials of the account’s stacks that need attention.',
  fields: (t) => ({
    nodes: t.field({
      type: [CredentialProblem],
      description: 'The problems, in the order in which servers were added to stacks.',
      resolve: ({ problems }) => problems,
    }),
    isComplete: t.exposeBoolean('isComplete', {
      description: 'False if the list was cut off at about 100 problems.',
    }),
  }),
});

builder.queryField('credentialProblems', (t) =>
  t.field({
    type: CredentialProblems,
    nullable: true,
    description:
      'Problems with the credentials that the account’s stacks hold. End users’ credentials are not checked.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => credentialProblems(app),
  }),
);
