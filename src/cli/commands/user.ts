import { toUserRef } from '../../core/kernel/ids.ts';
import { roleNames, toRole } from '../../core/kernel/roles.ts';
import { toStackRoles } from '../../core/kernel/stackRoles.ts';
import { createInvitation, welcomeUrl } from '../../core/people/invitation.ts';
import { listUsers, removeUser, setPassword, signOutUser, updateUserRole } from '../../core/people/user.ts';
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
  description: 'Create an invitation link for one user, shown only once, valid for 24 hours',
  examples: [
    'toolyard user invite --account acct_…',
    'toolyard user invite --account acct_… --stack-roles stack_…=developer',
  ],
  args: {
    account: { ...ACCOUNT_ARG, required: true },
    role: { type: 'string', description: `Role: ${ROLES} (default: owner, or member with --stack-roles)` },
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
      text: `${fields({ Link: url, Until: expiresAt })}\n\nSend the link to the person: it is shown only once.`,
    };
  },
});

const list = command({
  description: 'List dashboard users',
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
      text: table(['USER', 'E-MAIL', 'ACCOUNT', 'ROLE', 'SIGNS IN WITH', 'LAST SIGN-IN'], rows, 'No users yet'),
    };
  },
});

const remove = command({
  description: 'Remove a user, end their sessions and revoke the account’s open invitations; API keys stay valid',
  examples: ['toolyard user remove ann@example.com'],
  args: { user: USER_ARG },
  confirm: ({ user }) => `Remove ${user} and sign them out everywhere?`,
  async run(args, run) {
    const removed = await asOperator(run, (ctx) => removeUser(ctx, toUserRef(args.user)));
    return { json: userJson(removed), text: `${removed.email} is removed` };
  },
});

const signOut = command({
  description: 'End a user’s browser sessions and command-line logins',
  examples: ['toolyard user sign-out ann@example.com'],
  args: { user: USER_ARG },
  async run(args, run) {
    const ended = await asOperator(run, (ctx) => signOutUser(ctx, toUserRef(args.user)));
    return { json: userJson(ended), text: `Signed out ${ended.email} everywhere` };
  },
});

const setRole = command({
  description: 'Change a user’s role; takes effect at once',
  examples: [
    'toolyard user set-role ann@example.com approver',
    'toolyard user set-role ann@example.com member --stack-roles stack_…=developer,stack_…=auditor',
  ],
  args: {
    user: USER_ARG,
    role: { type: 'positional', required: true, description: `New role: ${ROLES}` },
    ...STACK_ROLES_ARG,
  },
  async run(args, run) {
    const next = { role: args.role, stackRoles: givenStackRoles(args) };
    const changed = await asOperator(run, (ctx) => updateUserRole(ctx, toUserRef(args.user), next));
    return { json: userJson(changed), text: `${changed.email} is ${changed.role} now` };
  },
});

const setPasswordCommand = command({
  description: 'Set a user’s password from standard input and end their sessions',
  examples: ['toolyard user set-password ann@example.com < password.txt'],
  args: { user: USER_ARG },
  async run(args, run) {
    // An editor or shell adds a line break at the end.
    const password = (await run.readStdin()).replace(/\r?\n$/, '');
    const changed = await asOperator(run, (ctx) => setPassword(ctx, toUserRef(args.user), password));
    return { json: userJson(changed), text: `Set the password of ${changed.email}` };
  },
});

export const user = group({
  description: 'Dashboard users, in the database',
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
