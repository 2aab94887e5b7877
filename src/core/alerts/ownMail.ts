import { z } from 'zod';
import type { User } from '../../generated/prisma/client.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import type { UserId } from '../kernel/ids.ts';
import { hasRight, requireRight, requireUser } from '../kernel/scope.ts';
import { openJson, sealJson } from '../kernel/sealedJson.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { MAILED_MAX, mailsOf } from '../mail/outbox.ts';

const PURPOSE = 'alert-mail';
const HOUR_MS = 60 * 60_000;
/** Time limit for confirming an address. */
const LIFE_MS = 24 * HOUR_MS;
/** Maximum confirmation e-mails per person and hour. */
const CONFIRMATIONS_MAX = 3;

const mailInput = z.object({ isOn: z.boolean().nullish(), confirmation: z.string().max(4_096).nullish() });
const sealedSchema = z.object({ userId: z.string(), email: z.string(), expiresAtMs: z.number() });

/** A person's alert e-mail state: disabled, waiting for address confirmation, or enabled. */
export type MailState = 'off' | 'unconfirmed' | 'on';

/** Alert e-mail state and address of a person. */
export type OwnMail = { readonly state: MailState; readonly address: string };

/**
 * The caller's alert e-mail settings; null if the caller is not a person or no mail server is configured.
 * @throws forbidden for callers that do not see the whole account
 */
export async function ownMailState(ctx: Ctx): Promise<OwnMail | null> {
  requireRight(ctx.actor, 'read');
  const { actor, db, mailer } = ctx;
  if (actor.kind !== 'user' || mailer === null) return null;
  return mailOf(ctx, await db.user.findUniqueOrThrow({ where: { id: actor.userId } }));
}

async function mailOf(ctx: MailCtx, { id, email, alertEmail }: User): Promise<OwnMail> {
  if (alertEmail === email) return { state: 'on', address: email };
  const sentCount = await countConfirmations(ctx, id, LIFE_MS, ['confirmation']);
  return { state: sentCount > 0 ? 'unconfirmed' : 'off', address: email };
}

type MailCtx = Pick<Ctx, 'now'> & { readonly db: Pick<Tx, 'mail'> };

/** Number of confirmation e-mails in the last `ms`, including withdrawn ones. */
const countConfirmations = ({ db, now }: MailCtx, userId: UserId, ms: number, kinds = ['confirmation', 'withdrawn']) =>
  db.mail.count({ where: { userId, kind: { in: kinds }, createdAt: { gt: new Date(now().getTime() - ms) } } });

/**
 * Turns alert e-mails to the caller's sign-in address on or off. The input is `{ isOn, confirmation? }`. Turning them
 * on sends a confirmation link, at most three times an hour. Alerts are sent once the link's `confirmation` is
 * submitted.
 * @throws forbidden for callers that are not people; rate_limited
 * @throws invalid_input for callers that do not see the whole account, without a mail server, for a wrong or expired
 * confirmation, and beyond 50 receivers
 */
export async function updateOwnMail(ctx: Ctx, input: unknown): Promise<OwnMail> {
  const { userId: id, accountId } = requireUser(ctx.actor);
  const { isOn: wantsMail, confirmation } = parseInput(mailInput, input, 'Invalid request parameters');
  if (wantsMail === undefined) return mailOf(ctx, await ctx.db.user.findUniqueOrThrow({ where: { id } }));
  const isOn = wantsMail ?? false;
  if (isOn && !hasRight(ctx.actor, 'read')) throw refused('Alert emails require access to the whole account');
  if (isOn && ctx.mailer === null) throw refused('The operator has not set up a mail server (TOOLYARD_SMTP_URL)');
  const state: MailState = !isOn ? 'off' : typeof confirmation === 'string' ? 'on' : 'unconfirmed';
  return write(ctx, async (tx) => {
    const user = await tx.user.findUniqueOrThrow({ where: { id } });
    const changed = await CHANGES[state](ctx, tx, user, confirmation ?? '');
    return {
      value: await mailOf({ db: tx, now: ctx.now }, changed),
      audit: { action: 'user.set_alert_mail', target: { kind: 'user', id }, chain: accountId, details: { state } },
    };
  });
}

type Change = (ctx: Ctx, tx: Tx, user: User, confirmation: string) => Promise<User>;

const CHANGES: Readonly<Record<MailState, Change>> = {
  /** Also deletes e-mails that are still queued. */
  async off(_ctx, tx, { id }) {
    await tx.mail.deleteMany({ where: { userId: id, kind: 'alert', dueAt: { not: null } } });
    await tx.mail.updateMany({ where: { userId: id, kind: 'confirmation' }, data: { kind: 'withdrawn', dueAt: null } });
    return tx.user.update({ where: { id }, data: { alertEmail: null } });
  },
  async unconfirmed(ctx, tx, user) {
    await ask(ctx, tx, user);
    return user;
  },
  async on(ctx, tx, user, confirmation) {
    const { accountId, id, email } = user;
    const opened = sealedSchema.safeParse(openJson(ctx.vault, PURPOSE, confirmation)).data;
    const isRight = opened?.userId === id && opened.email === email && opened.expiresAtMs > ctx.now().getTime();
    if (!isRight) throw refused('This confirmation link is for another user or has expired. Request a new one');
    const others = await tx.user.count({ where: { accountId, alertEmail: { not: null }, id: { not: id } } });
    if (others >= MAILED_MAX) throw refused(`${MAILED_MAX} people in the account already receive alert emails`);
    return tx.user.update({ where: { id }, data: { alertEmail: email } });
  },
};

async function ask(ctx: Ctx, tx: Tx, user: User): Promise<void> {
  const sentBefore = await countConfirmations({ now: ctx.now, db: tx }, user.id, HOUR_MS);
  if (sentBefore >= CONFIRMATIONS_MAX)
    throw new AppError('rate_limited', 'Three confirmation emails were sent within an hour. Check your inbox first', {
      retryAfterSeconds: HOUR_MS / 1_000,
    });
  const expiresAtMs = ctx.now().getTime() + LIFE_MS;
  const sealed = sealJson(ctx.vault, PURPOSE, { userId: user.id, email: user.email, expiresAtMs });
  const text = [
    'Someone who signs in with this address asked to receive Toolyard alerts by email.',
    'If that was you, sign in and open this link within 24 hours to confirm:',
    '',
    `${ctx.publicUrl()}/inbox/notifications#confirm=${sealed}`,
    '',
    'If it wasn’t you, ignore this email. You won’t receive any others.',
  ].join('\n');
  const letter = { kind: 'confirmation' as const, subject: 'Confirm your email address for Toolyard alerts', text };
  await tx.mail.createMany({ data: mailsOf(ctx, [user], letter) });
}

const refused = (message: string): AppError => new AppError('invalid_input', message);
