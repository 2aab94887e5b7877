import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

type AccountId = `acct_${string}`;
type ApiKeyId = `key_${string}`;
type StackId = `stack_${string}`;
type EndpointId = `endpoint_${string}`;
type ClientId = `client_${string}`;
type TokenId = `token_${string}`;
type UserId = `user_${string}`;
type SessionId = `session_${string}`;
type InvitationId = `invitation_${string}`;
type PasskeyId = `passkey_${string}`;

// Time-ordered ids keep the primary-key indexes dense.
export const newAccountId = (): AccountId => `acct_${v7()}`;
export const newApiKeyId = (): ApiKeyId => `key_${v7()}`;
export const newStackId = (): StackId => `stack_${v7()}`;
export const newEndpointId = (): EndpointId => `endpoint_${v7()}`;
export const newTokenId = (): TokenId => `token_${v7()}`;
export const newUserId = (): UserId => `user_${v7()}`;
export const newSessionId = (): SessionId => `session_${v7()}`;
export const newInvitationId = (): InvitationId => `invitation_${v7()}`;
export const newPasskeyId = (): PasskeyId => `passkey_${v7()}`;
/** A row id that no interface shows. */
export const newRowId = (): string => v7();
/** Unguessable, because it is part of a public address. */
export const newClientId = (): ClientId => `client_${randomUUID()}`;

/** Whether a client's text can be an id of ours. The database refuses some other text with an error of its own. */
export const isIdText = (text: string): boolean => /^[\w-]{1,64}$/.test(text);
/** An id as a client sent it, or one that no row has. */
export const idOrNone = (text: string): string => (isIdText(text) ? text : '');
