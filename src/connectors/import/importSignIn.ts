import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import { credentialFieldSchema, type ServerDocument } from '../../core/marketplace/document.ts';
import { oauth2Schema } from '../../core/marketplace/oauth2.ts';
import { discoverProvider } from '../oauth/discovery.ts';

const FIELD = credentialFieldSchema.parse({
  id: 'access_token',
  name: 'Sign-in',
  description: 'An access token of the server. Sign in through a connect link, and it is kept renewed.',
  required: true,
  placement: { in: 'header', name: 'Authorization', template: 'Bearer {access_token}' },
  oauth2: {},
});

type Options = { readonly fetch: typeof globalThis.fetch; readonly signal: AbortSignal };

/**
 * The document of an MCP server that says where to sign in (RFC 9728), still without tools: they are read once somebody
 * has signed in. Null for a server that says nothing of the kind.
 */
export async function withSignIn(document: ServerDocument, { fetch, signal }: Options): Promise<ImportedServer | null> {
  const fetchUntil: typeof globalThis.fetch = (input, init) => fetch(input, { ...init, signal });
  try {
    await discoverProvider(fetchUntil, oauth2Schema.parse({}), document.connector);
  } catch {
    return null;
  }
  const reason =
    'the server lists its tools only after a sign-in: add it to a stack, connect it, then refresh its tools';
  return { document: { ...document, credentials: [FIELD] }, warnings: [{ tool: '*', reason }] };
}
