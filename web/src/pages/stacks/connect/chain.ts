import { isRecord } from '../../../api/isRecord.ts';

/** A restriction that a holder added to a token, and the ID that revokes it. */
export type Link = { readonly id: string; readonly limits: Limits };

/** The limits in a restriction, as encoded in the token (`src/core/kernel/attenuation.ts`). */
type Limits = {
  readonly tools: readonly string[];
  readonly when: string | null;
  readonly endUser: string | null;
  readonly calls: number | null;
  /** ISO 8601. */
  readonly endsAt: string | null;
};

/** The result of reading a pasted text; `problem` is shown to people. */
export type Read = { readonly links: readonly Link[] } | { readonly problem: string };

const NOTHING: Limits = { tools: [], when: null, endUser: null, calls: null, endsAt: null };
const ID = /^attenuation_[0-9a-f]{32}$/;
const TAG_CHARS = 43;

/**
 * Reads the restrictions of a token, with or without its last part (the secret), or the ID of a single restriction.
 * Parses locally: sends nothing and verifies nothing.
 */
export async function readChain(text: string, tokenId: string): Promise<Read> {
  const token = text.trim();
  if (ID.test(token)) return { links: [{ id: token, limits: NOTHING }] };
  const [header = '', payload = '', ...rest] = token.split('.');
  const links = rest.at(-1)?.length === TAG_CHARS ? rest.slice(0, -1) : rest;
  const claims = decoded(payload);
  if (!isRecord(claims) || links.length === 0) return { problem: 'This isn’t a restricted token or a restriction ID.' };
  if (claims['jti'] !== tokenId) return { problem: 'This restricted token comes from another token.' };
  let upTo = `${header}.${payload}`;
  const read: Link[] = [];
  for (const link of links) {
    upTo += `.${link}`;
    const limits = decoded(link);
    if (!isRecord(limits)) return { problem: 'This restricted token is incomplete.' };
    read.push({ id: await idOf(upTo), limits: limitsOf(limits) });
  }
  return { links: read };
}

function decoded(part: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** The first 128 bits of the SHA-256 of the token up to and including a restriction. */
async function idOf(upTo: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(upTo));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `attenuation_${hex.slice(0, 32)}`;
}

const MS = 1_000;

const limitsOf = ({ tools, when, end_user, calls, exp }: Readonly<Record<string, unknown>>): Limits => ({
  tools: Array.isArray(tools) ? tools.map(String) : [],
  when: typeof when === 'string' ? when : null,
  endUser: typeof end_user === 'string' ? end_user : null,
  calls: typeof calls === 'number' ? calls : null,
  endsAt: typeof exp === 'number' ? new Date(exp * MS).toISOString() : null,
});
