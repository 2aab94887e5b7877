import { isRecord } from '../lib/json.ts';
import { OAuthError } from './oauthError.ts';

/** Reads what is published at a client's own address. */
export type ClientDocuments = {
  /** The JSON there. @throws OAuthError invalid_client when it cannot be had */
  read(url: string): Promise<unknown>;
};

const URL_CHARS_MAX = 2_048;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Whether a client id is the address of a metadata document (OAuth Client ID Metadata Document, section 3): https, with
 * a path, in its normal form. http on this machine is for whoever develops a client; egress refuses it unless allowed.
 */
export function isDocumentUrl(id: string): boolean {
  const url = id.length <= URL_CHARS_MAX ? URL.parse(id) : null;
  if (!url || url.href !== id || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  const isDevelopment = url.protocol === 'http:' && LOOPBACK.test(url.hostname);
  return (url.protocol === 'https:' || isDevelopment) && url.pathname !== '/';
}

/** The metadata of the client whose id is `url`. @throws OAuthError invalid_client */
export async function readClientDocument(documents: ClientDocuments, url: string): Promise<Record<string, unknown>> {
  const document = await documents.read(url);
  if (!isRecord(document) || document['client_id'] !== url) {
    throw new OAuthError('invalid_client', "The client's metadata document does not name its own address as client_id");
  }
  const { token_endpoint_auth_method: method = 'none' } = document;
  if (method !== 'none') {
    throw new OAuthError('invalid_client', 'Only public clients are served: token_endpoint_auth_method must be none');
  }
  return document;
}
