import { OAuthError } from './oauthError.ts';

/** Reads documents that clients publish at their own addresses. */
export type ClientDocuments = {
  /** The JSON at an address. @throws OAuthError invalid_client when it cannot be read */
  read(url: string): Promise<unknown>;
};

const URL_CHARS_MAX = 2_048;

/**
 * The error for every failure, with one message: anyone may submit an address, and different messages would reveal
 * which hosts respond. The message lists everything that a client author has to check.
 */
export const unusableDocument = (cause?: unknown): OAuthError =>
  new OAuthError(
    'invalid_client',
    "The client's metadata document cannot be used. It must be JSON of at most 64 KiB at a public https address that it names as client_id. It needs usable redirect_uris and token_endpoint_auth_method none",
    cause,
  );

/**
 * Whether a client id is the address of a metadata document (OAuth Client ID Metadata Document, section 3): https, with
 * a path, in normal form.
 * Tested by `test/oauth/clientAddresses.test.ts`.
 */
export function isDocumentUrl(id: string): boolean {
  const url = id.length <= URL_CHARS_MAX ? URL.parse(id) : null;
  if (!url || url.href !== id || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' && url.pathname !== '/';
}
