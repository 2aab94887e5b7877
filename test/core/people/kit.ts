import { toUserId, type UserId } from '../../../src/core/kernel/ids.ts';
import type { Role } from '../../../src/core/kernel/roles.ts';
import { createInvitation } from '../../../src/core/people/invitation.ts';
import type { World, WorldAccount } from '../../harness/world.ts';

export const PASSWORD = 'correct horse battery staple';

export type Answer = {
  readonly status: number;
  readonly text: string;
  /** `name=value` of the cookie set by the response; null if there is none. */
  readonly cookie: string | null;
  readonly setCookie: string | null;
  readonly headers: Headers;
};

type Headed = Readonly<Record<string, string>>;

/** One operation as our pages send it, with or without a cookie; `headers` replaces the page's headers. */
export async function send(
  url: string,
  query: string,
  { cookie, input, headers }: { cookie?: string | null; input?: object; headers?: Headed } = {},
): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url,
      'sec-fetch-site': 'same-origin',
      ...(cookie && { cookie }),
      ...headers,
    },
    body: JSON.stringify({ query, variables: { input } }),
  });
  return toAnswer(response);
}

export async function toAnswer(response: Response): Promise<Answer> {
  const [setCookie = null] = response.headers.getSetCookie();
  const { status, headers } = response;
  return { status, headers, text: await response.text(), setCookie, cookie: setCookie?.split(';', 1)[0] ?? null };
}

const FAILURE = '... on UserError { __typename code message } ... on InvalidInputError { issues { path message } }';
const PLAIN = '... on UserError { __typename code message }';

/** The tested mutations with all their response fields. */
export const ASK = {
  accept: `mutation ($input: AcceptInvitationInput!) {
    acceptInvitation(input: $input) { ... on AcceptInvitationPayload { user { id email hasPassword } } ${FAILURE} } }`,
  signIn: `mutation ($input: SignInInput!) {
    signIn(input: $input) { ... on SignInPayload { user { id email } } ${PLAIN} } }`,
  signOut: `mutation { signOut { ... on SignOutPayload { isSignedOut } ${PLAIN} } }`,
  changePassword: `mutation ($input: ChangePasswordInput!) {
    changePassword(input: $input) { ... on ChangePasswordPayload { user { id } } ${FAILURE} } }`,
  revokeSession: `mutation ($input: RevokeSessionInput!) {
    revokeSession(input: $input) { ... on RevokeSessionPayload { sessionId } ${PLAIN} } }`,
  invite: `mutation { createInvitation {
    ... on CreateInvitationPayload { invitation { id expiresAt } url } ${PLAIN} } }`,
  removeUser: `mutation ($input: RemoveUserInput!) {
    removeUser(input: $input) { ... on RemoveUserPayload { userId } ${PLAIN} } }`,
  me: '{ me { id email } }',
  sessions: '{ sessions { id userAgent isCurrent createdAt lastSeenAt expiresAt } }',
} as const;

export type Person = { readonly id: UserId; readonly email: string; readonly cookie: string };

/** A person of an account, signed in over HTTP. */
export async function newPerson(
  world: World,
  email: string,
  account: WorldAccount = world.account,
  role: Role = 'owner',
): Promise<Person> {
  const { secret } = await createInvitation(account.ctx, { role });
  const { text, cookie } = await send(world.url, ASK.accept, { input: { secret, email, password: PASSWORD } });
  const id = /"id":"(user_[^"]+)"/.exec(text)?.[1];
  if (!cookie || !id) throw new Error(`not accepted: ${text}`);
  return { id: toUserId(id), email, cookie };
}
