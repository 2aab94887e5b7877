import { toStackRoles } from '../../core/accounts/stackRoles.ts';
import { toUserRef } from '../../core/ids.ts';
import { createInvitation, welcomeUrl } from '../../core/people/invitation.ts';
import { listUsers, removeUser, setPassword, signOutUser, updateUserRole } from '../../core/people/user.ts';
import { roleNames, toRole } from '../../core/roles.ts';
import type { User } from '../../generated/prisma/client.ts';
import { command, group, loaded } from '../command.ts';
import { ACCOUNT_ARG } from '../input.ts';
import { asOperator } from '../operator.ts';
import { fields, table } from '../output.ts';
import { givenStackRoles, STACK_ROLES_ARG } from '../reach.ts';

const userJson = (user: User) => ({
  user_id: user.id,
  account_id: user.accountId,
  email: user.email,
  role: toRole(user.role),
  stack_roles: [...toStackRoles(user.stackRoles)].map(([stackId, role]) => ({ stack_id: stackId, role })),
  has_password: user.passwordHash !== null,
  created_at: user.createdAt.toISOString(),
  last_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
});

const ROLES = roleNames.join(', ');
const USER_ARG = { type: 'positional', required: true, description: 'User id, user_…, or e-mail address' } as const;

const invite = command({
  description: 'Make a link with which one person becomes a user of the account, shown this once, good for 24 hours',
  examples: [
    'toolyard user invite --account acct_…',
    'toolyard user invite --account acct_… --stack-roles stack_…=developer',
  ],
  args: {
    account: { ...ACCOUNT_ARG, required: true },
    role: { type: 'string', description: `What they become: ${ROLES} (default: owner, member with --stack-roles)` },
    ...STACK_ROLES_ARG,
  },
  async run({ account, role, ...inStacks }, run) {
    const { invitation, url } = await asOperator(
      run,
      async (ctx) => {
        const made = await createInvitation(ctx, { role, stackRoles: givenStackRoles(inStacks) });
        return { ...made, url: welcomeUrl(ctx.publicUrl(), made.secret) };
      },
      account,
    );
    const expiresAt = invitation.expiresAt.toISOString();
    return {
      json: { invitation_id: invitation.id, role: toRole(invitation.role), url, expires_at: expiresAt },
      text: `${fields({ Link: url, Until: expiresAt })}\n\nThe link is shown this once: give it to the person.`,
    };
  },
});

const list = command({
  description: 'List the people who sign in',
  examples: ['toolyard user list', 'toolyard user list --account acct_…'],
  args: { account: ACCOUNT_ARG },
  async run({ account }, run) {
    const users = await asOperator(run, listUsers, account ?? null);
    const rows = users.map((user) => [
      user.id,
      user.email,
      user.accountId,
      [toRole(user.role), ...user.stackRoles].join(' '),
      user.passwordHash === null ? 'single sign-on' : 'password',
      user.lastSignInAt?.toISOString() ?? 'never',
    ]);
    return {
      json: users.map(userJson),
      text: table(['USER', 'E-MAIL', 'ACCOUNT', 'ROLE', 'SIGNS IN WITH', 'LAST SIGN-IN'], rows, 'Nobody signs in yet'),
    };
  },
});

const remove = command({
  description:
    'Remove a person: signed out everywhere at once; takes back open invitations of the account, API keys stay',
  examples: ['toolyard user remove ann@example.com'],
  args: { user: USER_ARG },
  confirm: ({ user }) => `Remove ${user}, and sign them out everywhere?`,
  async run(args, run) {
    const removed = await asOperator(run, (ctx) => removeUser(ctx, toUserRef(args.user)));
    return { json: userJson(removed), text: `${removed.email} is removed` };
  },
});

const signOut = command({
  description: 'Sign a person out everywhere: ends their sessions and logins on a command line',
  examples: ['toolyard user sign-out ann@example.com'],
  args: { user: USER_ARG },
  async run(args, run) {
    const ended = await asOperator(run, (ctx) => signOutUser(ctx, toUserRef(args.user)));
    return { json: userJson(ended), text: `${ended.email} is signed in nowhere` };
  },
});

const setRole = command({
  description: 'Give a person another role, which holds at once',
  examples: [
    'toolyard user set-role ann@example.com approver',
    'toolyard user set-role ann@example.com member --stack-roles stack_…=developer,stack_…=auditor',
  ],
  args: {
    user: USER_ARG,
    role: { type: 'positional', required: true, description: `What they are from now on: ${ROLES}` },
    ...STACK_ROLES_ARG,
  },
  async run(args, run) {
    const next = { role: args.role, stackRoles: givenStackRoles(args) };
    const changed = await asOperator(run, (ctx) => updateUserRole(ctx, toUserRef(args.user), next));
    return { json: userJson(changed), text: `${changed.email} is ${changed.role} now` };
  },
});

const setPasswordCommand = command({
  description: 'Set a forgotten password, read from standard input; ends all sessions of the person',
  examples: ['toolyard user set-password ann@example.com < password.txt'],
  args: { user: USER_ARG },
  async run(args, run) {
    // An editor or shell adds a line end.
    const password = (await run.readStdin()).replace(/\r?\n$/, '');
    const changed = await asOperator(run, (ctx) => setPassword(ctx, toUserRef(args.user), password));
    return { json: userJson(changed), text: `The password of ${changed.email} is set` };
  },
});

export const user = group({
  description: 'People who sign in to the dashboard, on the database',
  examples: ['toolyard user invite --account acct_…', 'toolyard user list'],
  commands: loaded({
    invite,
    list,
    remove,
    'sign-out': signOut,
    'set-role': setRole,
    'set-password': setPasswordCommand,
  }),
});
