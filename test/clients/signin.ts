import { CALLBACK } from '../oauth/kit.ts';

type Information = { client_id: string; client_secret?: string };
type Tokens = { access_token: string; token_type: string; refresh_token?: string; expires_in?: number; scope?: string };

/** The in-memory state of an application with the SDK's OAuth client; both SDKs accept it unchanged. */
export function createSignin(name: string) {
  let information: Information | undefined;
  let tokens: Tokens | undefined;
  let verifier = '';
  return {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: name, redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    stateValue: 'state of this test',
    /** The address that would open in a browser. */
    opened: null as URL | null,
    state: () => 'state of this test',
    clientInformation: () => information,
    saveClientInformation(newInformation: Information) {
      information = newInformation;
    },
    tokens: () => tokens,
    saveTokens(newTokens: Tokens) {
      tokens = newTokens;
    },
    redirectToAuthorization(url: URL) {
      this.opened = url;
    },
    saveCodeVerifier(newVerifier: string) {
      verifier = newVerifier;
    },
    codeVerifier: () => verifier,
    invalidateCredentials(scope: string) {
      if (scope === 'all' || scope === 'tokens') tokens = undefined;
      if (scope === 'all' || scope === 'client') information = undefined;
    },
    held: () => tokens ?? { access_token: '', token_type: '' },
    /** Simulates an expired token: the stored one now gets 401. */
    spoil() {
      if (tokens) tokens = { ...tokens, access_token: `${tokens.access_token}x` };
    },
  };
}
