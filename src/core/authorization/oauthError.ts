/** The OAuth error codes that we use: RFC 6749 (sections 4.1.2.1, 5.2), RFC 7591 (3.2.2), RFC 8707 (2). */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_scope'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied';

/** A request that breaks the protocol. `message` is for the client's developer and may be shown. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
