import { z } from 'zod';
import type { Ctx } from '../kernel/context.ts';
import { openJson, sealJson } from '../kernel/sealedJson.ts';
import { isRecord } from '../lib/json.ts';
import { listUpTo } from '../lib/parse.ts';
import { NAME_LENGTH_MAX } from '../lib/text.ts';
import { type ClientDocuments, isDocumentUrl, unusableDocument } from './clientDocument.ts';
import { OAuthError } from './oauthError.ts';
import { isRedirectUriAllowed, redirectTarget } from './redirectUri.ts';

/** A client of our authorization server. Always a public client, without a secret (RFC 6749, section 2.1). */
export type OAuthClient = {
  readonly id: string;
  /** Self-declared name of the client; not verified. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** The host of the document that contains the client's metadata. Null for a client that registered itself. */
  readonly host: string | null;
};

const PREFIX = 'app_';
const REDIRECT_URIS_MAX = 10;
const REDIRECT_CHARS_MAX = 2_048;
// Maximum length of a registered client id.
const CLIENT_ID_CHARS_MAX = 6_000;

const redirectUris = listUpTo(z.string().refine(isRedirectUriAllowed), REDIRECT_URIS_MAX, 1).refine(
  (uris) => uris.join('').length <= REDIRECT_CHARS_MAX,
);
const registrationSchema = z.object({ redirect_uris: redirectUris, client_name: z.string().optional() });
const sealedSchema = z.object({ name: z.string(), redirectUris: z.array(z.string()) });

/** The answer to a registration (RFC 7591, section 3.2.1). */
type ClientRegistration = {
  readonly client_id: string;
  readonly client_id_issued_at: number;
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly token_endpoint_auth_method: 'none';
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
};

/**
 * Registers a client (RFC 7591, section 3.1). Anyone may register, so nothing is stored: the id itself contains the
 * client's metadata, encrypted. Accepts only a name and redirect URIs; the server sets all other metadata. Tested by
 * `test/oauth/clients.test.ts`.
 * @throws OAuthError invalid_redirect_uri, invalid_client_metadata
 */
export function registerClient({ vault, now }: Pick<Ctx, 'vault' | 'now'>, metadata: unknown): ClientRegistration {
  const parsed = registrationSchema.safeParse(metadata);
  if (!parsed.success) {
    const isRedirect = parsed.error.issues.some(({ path }) => path[0] === 'redirect_uris');
    if (!isRedirect) throw new OAuthError('invalid_client_metadata', 'The metadata must be a JSON object');
    const rule = `redirect_uris: 1 to ${REDIRECT_URIS_MAX}, https or http on the user's own machine or a scheme of the client's`;
    throw new OAuthError('invalid_redirect_uri', rule);
  }
  const { redirect_uris: uris, client_name: rawName = '' } = parsed.data;
  const name = toName(rawName, uris);
  return {
    client_id: `${PREFIX}${sealJson(vault, 'oauth-client', { name, redirectUris: uris })}`,
    client_id_issued_at: Math.floor(now().getTime() / 1_000),
    client_name: name,
    redirect_uris: uris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

/**
 * The client with that id: a registered one, or one that publishes a metadata document.
 * @throws OAuthError invalid_client
 */
export async function findClient(
  { vault }: Pick<Ctx, 'vault'>,
  documents: ClientDocuments,
  id: string,
): Promise<OAuthClient> {
  if (isDocumentUrl(id)) {
    const document = await documents.read(id);
    if (!isRecord(document) || document['client_id'] !== id) throw unusableDocument();
    const { token_endpoint_auth_method: method = 'none' } = document;
    if (method !== 'none') throw unusableDocument();
    const parsed = registrationSchema.safeParse(document);
    if (!parsed.success) throw unusableDocument();
    const { redirect_uris: uris, client_name: name = '' } = parsed.data;
    return { id, name: toName(name, uris), redirectUris: uris, host: new URL(id).host };
  }
  const isOurs = id.startsWith(PREFIX) && id.length <= CLIENT_ID_CHARS_MAX;
  const sealed = isOurs ? openJson(vault, 'oauth-client', id.slice(PREFIX.length)) : null;
  const { data: client } = sealedSchema.safeParse(sealed);
  if (!client) throw new OAuthError('invalid_client', 'The client is unknown: register it again');
  return { ...client, id, host: null };
}

/** A name for the consent page. Never blank, and without characters that are invisible or reverse text. */
function toName(text: string, uris: readonly string[]): string {
  const visible = text.replace(/\p{C}+/gu, ' ').trim();
  const [first = ''] = uris;
  return [...(visible || redirectTarget(first).label)].slice(0, NAME_LENGTH_MAX).join('');
}
