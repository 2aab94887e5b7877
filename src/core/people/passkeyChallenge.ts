import { z } from 'zod';
import { openText, sealText } from '../authorization/sealed.ts';
import type { Deps, Tx } from '../context.ts';
import { newRowId } from '../ids.ts';

/** How long a person may take to answer a challenge. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;

/** What a challenge is for; `session` is empty while nobody is signed in. */
export type ChallengeUse = {
  readonly purpose: 'passkey-registration' | 'passkey-sign-in';
  readonly session: string;
};

/** A challenge of ours that was answered; `id` is what is remembered once it is spent. */
export type Challenge = { readonly text: string; readonly id: string; readonly expiresAtMs: number };

type Sealer = Pick<Deps, 'vault' | 'now'>;

const sealedSchema = z.object({ id: z.string(), session: z.string(), expiresAtMs: z.number() });

/** A new challenge, in base64url. It says itself what it is good for, so that asking for one stores nothing. */
export const newChallenge = ({ vault, now }: Sealer, { purpose, session }: ChallengeUse): string =>
  sealText(vault, purpose, { id: newRowId(), session, expiresAtMs: now().getTime() + CHALLENGE_LIFE_MS });

/** A challenge of ours for this use that is not too old; null for any other text. */
export function openChallenge({ vault, now }: Sealer, { purpose, session }: ChallengeUse, text: string) {
  const { data } = sealedSchema.safeParse(openText(vault, purpose, text));
  if (!data || data.session !== session || data.expiresAtMs <= now().getTime()) return null;
  return { text, id: data.id, expiresAtMs: data.expiresAtMs } satisfies Challenge;
}

/** Marks a challenge as answered; false when it was before. Sweeps up those that are too old to be answered again. */
export async function spendChallenge({ now }: Sealer, tx: Tx, { id, expiresAtMs }: Challenge): Promise<boolean> {
  await tx.usedChallenge.deleteMany({ where: { expiresAt: { lt: now() } } });
  const data = { id, expiresAt: new Date(expiresAtMs) };
  return (await tx.usedChallenge.createMany({ data, skipDuplicates: true })).count === 1;
}
