import type { Mail } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import type { MailAnswer } from './mailer.ts';

const SECOND_MS = 1_000;
/** How long the mail server may take for a message. */
const TIMEOUT_MS = 20 * SECOND_MS;
/** After this time, the instance that sends a message counts as dead, and another instance may send the message. */
const LEASE_MS = 120 * SECOND_MS;
/** Delays between attempts, in seconds. */
const RETRY_SECONDS = [30, 300, 1_800, 7_200, 18_000] as const;
/** Maximum messages sent per sweep, in total and per account, so that accounts take turns. */
const AT_ONCE_MAX = 10;
const PER_ACCOUNT_MAX = 2;
const ERROR_CHARS_MAX = 300;

/**
 * Sends due e-mails one at a time, so that the mail server gets one connection per instance. One instance sends each
 * e-mail. Another takes over only if the first crashed before it recorded the result. Returns the number started; 0
 * without a mail server. Tested by `test/core/mail/deliver.test.ts`.
 */
export async function deliverMails(operator: Ctx): Promise<number> {
  if (operator.mailer === null) return 0;
  const claimed = await claim(operator);
  for (const { id } of claimed) {
    if (operator.signal.aborted) break;
    const mail = await operator.db.mail.findUnique({ where: { id } });
    if (mail) await note(operator, mail, await send(operator, mail));
  }
  return claimed.length;
}

const claim = ({ db, now }: Ctx) => db.$queryRaw<readonly Pick<Mail, 'id'>[]>`
  UPDATE mail SET due_at = ${new Date(now().getTime() + LEASE_MS)}, attempts = attempts + 1 WHERE id IN (
    SELECT id FROM mail WHERE due_at <= ${now()} AND id IN (
      SELECT id FROM (
        SELECT mail.id, due_at, row_number() OVER (PARTITION BY account_id ORDER BY due_at) AS place
        FROM mail JOIN app_user ON app_user.id = user_id WHERE due_at <= ${now()}) AS due
      WHERE place <= ${PER_ACCOUNT_MAX}::int ORDER BY place, due_at LIMIT ${AT_ONCE_MAX}::int)
    FOR UPDATE SKIP LOCKED)
  RETURNING id`;

async function send({ mailer, signal, log }: Ctx, { id, address, subject, text }: Mail): Promise<MailAnswer> {
  const request = {
    id,
    to: address,
    subject,
    text,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  };
  try {
    return (await mailer?.send(request)) ?? { error: 'there is no mail server', isFinal: false };
  } catch (error) {
    log.error({ err: error, mail: id }, 'an e-mail could not be sent');
    return { error: 'it could not be sent', isFinal: false };
  }
}

async function note({ db, now, log }: Ctx, { id, attempts }: Mail, answer: MailAnswer): Promise<void> {
  const at = now();
  if (answer.error === null) {
    await db.mail.updateMany({ where: { id }, data: { dueAt: null, deliveredAt: at, error: null } });
    return;
  }
  const seconds = answer.isFinal ? undefined : RETRY_SECONDS[attempts - 1];
  const dueAt = seconds === undefined ? null : new Date(at.getTime() + seconds * SECOND_MS);
  await db.mail.updateMany({ where: { id }, data: { dueAt, error: answer.error.slice(0, ERROR_CHARS_MAX) } });
  log.warn({ mail: id, attempts, isGivenUp: dueAt === null, problem: answer.error }, 'an e-mail was rejected');
}
