import { isRecord } from '../../../src/core/lib/json.ts';
import type { World } from '../../harness/world.ts';
import { type Authenticator, type Creation, newAuthenticator, type Request, type Wrong } from './authenticator.ts';
import { type Answer, PASSWORD, type Person, send } from './kit.ts';

const FAILURE = '... on UserError { __typename code message } ... on InvalidInputError { issues { path message } }';

export const PASSKEY = {
  list: '{ passkeys { id name createdAt lastUsedAt } }',
  begin: `mutation ($input: BeginPasskeyRegistrationInput!) {
    beginPasskeyRegistration(input: $input) { ... on BeginPasskeyRegistrationPayload { options } ${FAILURE} } }`,
  finish: `mutation ($input: FinishPasskeyRegistrationInput!) {
    finishPasskeyRegistration(input: $input) { ... on FinishPasskeyRegistrationPayload { passkey { id name } } ${FAILURE} } }`,
  remove: `mutation ($input: RemovePasskeyInput!) {
    removePasskey(input: $input) { ... on RemovePasskeyPayload { passkeyId } ... on UserError { __typename code message } } }`,
  beginSignIn: `mutation { beginPasskeySignIn {
    ... on BeginPasskeySignInPayload { options } ... on UserError { __typename code message } } }`,
  finishSignIn: `mutation ($input: FinishPasskeySignInInput!) {
    finishPasskeySignIn(input: $input) { ... on SignInPayload { user { id email } } ${FAILURE} } }`,
} as const;

/** The service at a host name that supports passkeys. */
export const byName = ({ url }: Pick<World, 'url'>): string => url.replace('127.0.0.1', 'localhost');

/** The content of a response's only root field. */
export function answered({ text }: Pick<Answer, 'text'>): unknown {
  const body: unknown = JSON.parse(text);
  const data = isRecord(body) ? body['data'] : null;
  return isRecord(data) ? Object.values(data)[0] : body;
}

/** @throws if there are none */
export function optionsOf<Options extends Creation | Request>(answer: Answer): Options {
  const body = answered(answer);
  if (!isRecord(body) || !isRecord(body['options'])) throw new Error(`no options: ${answer.text}`);
  // Boundary: the service's answer has the shape browsers accept.
  return body['options'] as Options;
}

export const beginRegistration = async (url: string, { cookie }: Pick<Person, 'cookie'>): Promise<Creation> =>
  optionsOf(await send(url, PASSKEY.begin, { cookie, input: { currentPassword: PASSWORD } }));

export const beginSignIn = async (url: string): Promise<Request> => optionsOf(await send(url, PASSKEY.beginSignIn));

/** A passkey of a person, added over HTTP. */
export async function newPasskey(url: string, person: Person, name = 'Phone', wrong: Wrong = {}) {
  const authenticator = newAuthenticator(url);
  const response = authenticator.create(await beginRegistration(url, person), wrong);
  const { text } = await send(url, PASSKEY.finish, { cookie: person.cookie, input: { name, response } });
  const id = /"id":"(passkey_[^"]+)"/.exec(text)?.[1];
  if (!id) throw new Error(`not added: ${text}`);
  return { id, name, authenticator };
}

/** Tries to sign in with an authenticator's response. */
export async function signInWith(url: string, authenticator: Authenticator, wrong: Wrong = {}): Promise<Answer> {
  const response = authenticator.get(await beginSignIn(url), wrong);
  return send(url, PASSKEY.finishSignIn, { input: { response } });
}
