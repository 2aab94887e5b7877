/** A browser error with a message for people. */
class PasskeyError extends Error {}

/** Whether the browser supports passkeys and JSON options. */
export const hasPasskeyApi = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Boundary: our server's options match the browser's parser. */
const toCreation = (options: unknown): PublicKeyCredentialCreationOptions =>
  PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);

/** Boundary: our server's sign-in options match the browser's parser. */
const toRequest = (options: unknown): PublicKeyCredentialRequestOptions =>
  PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);

/** Creates a passkey; returns its `RegistrationResponseJSON`. @throws PasskeyError */
export const createPasskey = (options: unknown): Promise<unknown> =>
  withPasskeyErrors(() => navigator.credentials.create({ publicKey: toCreation(options) }));

/** Requests a passkey; returns its `AuthenticationResponseJSON`. @throws PasskeyError */
export const askForPasskey = (options: unknown): Promise<unknown> =>
  withPasskeyErrors(() => navigator.credentials.get({ publicKey: toRequest(options) }));

async function withPasskeyErrors(askBrowser: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await askBrowser();
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    throw new PasskeyError(wordsFor(error), { cause: error });
  }
  throw new PasskeyError(CANCELLED);
}

const CANCELLED = 'No passkey was used. The request was cancelled or timed out, or there’s no passkey for this site.';
const UNABLE = 'This device isn’t supported. A passkey must verify you by fingerprint, face or PIN.';

/** By error name (WebAuthn Level 3, sections 5.1.3 and 5.1.4). */
const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: CANCELLED,
  AbortError: CANCELLED,
  InvalidStateError: 'This device or password manager already has a passkey for you.',
  SecurityError: 'The browser doesn’t allow passkeys at this address.',
  NotSupportedError: UNABLE,
  ConstraintError: UNABLE,
};

const wordsFor = (error: unknown): string =>
  (error instanceof Error ? WORDS[error.name] : undefined) ?? 'The browser couldn’t use a passkey. Try again.';
