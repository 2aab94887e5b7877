import { z } from 'zod';
import { consumeNonce } from '../kernel/consumeNonce.ts';
import type { Deps, Tx } from '../kernel/context.ts';
import { newRowId } from '../kernel/ids.ts';
import { openJson, sealJson } from '../kernel/sealedJson.ts';

/** How long a challenge is valid. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;

/** The use of a challenge; `session` is empty during sign-in. */
export type ChallengeUse = {
  readonly purpose: 'passkey-registration' | 'passkey-sign-in';
  readonly session: string;
};

/** A challenge of ours in a response. `id` is stored once it is used. */
export type Challenge = { readonly text: string; readonly id: string; readonly expiresAtMs: number };

type Sealer = Pick<Deps, 'vault' | 'now'>;

const sealedSchema = z.object({ id: z.string(), session: z.string(), expiresAtMs: z.number() });

/**
 * Creates a challenge, in base64url. It contains the encrypted purpose, session and expiry, so nothing is stored until
 * the response arrives. Tested by `test/core/people/passkeys.test.ts`.
 */
export const newChallenge = ({ vault, now }: Sealer, { purpose, session }: ChallengeUse): string =>
  sealJson(vault, purpose, { id: newRowId(), session, expiresAtMs: now().getTime() + CHALLENGE_LIFE_MS });

/** Opens a challenge of `newChallenge` for this use; null if expired or invalid. */
export function openChallenge({ vault, now }: Sealer, { purpose, session }: ChallengeUse, text: string) {
  const { data } = sealedSchema.safeParse(openJson(vault, purpose, text));
  if (!data || data.session !== session || data.expiresAtMs <= now().getTime()) return null;
  return { text, id: data.id, expiresAtMs: data.expiresAtMs } satisfies Challenge;
}

/** Marks a challenge as used; false if it already was. Deletes expired marks. */
export const spendChallenge = (ctx: Sealer, tx: Tx, { id, expiresAtMs }: Challenge): Promise<boolean> =>
  consumeNonce(ctx, tx, { id, expiresAt: new Date(expiresAtMs) });
