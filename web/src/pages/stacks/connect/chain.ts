import { isRecord } from '../../../api/isRecord.ts';

/** One step by which a holder made a token reach less: what it says, and the id that it is revoked by. */
export type Link = { readonly id: string; readonly limits: Limits };

/** What a narrowing allows at most, as the token holds it (`src/core/endpoints/narrowing.ts`). */
type Limits = {
  readonly tools: readonly string[];
  readonly when: string | null;
  readonly endUser: string | null;
  readonly calls: number | null;
  /** ISO 8601. */
  readonly endsAt: string | null;
};

/** What a pasted text turned out to be; `problem` is for people. */
export type Read = { readonly links: readonly Link[] } | { readonly problem: string };

const NOTHING: Limits = { tools: [], when: null, endUser: null, calls: null, endsAt: null };
const ID = /^narrowing_[0-9a-f]{32}$/;
const TAG_CHARS = 43;

/**
 * The chain of a narrowed token, with or without its last part, which is its secret; or the one narrowing that a text
 * names by its id. It is read here and sent nowhere, and nothing of it is proven.
 */
export async function readChain(text: string, tokenId: string): Promise<Read> {
  const given = text.trim();
  if (ID.test(given)) return { links: [{ id: given, limits: NOTHING }] };
  const [header = '', payload = '', ...rest] = given.split('.');
  const links = rest.at(-1)?.length === TAG_CHARS ? rest.slice(0, -1) : rest;
  const claims = decoded(payload);
  if (!isRecord(claims) || links.length === 0) return { problem: 'This is neither a narrowed token nor an id.' };
  if (claims['jti'] !== tokenId) return { problem: 'This was narrowed from another token.' };
  let upTo = `${header}.${payload}`;
  const read: Link[] = [];
  for (const link of links) {
    upTo += `.${link}`;
    const limits = decoded(link);
    if (!isRecord(limits)) return { problem: 'This is not a narrowed token as a whole: something is missing.' };
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

/** The first 128 bits of the SHA-256 of a token up to and with a narrowing. */
async function idOf(upTo: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(upTo));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `narrowing_${hex.slice(0, 32)}`;
}

const MS = 1_000;

const limitsOf = ({ tools, when, end_user, calls, exp }: Readonly<Record<string, unknown>>): Limits => ({
  tools: Array.isArray(tools) ? tools.map(String) : [],
  when: typeof when === 'string' ? when : null,
  endUser: typeof end_user === 'string' ? end_user : null,
  calls: typeof calls === 'number' ? calls : null,
  endsAt: typeof exp === 'number' ? new Date(exp * MS).toISOString() : null,
});
