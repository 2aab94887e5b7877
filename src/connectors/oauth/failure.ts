import * as oauth from 'oauth4webapi';
import { OAuthFailure, type OAuthFailureKind } from '../../core/credentials/oauthPort.ts';
import { isRecord } from '../../core/lib/json.ts';
import { EgressError } from '../egress/error.ts';

// Codes of RFC 6749, section 5.2, and codes that single providers define.
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

/** The status and headers of a token endpoint's response without tokens. */
type Refusal = { readonly status: number; readonly hasChallenge: boolean };

/** The failure for a refusal, from its OAuth error code or, without a code, from its HTTP status. */
export function refusalWith({ status, hasChallenge }: Refusal, code: string | null): OAuthFailure {
  const isDown = status >= 500 || status === 429;
  if (code !== null) return refusedBy(code, undefined, isDown ? 'unreachable' : undefined);
  const kind = isDown ? 'unreachable' : status === 401 && hasChallenge ? 'invalid_client' : 'bad_answer';
  return new OAuthFailure(kind, `the provider answered HTTP status ${status}`);
}

/** Converts any error of the protocol libraries. Only a provider's error codes are repeated, never its text. */
export function toOAuthFailure(error: unknown): OAuthFailure {
  if (error instanceof OAuthFailure) return error;
  const egress = egressErrorIn(error);
  if (egress) return new OAuthFailure('unreachable', egress.message, error);
  if (error instanceof oauth.AuthorizationResponseError) return refusedBy(error.error, error);
  const member = memberIn(error);
  const where = member === null ? '' : `: ${member} is missing or not as expected`;
  return new OAuthFailure('bad_answer', `the provider gave an answer that breaks the protocol${where}`, error);
}

function refusedBy(code: string, error: unknown, kind?: OAuthFailureKind): OAuthFailure {
  const shown = /^[a-z_]{1,64}$/.test(code) ? code : 'an unknown error';
  return new OAuthFailure(kind ?? KINDS[code] ?? 'refused', `the provider answered ${shown}`, error);
}

/** The member of a response that a library names in its message, or that failed a schema. */
function memberIn(error: unknown): string | null {
  if (error instanceof oauth.OperationProcessingError) {
    return error.message.match(/"([a-z_]+)"/g)?.find((name) => name !== '"response"') ?? null;
  }
  const issues = isRecord(error) && Array.isArray(error['issues']) ? error['issues'] : [];
  const path: unknown = isRecord(issues[0]) ? issues[0]['path'] : null;
  return Array.isArray(path) && path.length > 0 ? `"${path.join('.')}"` : null;
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
