import type { Actor } from '../kernel/actor.ts';
import type { Tx } from '../kernel/context.ts';
import { toApiKeyId, toServiceAccountId, toTokenId } from '../kernel/ids.ts';

/**
 * The id of the person who creates a key, token or service account. If an API key creates it, the id of the key's
 * person, or of the key if its person is unknown. Null for the operator.
 */
export async function makerOf(db: Tx, actor: Actor): Promise<string | null> {
  if (actor.kind === 'user') return actor.userId;
  if (actor.kind !== 'apiKey') return null;
  const key = await db.apiKey.findUnique({ where: { id: actor.keyId } });
  return key?.userId ?? key?.makerId ?? actor.keyId;
}

/** An actor as audit events and approvals store it. */
type NamedActor = { readonly kind: string; readonly id: string };

/**
 * Whether two actors may be one person: the same person, key or token, or keys and tokens of one creator. Tested by
 * `test/core/approvals/needsAnother.test.ts`.
 */
export async function mayBeSamePerson(db: Tx, one: NamedActor, other: NamedActor): Promise<boolean> {
  const [origins, others] = await Promise.all([originsOf(db, one), originsOf(db, other)]);
  return origins.some((origin) => others.includes(origin));
}

/** An actor and its creators. For a service account's token, includes the client's creator. */
async function originsOf(db: Tx, { kind, id }: NamedActor): Promise<readonly string[]> {
  if (kind === 'apiKey') {
    const key = await db.apiKey.findUnique({ where: { id: toApiKeyId(id) } });
    return [id, key?.userId, key?.makerId].filter((origin) => typeof origin === 'string');
  }
  const token = kind === 'agent' ? await db.stackToken.findUnique({ where: { id: toTokenId(id) } }) : null;
  if (!token) return [id];
  const clients = [token.grantId, token.oauthClient].filter((client) => client !== null).map(toServiceAccountId);
  const rows = await db.serviceAccount.findMany({ where: { id: { in: clients } } });
  return [id, token.makerId, ...rows.map(({ makerId }) => makerId)].filter((origin) => origin !== null);
}
