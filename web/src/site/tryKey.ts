import { payloadOf } from '../api/member.ts';
import { ApiError, sendOperation } from '../api/operation.ts';
import { AccountCreateKeyDocument } from '../gql/graphql.ts';
import { element } from './element.ts';

const LIFE_MS = 60 * 60_000;

/** An API key created with the reader's session, or the problem to show. */
export async function makeKey(): Promise<{ readonly key: string } | { readonly problem: Node }> {
  const expiresAt = new Date(Date.now() + LIFE_MS).toISOString();
  try {
    const input = { name: 'REST reference', role: 'DEVELOPER', expiresAt } as const;
    return payloadOf((await sendOperation(AccountCreateKeyDocument, { input })).createApiKey);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED')
      return { problem: element('span', {}, [element('a', { href: '/signin' }, ['Sign in']), ' to create a key.']) };
    return { problem: new Text(error instanceof Error ? error.message : 'The key couldn’t be created.') };
  }
}
