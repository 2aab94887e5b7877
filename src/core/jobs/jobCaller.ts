import { z } from 'zod';
import { findKeyActor } from '../accounts/authenticate.ts';
import { attenuatedOf } from '../endpoints/knownToken.ts';
import { findTokenByClaims } from '../endpoints/verifyToken.ts';
import type { Actor } from '../kernel/actor.ts';
import { ATTENUATIONS_MAX, limitsSchema } from '../kernel/attenuation.ts';
import type { Ctx } from '../kernel/context.ts';
import {
  type AttenuationId,
  toAccountId,
  toApiKeyId,
  toClientId,
  toSessionId,
  toStackId,
  toTokenId,
} from '../kernel/ids.ts';
import { listUpTo } from '../lib/parse.ts';
import { findSessionActor } from '../people/authenticate.ts';

const id = <T>(parse: (text: string) => T) => z.string().transform(parse);

/** The credential of a job's caller, by id. It contains no secret. */
export const callerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('apiKey'), keyId: id(toApiKeyId) }),
  z.object({ kind: z.literal('user'), sessionId: id(toSessionId) }),
  z.object({
    kind: z.literal('agent'),
    tokenId: id(toTokenId),
    clientId: id(toClientId),
    stackId: id(toStackId),
    /** Expiry of the token as it was used, in Unix seconds; null for none. */
    exp: z.number().nullable(),
    attenuations: listUpTo(
      z.object({ id: z.custom<AttenuationId>((text) => typeof text === 'string'), limits: limitsSchema }),
      ATTENUATIONS_MAX,
    ),
  }),
  z.object({ kind: z.literal('operator'), accountId: id(toAccountId).nullable() }),
]);

type JobCaller = z.infer<typeof callerSchema>;

const SECOND_MS = 1_000;

/** What to store about a job's caller; null for callers that may not call tools. */
export function callerOfJob(actor: Actor): JobCaller | null {
  switch (actor.kind) {
    case 'apiKey':
      return { kind: 'apiKey', keyId: actor.keyId };
    case 'user':
      return { kind: 'user', sessionId: actor.sessionId };
    case 'operator':
      return { kind: 'operator', accountId: actor.accountId };
    case 'agent': {
      const { tokenId, clientId, stackId, expiresAt, reach } = actor;
      const exp = expiresAt ? expiresAt.getTime() / SECOND_MS : null;
      return { kind: 'agent', tokenId, clientId, stackId, exp, attenuations: [...(reach?.attenuations ?? [])] };
    }
    case 'link':
    case 'visitor':
      return null;
  }
}

/**
 * The caller with its current rights, from the database; null once its key, token or session has ended. So a job can
 * do nothing that its caller may no longer do.
 */
export async function findJobActor(ctx: Ctx, caller: JobCaller): Promise<Actor | null> {
  switch (caller.kind) {
    case 'apiKey':
      return findKeyActor(ctx, caller.keyId);
    case 'user':
      return findSessionActor(ctx, caller.sessionId);
    case 'operator':
      return caller;
    case 'agent': {
      const { tokenId, clientId, stackId, exp, attenuations } = caller;
      const claims = { jti: tokenId, aud: clientId, sub: stackId, ...(exp !== null && { exp }) };
      const token = await findTokenByClaims(ctx, claims);
      const known = token && attenuations.length > 0 ? attenuatedOf(token, attenuations, ctx) : token;
      return known && (known.expiresAt === null || known.expiresAt > ctx.now()) ? known.actor : null;
    }
  }
}
