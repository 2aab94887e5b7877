import type { Ctx } from '../context.ts';
import { limitSubject } from '../limits/charge.ts';

/** Whose a key or a handle is: the account or client endpoint that calls, with the end user it calls for. */
export const callerOf = (ctx: Pick<Ctx, 'actor' | 'endUser'>): string => `${limitSubject(ctx)} ${ctx.endUser ?? ''}`;
