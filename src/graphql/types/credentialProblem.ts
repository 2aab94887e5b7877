import {
  type CredentialProblemKind,
  credentialProblems,
  type CredentialProblem as Problem,
  type CredentialProblems as Problems,
} from '../../core/credentials/credentialProblems.ts';
import { builder } from '../builder.ts';

const CredentialProblemKindEnum = builder.enumType('CredentialProblemKind', {
  description: 'Why a stack’s credential needs attention.',
  values: {
    MISSING: {
      value: 'missing',
      description: 'The server, or each enabled tool of it, needs it or another, and none is stored.',
    },
    MOVED: { value: 'moved', description: 'It was stored for another address or use, and has to be entered again.' },
    RECONNECT_REQUIRED: { value: 'reconnect_required', description: 'A person has to sign in again.' },
    EXPIRING: { value: 'expiring', description: 'It ends within a week, and nothing can renew it.' },
  } as const satisfies { [K in CredentialProblemKind as Uppercase<K>]: { value: K; description: string } },
});

const CredentialProblem = builder.objectRef<Problem>('CredentialProblem').implement({
  description: 'A credential of a stack that calls cannot rely on.',
  fields: (t) => ({
    kind: t.field({ type: CredentialProblemKindEnum, description: 'The problem.', resolve: ({ kind }) => kind }),
    stackId: t.exposeID('stackId', { description: 'The stack.' }),
    stackName: t.exposeString('stackName', { description: 'The stack’s name.' }),
    serverId: t.exposeID('serverId', { description: 'The server’s id.' }),
    serverName: t.exposeString('serverName', { description: 'The server’s name.' }),
    fieldId: t.exposeID('fieldId', {
      description: 'The credential field; of several that are wanted, the one that lets most tools be called.',
    }),
    fieldName: t.exposeString('fieldName', { description: 'The server’s name for the credential.' }),
    wanted: t.exposeString('wanted', {
      description: 'The display name of the missing field, or of several fields of which one enables some tools.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the stored access token ends; null when that is unknown or never.',
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
      description: 'False where there may be more: these are the first 100 or so.',
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
