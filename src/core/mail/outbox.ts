import type { User } from '../../generated/prisma/client.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { type AccountId, newRowId } from '../kernel/ids.ts';
import { mayDo, toRole } from '../kernel/roles.ts';

/** How long a message is kept, sent or not. The same as for webhooks. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
/** The maximum number of recipients per account. */
export const MAILED_MAX = 50;
const SUBJECT_CHARS_MAX = 200;

/** A message without its recipient. */
type MailDraft = { readonly kind: 'alert' | 'confirmation'; readonly subject: string; readonly text: string };

type MailRecipient = Pick<User, 'id' | 'email'>;

/** The outbox rows of a message, to insert in the transaction of its event. */
export const mailsOf = (
  { now }: Pick<Ctx, 'now'>,
  people: readonly MailRecipient[],
  { kind, subject, text }: MailDraft,
) =>
  people.map(({ id, email }) => {
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + KEPT_MS);
    const short = subject.slice(0, SUBJECT_CHARS_MAX);
    return {
      id: newRowId(),
      userId: id,
      kind,
      address: email,
      subject: short,
      text,
      createdAt,
      dueAt: createdAt,
      expiresAt,
    };
  });

/** The first 50 people who may see the whole account and have confirmed their sign-in address for alerts. */
export async function findMailedPeople(tx: Tx, accountId: AccountId): Promise<readonly MailRecipient[]> {
  const people = await tx.user.findMany({
    where: { accountId, alertEmail: { not: null } },
    orderBy: { id: 'asc' },
    take: MAILED_MAX,
  });
  return people.filter(({ alertEmail, email, role }) => alertEmail === email && mayDo({ role: toRole(role) }, 'read'));
}
