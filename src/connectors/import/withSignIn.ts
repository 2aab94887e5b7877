import { directAddresses } from '../../core/credentials/oauthPort.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import { credentialFieldSchema, type ServerDocument } from '../../core/servers/document.ts';
import { oauth2Schema } from '../../core/servers/oauth2.ts';
import { type Egress, PROVIDER_BYTES_MAX } from '../egress/types.ts';
import { discoverProvider } from '../oauth/discovery.ts';
import { type DiscoveryOptions, isElsewhere } from './importMcp.ts';

const FIELD = credentialFieldSchema.parse({
  id: 'access_token',
  name: 'Sign-in',
  description: 'An access token of the server. Sign in through a connect link, and it is kept renewed.',
  required: true,
  placement: { in: 'header', name: 'Authorization', template: 'Bearer {access_token}' },
  oauth2: {},
});

const AFTER_SIGN_IN =
  'the server lists its tools only after a sign-in: add it to a stack, connect it, then refresh its tools';

type Options = Pick<DiscoveryOptions, 'signal' | 'accountId' | 'readFrom'> & Pick<Egress, 'fetchFor'>;

/**
 * The document of an MCP server that announces its sign-in (RFC 9728). It has no tools, because they are listed after
 * the sign-in. Null when the server announces no sign-in.
 */
export async function withSignIn(
  document: ServerDocument,
  { fetchFor, signal, accountId = null, readFrom }: Options,
): Promise<ImportedServer | null> {
  const { connector } = document;
  if (connector.kind !== 'mcp-http') return null;
  const settings = oauth2Schema.parse({});
  const direct = isElsewhere(connector.url, readFrom) ? [] : directAddresses(settings, connector);
  const fetch = fetchFor(direct, { accountId, maxBytes: PROVIDER_BYTES_MAX });
  const fetchUntil: typeof globalThis.fetch = (input, init) => fetch(input, { ...init, signal });
  try {
    await discoverProvider(fetchUntil, settings, connector);
  } catch {
    return null;
  }
  return { document: { ...document, credentials: [FIELD] }, warnings: [{ tool: '*', reason: AFTER_SIGN_IN }] };
}
