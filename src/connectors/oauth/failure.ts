import * as oauth from 'oauth4webapi';
import { OAuthFailure, type OAuthFailureKind } from '../../core/credentials/oauthPort.ts';
import { isRecord } from '../../core/lib/json.ts';
import { EgressError } from '../egress/error.ts';

// RFC 6749, section 5.2, and the codes of providers that have their own.
const KINDS: Readonly<Record<string, OAuthFailureKind>> = {
  invalid_grant: 'invalid_grant',
  bad_refresh_token: 'invalid_grant',
  invalid_refresh_token: 'invalid_grant',
  token_expired: 'invalid_grant',
  token_revoked: 'invalid_grant',
  invalid_client: 'invalid_client',
  unauthorized_client: 'invalid_client',
  bad_client_secret: 'invalid_client',
  server_error: 'unreachable',
  temporarily_unavailable: 'unreachable',
};

/** Converts whatever the protocol libraries threw. Only a provider's error codes are repeated, never its text. */
export function toOAuthFailure(error: unknown): OAuthFailure {
  if (error instanceof OAuthFailure) return error;
  const egress = egressErrorIn(error);
  if (egress) return new OAuthFailure('unreachable', egress.message, error);
  if (error instanceof oauth.WWWAuthenticateChallengeError) return refusedBy('invalid_client', error);
  if (error instanceof oauth.ResponseBodyError && error.status >= 500) return refusedBy('server_error', error);
  const code = codeIn(error);
  if (code !== null) return refusedBy(code, error);
  return new OAuthFailure('bad_answer', 'the provider gave an answer that breaks the protocol', error);
}

function refusedBy(code: string, error: unknown): OAuthFailure {
  const shown = /^[a-z_]{1,64}$/.test(code) ? code : 'an unknown error';
  return new OAuthFailure(KINDS[code] ?? 'refused', `the provider answered ${shown}`, error);
}

/** The provider's error code; some providers send it with status 200. */
function codeIn(error: unknown): string | null {
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) return error.error;
  const cause = error instanceof Error ? error.cause : null;
  const body = isRecord(cause) ? cause['body'] : null;
  return isRecord(body) && typeof body['error'] === 'string' ? body['error'] : null;
}

const CAUSES_MAX = 4;

function egressErrorIn(error: unknown): EgressError | null {
  let each = error;
  for (let depth = 0; depth < CAUSES_MAX && each instanceof Error; depth += 1) {
    if (each instanceof EgressError) return each;
    each = each.cause;
  }
  return null;
}
