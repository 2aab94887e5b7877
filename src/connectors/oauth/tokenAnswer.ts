import { OAuthFailure, type ProviderTokens } from '../../core/credentials/oauthPort.ts';
import { ExactNumber, isRecord, readJson } from '../../core/lib/json.ts';
import { pathOf, valueAtPath } from '../../core/lib/jsonPointer.ts';
import { refusalWith } from './failure.ts';

/** A token endpoint's response; `body` is null if it is neither JSON nor a form. */
type TokenAnswer = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | null;
  /** True if the response has a `WWW-Authenticate` header. */
  readonly hasChallenge: boolean;
};

/** Reads the body regardless of its media type: GitHub and Facebook respond with forms, others label JSON as text. */
export async function readTokenAnswer(response: Response): Promise<TokenAnswer> {
  const { status, headers } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const value = readJson(bytes);
  return {
    status,
    body: (isRecord(value) ? value : null) ?? toForm(bytes),
    hasChallenge: headers.has('www-authenticate'),
  };
}

function toForm(bytes: Buffer): Readonly<Record<string, unknown>> | null {
  const form = new URLSearchParams(bytes.toString('utf8').trim());
  return form.has('access_token') || form.has('error') ? Object.fromEntries(form) : null;
}

/** The error code (RFC 6749, section 5.2); some providers send it with status 200, or as an object. */
export function errorCodeOf({ body }: TokenAnswer): string | null {
  const error = body?.['error'];
  if (typeof error === 'string' && error !== '') return error;
  const codes = isRecord(error) ? [error['code'], error['type']] : [];
  return codes.find((code) => typeof code === 'string') ?? null;
}

const CLIENT_REFUSED = ['invalid_client', 'unauthorized_client', 'invalid_request'];

/** Whether the provider may not have understood the client's authentication. */
export function refusesClient(answer: TokenAnswer): boolean {
  const code = errorCodeOf(answer);
  if (code !== null) return CLIENT_REFUSED.includes(code);
  return answer.status === 401 || answer.status === 403;
}

/**
 * Types that providers write for tokens that are sent as bearer tokens: those of Slack and Apigee, and names of the
 * token's format.
 */
const BEARER =
  /^(bearer([ _-]?token)?|bot|user|token|oauth2?|jwt|access[ _-]?token|urn:ietf:params:oauth:token-type:(access_token|jwt))$/i;

/**
 * The tokens of a response, at `pointer` if given. Ignores all other members, such as the scope and the ID token. A
 * missing type means Bearer. Tested by `test/connectors/oauth/tokenAnswers.test.ts`.
 * @throws OAuthFailure that names the unusable member
 */
export function tokensIn(answer: TokenAnswer, pointer?: string): ProviderTokens {
  if (!(answer.status >= 200 && answer.status < 300)) throw refusalWith(answer, errorCodeOf(answer));
  const { body } = answer;
  if (body === null) throw unusable('is neither JSON nor a form');
  // If the document names a member, tokens next to it are not the requested ones.
  const part = pointer === undefined ? body : valueAtPath(body, pathOf(pointer));
  const tokens = isRecord(part) ? part : {};
  const code = errorCodeOf(answer);
  const { access_token: accessToken, refresh_token: refreshToken, token_type: type, expires_in: life } = tokens;
  if (typeof accessToken !== 'string' || accessToken.trim() === '') {
    if (code !== null) throw refusalWith(answer, code);
    throw unusable(`has no usable access_token${pointer === undefined ? '' : ` in ${pointer}`}`);
  }
  const types = [type].flat().filter((each) => each !== undefined && each !== null);
  if (!types.every((each) => typeof each === 'string' && (each.trim() === '' || BEARER.test(each.trim()))))
    throw unusable('has a token_type other than Bearer');
  return {
    accessToken: accessToken.trim(),
    refreshToken: typeof refreshToken === 'string' && refreshToken !== '' ? refreshToken : null,
    expiresInSeconds: secondsIn(life),
  };
}

/**
 * Reads a lifetime in seconds; null for anything but a positive number. Some providers write 0, -1 or `never` for a
 * token that doesn't expire.
 */
function secondsIn(life: unknown): number | null {
  const isGiven = typeof life === 'number' || typeof life === 'string' || life instanceof ExactNumber;
  const seconds = isGiven ? Number(life) : 0;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

const unusable = (problem: string): OAuthFailure =>
  new OAuthFailure('bad_answer', `the provider gave an answer that breaks the protocol: it ${problem}`);
