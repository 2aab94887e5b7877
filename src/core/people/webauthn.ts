import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { UserId } from '../kernel/ids.ts';
import { listUpTo } from '../lib/parse.ts';
import { CHALLENGE_LIFE_MS } from './passkeyChallenge.ts';
import type { RelyingParty } from './relyingParty.ts';

const CREDENTIAL_ID_LENGTH_MAX = 1_364;
const DATA_LENGTH_MAX = 65_536;
/** COSE algorithms: Ed25519, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

const base64url = (lengthMax: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')
    .max(lengthMax, `must be at most ${lengthMax} characters`);

const data = base64url(DATA_LENGTH_MAX);
const credential = {
  id: base64url(CREDENTIAL_ID_LENGTH_MAX),
  rawId: base64url(CREDENTIAL_ID_LENGTH_MAX),
  type: z.literal('public-key'),
};
const transports = listUpTo(z.string().regex(/^[a-z-]{1,20}$/, 'must be the name of a transport'), 10);

/** `RegistrationResponseJSON` of WebAuthn Level 3: the relevant fields of a browser's `credential.toJSON()`. */
export const attestationSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: data, attestationObject: data, transports: transports.default([]) }),
});

/** `AuthenticationResponseJSON` of WebAuthn Level 3. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: data, authenticatorData: data, signature: data, userHandle: data.nullish() }),
});

/** A new passkey as the browser sends it; only its shape is checked. */
type Attestation = z.output<typeof attestationSchema>;
/** A passkey's signature as the browser sends it; only its shape is checked. */
type Assertion = z.output<typeof assertionSchema>;

/** The stored part of a passkey. `publicKey` is a COSE_Key; `counter` is 0 if the authenticator does not count. */
export type Credential = { readonly id: string; readonly publicKey: Uint8Array<ArrayBuffer>; readonly counter: number };

/** The values that a response must match. */
type ExpectedResponse = { readonly relyingParty: RelyingParty; readonly challenge: string };

/** The verified content of a response, or the reason for rejecting it, for the log. */
type Verification<T> = { readonly proven: T } | { readonly reason: string };

type KnownPasskey = { readonly id: string; readonly transports: readonly string[] };
type NewOwner = { readonly id: UserId; readonly email: string };

/** A user's id in base64url, as authenticators store and return it. */
export const userHandleOf = (userId: UserId): string => Buffer.from(userId).toString('base64url');

// The library's own function is not used: it requests an unneeded extension and restricts transports.
/** `PublicKeyCredentialCreationOptionsJSON`. `known`: the person's passkeys, whose authenticators are excluded. */
export const creationOptions = (
  { relyingParty, challenge }: ExpectedResponse,
  { id, email }: NewOwner,
  known: readonly KnownPasskey[],
) => ({
  rp: { id: relyingParty.id, name: 'Toolyard' },
  user: { id: userHandleOf(id), name: email, displayName: email },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: CHALLENGE_LIFE_MS,
  attestation: 'none',
  excludeCredentials: known.map((each) => ({ ...each, type: 'public-key' })),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
});

/**
 * The challenge that a response claims to answer; empty if there is none. Tested by
 * `test/core/people/passkeyRegistration.test.ts`.
 */
export function challengeIn({ response: { clientDataJSON } }: Attestation | Assertion): string {
  const clientDataSchema = z.object({ challenge: z.string() });
  const parsed = z
    .preprocess((text) => {
      try {
        return JSON.parse(String(text));
      } catch {
        return null;
      }
    }, clientDataSchema)
    .safeParse(Buffer.from(clientDataJSON, 'base64url').toString());
  return parsed.data?.challenge ?? '';
}

// Loaded when first used: most processes never verify a passkey, and loading takes a quarter of a second.
const library = () => import('@simplewebauthn/server');

/** Verifies a registration (WebAuthn Level 3, section 7.1). */
export async function verifyAttestation(
  answer: Attestation,
  expected: ExpectedResponse,
): Promise<Verification<Credential>> {
  const { verifyRegistrationResponse } = await library();
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const response: RegistrationResponseJSON = { ...answer, clientExtensionResults: {} };
  return withReason(async () => {
    const attested = decodeAttestationObject(
      new Uint8Array(Buffer.from(answer.response.attestationObject, 'base64url')),
    );
    // Attestation certificates are not requested. To verify one, the library would fetch addresses that the response
    // names.
    const isPlain = attested.get('fmt') === 'none' || attested.get('fmt') === 'packed';
    if (!isPlain || attested.get('attStmt').get('x5c')) return { reason: 'the attestation has a certificate' };
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      ...expectations(expected),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return { reason: 'the attestation is invalid' };
    const { id, publicKey, counter } = registrationInfo.credential;
    return { proven: { id, publicKey: new Uint8Array(publicKey), counter } };
  });
}

/**
 * Verifies a signature (WebAuthn Level 3, section 7.2) and returns the authenticator's new counter; a counter that does
 * not increase fails.
 */
export async function verifyPasskeyAssertion(
  { response: { userHandle, ...signed }, ...answer }: Assertion,
  expected: ExpectedResponse,
  known: Credential,
): Promise<Verification<number>> {
  const { verifyAuthenticationResponse } = await library();
  const response: AuthenticationResponseJSON = { ...answer, response: signed, clientExtensionResults: {} };
  return withReason(async () => {
    const options = { response, ...expectations(expected), credential: known };
    const { verified, authenticationInfo } = await verifyAuthenticationResponse(options);
    return verified ? { proven: authenticationInfo.newCounter } : { reason: 'the signature is invalid' };
  });
}

const expectations = ({ relyingParty, challenge }: ExpectedResponse) => ({
  expectedChallenge: challenge,
  expectedOrigin: relyingParty.origin,
  expectedRPID: relyingParty.id,
  requireUserVerification: true,
});

/** Turns the library's exceptions into a reason. Their messages may contain text of the response. */
async function withReason<T>(verify: () => Promise<Verification<T>>): Promise<Verification<T>> {
  try {
    return await verify();
  } catch (error) {
    return { reason: error instanceof Error ? error.message.slice(0, 200) : 'the answer is invalid' };
  }
}
