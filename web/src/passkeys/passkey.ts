/** Why the browser gave no passkey, in words for the person. */
class PasskeyError extends Error {}

/** Whether this browser makes passkeys, and reads what the service says about them. */
export const hasPasskeyApi = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Boundary: our own server's options are what the browser's parser takes. */
const toCreation = (options: unknown): PublicKeyCredentialCreationOptions =>
  PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);

/** Boundary: the same for a sign-in. */
const toRequest = (options: unknown): PublicKeyCredentialRequestOptions =>
  PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);

/** Has the browser make a passkey; gives its `RegistrationResponseJSON`. @throws PasskeyError */
export const createPasskey = (options: unknown): Promise<unknown> =>
  withPasskeyErrors(() => navigator.credentials.create({ publicKey: toCreation(options) }));

/** Has the browser ask for a passkey; gives its `AuthenticationResponseJSON`. @throws PasskeyError */
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

const CANCELLED = 'No passkey was used: it was cancelled, took too long, or there is none for this address.';
const UNABLE = 'This device cannot do that: a passkey has to check that it is you, by fingerprint, face or PIN.';

/** By the names of errors in WebAuthn Level 3, sections 5.1.3 and 5.1.4. */
const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: CANCELLED,
  AbortError: CANCELLED,
  InvalidStateError: 'This device or password manager has a passkey for you already.',
  SecurityError: 'The browser does not allow passkeys at this address.',
  NotSupportedError: UNABLE,
  ConstraintError: UNABLE,
};

const wordsFor = (error: unknown): string =>
  (error instanceof Error ? WORDS[error.name] : undefined) ?? 'The browser could not use a passkey. Try again.';
