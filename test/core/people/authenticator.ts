import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type Cbor, toCbor } from './cbor.ts';

/** Errors of an authenticator, or of the browser before it. */
export type Wrong = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isUnverified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly attestation?: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, Cbor> };
};

export type Creation = {
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly challenge: string;
};
export type Request = { readonly rpId: string; readonly challenge: string };
export type Authenticator = ReturnType<typeof newAuthenticator>;

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];
const NO_ATTESTATION = { fmt: 'none', attStmt: new Map<string, Cbor>() };
const encode = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();

/** A software authenticator with a browser around it (WebAuthn Level 3, ES256). */
export function newAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const state = { userHandle: '', counter: 0 };
  const credential = { id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {} };
  const head = (rpId: string, flags: number, wrong: Wrong): Buffer => {
    state.counter = wrong.counter ?? state.counter + 1;
    return authenticatorHead(wrong.rpId ?? rpId, flags | (wrong.isUnverified ? 0 : VERIFIED), state.counter);
  };
  const clientData = (type: string, challenge: string, wrong: Wrong): string =>
    JSON.stringify({
      type: wrong.type ?? type,
      challenge: wrong.challenge ?? challenge,
      origin: wrong.origin ?? origin,
      crossOrigin: false,
    });
  return {
    /** `navigator.credentials.create(…)`, then `toJSON()`. */
    create: ({ rp, user, challenge }: Creation, wrong: Wrong = {}) => {
      state.userHandle = user.id;
      const length = Buffer.from([0, id.length]);
      const attested = [Buffer.alloc(16), length, id, coseKeyOf(publicKey)];
      const { fmt, attStmt } = wrong.attestation ?? NO_ATTESTATION;
      const authData = Buffer.concat([head(rp.id, ATTESTED, wrong), ...attested]);
      const attestationObject = toCbor(new Map<string, Cbor>(Object.entries({ fmt, attStmt, authData })));
      const clientDataJSON = encode(clientData('webauthn.create', challenge, wrong));
      const response = { clientDataJSON, attestationObject: encode(attestationObject), transports: ['internal'] };
      return { ...credential, response };
    },
    /** `navigator.credentials.get(…)`, then `toJSON()`. */
    get: ({ rpId, challenge }: Request, wrong: Wrong = {}) => {
      const authenticatorData = head(rpId, 0, wrong);
      const clientDataJSON = clientData('webauthn.get', challenge, wrong);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey);
      const response = {
        clientDataJSON: encode(clientDataJSON),
        authenticatorData: encode(authenticatorData),
        signature: encode(signature),
        userHandle: wrong.userHandle ?? state.userHandle,
      };
      return { ...credential, response };
    },
  };
}

function authenticatorHead(rpId: string, flags: number, counter: number): Buffer {
  const head = Buffer.alloc(37);
  sha256(rpId).copy(head);
  head.writeUInt8(PRESENT | flags, 32);
  head.writeUInt32BE(counter, 33);
  return head;
}

/** A COSE_Key: key type EC2, ES256, P-256. */
function coseKeyOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [kty, alg, crv] = [2, -7, 1];
  const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return toCbor(
    new Map<number, Cbor>([
      [1, kty],
      [3, alg],
      [-1, crv],
      [-2, xBytes],
      [-3, yBytes],
    ]),
  );
}
