import { fetch } from 'undici';
import { z } from 'zod';
import { LOGIN_CLIENT } from '../../core/authorization/login.ts';
import { type CliCode, CliError } from '../exit.ts';
import { harmless } from '../output.ts';

export type RequestedKey = {
  readonly name: string;
  readonly role: string | undefined;
  readonly days: number | undefined;
};

/** One sign-in attempt and its proof (RFC 7636, S256). */
type Attempt = { readonly state: string; readonly verifier: string; readonly challenge: string };

const TIMEOUT_MS = 30_000;

/** The page where the person approves. Its address contains no secret: the verifier stays here. */
export function pageUrl(
  base: string,
  redirectUri: string,
  { state, challenge }: Attempt,
  requested: RequestedKey,
): string {
  const params = new URLSearchParams({
    response_type: 'code',
    client_id: LOGIN_CLIENT,
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    name: requested.name,
    ...(requested.role !== undefined && { role: requested.role }),
    ...(requested.days !== undefined && { days: String(requested.days) }),
  });
  return `${base}/oauth/authorize?${params}`;
}

const givenSchema = z.object({
  access_token: z.string(),
  key_id: z.string(),
  name: z.string(),
  role: z.string(),
  expires_at: z.string().nullable(),
  account_name: z.string(),
  email: z.string(),
});

/** An error response of the token endpoint (RFC 6749, section 5.2). */
const refusedSchema = z.object({ error_description: z.string() });

/** Maximum characters shown of a server's own text. */
const SHOWN_LENGTH = 300;

/** The error code for a status; `forbidden` for others. */
const CODES: Readonly<Record<number, CliCode>> = { 429: 'rate_limited', 503: 'unavailable' };

/**
 * Exchanges a code for the key.
 * @throws CliError unavailable, rate_limited, forbidden, as reported by the server; the signal's reason
 */
export async function exchangeLoginCode(
  base: string,
  input: { readonly code: string; readonly redirectUri: string; readonly verifier: string },
  signal: AbortSignal,
): Promise<z.infer<typeof givenSchema>> {
  const form = {
    grant_type: 'authorization_code',
    client_id: LOGIN_CLIENT,
    code: input.code,
    redirect_uri: input.redirectUri,
    code_verifier: input.verifier,
  };
  const response = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new CliError('unavailable', `${base} stopped responding`, error);
  });
  const body: unknown = await response.json().catch(() => null);
  const parsed = givenSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const { data } = refusedSchema.safeParse(body);
  const why = data
    ? `: ${harmless(data.error_description).slice(0, SHOWN_LENGTH)}`
    : ` (status ${response.status}): sign in again`;
  throw new CliError(CODES[response.status] ?? 'forbidden', `The server issued no key${why}`);
}
