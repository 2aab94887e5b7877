import type { Ctx } from '../context.ts';
import { limitSubject } from '../limits/charge.ts';

/** The owner of an idempotency key or result handle: the account or client endpoint that calls, with its end user. */
export const callerOf = (ctx: Pick<Ctx, 'actor' | 'endUser'>): string => `${limitSubject(ctx)} ${ctx.endUser ?? ''}`;
