import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { CONDITION_CHARS_MAX } from '../conditions/condition.ts';
import { AppError } from '../lib/errors.ts';
import { NETWORKS_MAX, parseNetwork } from '../lib/networks.ts';
import { listUpTo } from '../lib/parse.ts';
import { sha256Text } from '../lib/sha256.ts';
import { endUserSchema } from './endUser.ts';
import { type AttenuationId, attenuationIdOf } from './ids.ts';

/** Maximum attenuations of a token. */
export const ATTENUATIONS_MAX = 8;
/** Maximum characters of an attenuated token, which has to fit into a header (Node: 16 KiB for all headers). */
export const ATTENUATED_CHARS_MAX = 8_192;

/** Maximum characters of all conditions of a token, since they are compiled during a call. */
const CONDITIONS_CHARS_MAX = 2_000;
const TOOLS_MAX = 100;
const CALLS_MAX = 1_000_000_000;
/** The last second of the year 9999. */
const EXP_MAX = 253_402_300_799;

/** Tool ids, in which `*` matches any text. */
export const toolPatterns = listUpTo(
  z.string().regex(/^[\w*-]{1,64}$/, 'must be a tool id; * matches any text'),
  TOOLS_MAX,
  1,
  'must name a tool',
);

/** Maximum calls of a token or attenuation. */
const callsLimit = z.int().min(1).max(CALLS_MAX);

/**
 * Limits of one attenuation, as encoded in the token. Absent members do not restrict. An unknown member makes the token
 * invalid, since it may be a restriction.
 */
export const limitsSchema = z.strictObject({
  tools: toolPatterns.exactOptional(),
  /** A CEL expression (docs/control.md, Conditions); only calls for which it is true are allowed. */
  when: z.string().min(1).max(CONDITION_CHARS_MAX).exactOptional(),
  end_user: endUserSchema.exactOptional(),
  calls: callsLimit.exactOptional(),
  /** Expiry as Unix time in seconds. */
  exp: z.int().min(1).max(EXP_MAX).exactOptional(),
  /** Makes the ids of attenuations with equal limits distinct; it has no other meaning. */
  nonce: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -')
    .exactOptional(),
});

/** Limits of one attenuation. */
export type Limits = z.infer<typeof limitsSchema>;

/** One attenuation of a token, in creation order. */
export type Attenuation = {
  /** `attenuation_` and the first 128 bits of the SHA-256 of the token up to and including this attenuation. */
  readonly id: AttenuationId;
  readonly limits: Limits;
};

/** An attenuated token without its last part; contains no secret. */
export type AttenuatedBody = {
  /** Header and claims of the stack token (RFC 7519), verbatim: `header.payload`. */
  readonly signed: string;
  readonly attenuations: readonly Attenuation[];
};

const BODY = /^[\w-]+(?:\.[\w-]+){2,}$/;
/**
 * Position of an attenuated token's last dot, from the end: it precedes the 43 characters of an HMAC-SHA-256. A stack
 * token has the 86 characters of an Ed25519 signature there.
 */
export const TAG_AND_DOT = 44;
/** Character code of a dot. */
export const DOT = 0x2e;

/** Whether a text has the form of an attenuated token rather than a stack token. */
export const isAttenuated = (token: string): boolean => token.charCodeAt(token.length - TAG_AND_DOT) === DOT;

/**
 * Attenuates a stack token or an attenuated token offline. Replaces the last part (a signature or tag) with the limits
 * and an HMAC-SHA-256 (RFC 2104) of all preceding parts, keyed by the replaced part. The holder of the result does not
 * know that key, so limits can be added but not removed, as with macaroons. Tested by
 * `test/core/kernel/attenuation.test.ts` and `test/core/endpoints/attenuatedChains.test.ts`.
 */
export function attenuateToken(token: string, limits: Limits): string {
  const at = token.lastIndexOf('.');
  const body = `${token.slice(0, at)}.${Buffer.from(JSON.stringify(limits)).toString('base64url')}`;
  const tag = tagOf(Buffer.from(token.slice(at + 1), 'base64url'), body);
  return `${body}.${tag.toString('base64url')}`;
}

const tagOf = (secret: Uint8Array, body: string): Buffer => createHmac('sha256', secret).update(body).digest();

/** Splits an attenuated token into its body and the tag that proves it; null if the text has another form. */
export function splitAttenuated(token: string): { readonly body: string; readonly tag: string } | null {
  if (token.length > ATTENUATED_CHARS_MAX || !isAttenuated(token)) return null;
  const at = token.length - TAG_AND_DOT;
  return { body: token.slice(0, at), tag: token.slice(at + 1) };
}

/** Parses the body of an attenuated token; null if it contains anything that this version doesn't know. */
export function readTokenBody(body: string): AttenuatedBody | null {
  if (body.length > ATTENUATED_CHARS_MAX || !BODY.test(body)) return null;
  const [header = '', payload = '', ...links] = body.split('.');
  if (links.length > ATTENUATIONS_MAX) return null;
  const signed = `${header}.${payload}`;
  let upTo = signed;
  let conditionChars = 0;
  const attenuations: Attenuation[] = [];
  for (const link of links) {
    const limits = readLimits(link);
    conditionChars += limits?.when?.length ?? 0;
    if (!limits || conditionChars > CONDITIONS_CHARS_MAX) return null;
    upTo += `.${link}`;
    attenuations.push({ id: attenuationIdOf(sha256Text(upTo, 'hex')), limits });
  }
  return { signed, attenuations };
}

function readLimits(link: string): Limits | null {
  try {
    const parsed = limitsSchema.safeParse(JSON.parse(Buffer.from(link, 'base64url').toString()));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** True if the text has the format of an attenuation id. */
export const isAttenuationId = (text: string): boolean => /^attenuation_[0-9a-f]{32}$/.test(text);

/** Whether a tag belongs to a body, given the signature of the original stack token. */
export function isProven(body: string, tag: string, signature: Uint8Array): boolean {
  const [header = '', payload = '', ...links] = body.split('.');
  let upTo = `${header}.${payload}`;
  let proof = signature;
  for (const link of links) {
    upTo += `.${link}`;
    proof = tagOf(proof, upTo);
  }
  const tagBytes = Buffer.from(tag, 'base64url');
  return tagBytes.length === proof.length && timingSafeEqual(tagBytes, proof);
}

/** The result of `endUserWithin` if no end user is allowed. Real ids are never empty. */
export const NO_END_USER = '';

/** The end user of a token after its attenuations; null for any, `NO_END_USER` if they name different ones. */
export function endUserWithin(own: string | null, attenuations: readonly Attenuation[]): string | null {
  const named = [own, ...attenuations.map(({ limits }) => limits.end_user ?? null)].filter((each) => each !== null);
  const [first = null, ...others] = named;
  return others.every((other) => other === first) ? first : NO_END_USER;
}

/** Reach fields accepted by `createStackToken`. */
export const reachFields = {
  tools: toolPatterns.nullish(),
  networks: listUpTo(
    z.string().refine((text) => parseNetwork(text) !== null, 'must be an address, or a range such as 10.0.0.0/8'),
    NETWORKS_MAX,
    1,
    'must name a range',
  ).nullish(),
  callsMax: callsLimit.nullish(),
};

/** The error for a call that an attenuation does not allow. */
export const attenuationError = ({ id }: Pick<Attenuation, 'id'>, problem: string): AppError =>
  new AppError('forbidden', `This token was attenuated, and ${id} ${problem}`);
