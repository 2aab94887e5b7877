import type { Ctx } from '../context.ts';
import { STACK_ITSELF } from '../endUser.ts';
import type { ServerId, StackId } from '../ids.ts';
import { heavyRead } from '../limits/heavyReads.ts';
import { accountIdOf, accountWhere } from '../scope.ts';
import { credentialStatusOf, type FieldStatus, STATUS_COLUMNS, statusWhere } from './status.ts';

/**
 * Why somebody has to see to a stack's own credential. `missing`: a required one is not stored. `moved`: it was stored
 * for another address or use. `reconnect_required`: a person has to sign in again. `expiring`: it ends within a week,
 * and nothing can renew it.
 */
export type CredentialProblemKind = 'missing' | 'moved' | 'reconnect_required' | 'expiring';

/** One field of a server in a stack that calls cannot rely on. */
export type CredentialProblem = {
  readonly kind: CredentialProblemKind;
  readonly stackId: StackId;
  readonly stackName: string;
  readonly serverId: ServerId;
  readonly serverName: string;
  readonly fieldId: string;
  readonly fieldName: string;
  /** When the stored access token ends; null when that is unknown or never. */
  readonly expiresAt: Date | null;
};

/** The problems of an account, or the first of them. */
export type CredentialProblems = { readonly problems: readonly CredentialProblem[]; readonly isComplete: boolean };

/** Servers in stacks that one answer looks at. */
const PLACES_MAX = 100;
const SOON_MS = 7 * 86_400_000;

/**
 * What is wrong with the credentials that the account's stacks hold themselves, in the order in which servers were
 * added: of the first hundred servers in stacks that have a problem. Those of end users are theirs to see to.
 * @throws forbidden for whoever manages no account; as `heavyRead`
 */
export function credentialProblems(ctx: Ctx): Promise<CredentialProblems> {
  const accountId = accountIdOf(ctx.actor);
  const now = ctx.now();
  const soon = new Date(now.getTime() + SOON_MS);
  return heavyRead(ctx, async (tx) => {
    // Which servers may have one: `credentialStatusOf` knows what a sign-in of its own makes up for.
    const found = await tx.$queryRaw<readonly { readonly id: string }[]>`
      SELECT placed.id FROM stack_server placed
      JOIN stack ON stack.id = placed.stack_id AND stack.account_id = ${accountId}
      WHERE (placed.credential_mode <> 'user' AND EXISTS (
        SELECT 1 FROM credential_field field WHERE field.server_id = placed.server_id AND field.required
        AND NOT EXISTS (SELECT 1 FROM credential own WHERE own.stack_server_id = placed.id
          AND own.end_user = ${STACK_ITSELF} AND own.field_id = field.field_id)))
      OR EXISTS (SELECT 1 FROM credential own WHERE own.stack_server_id = placed.id AND own.end_user = ${STACK_ITSELF}
        AND (own.state <> 'connected' OR (NOT own.is_renewable AND own.expires_at <= ${soon}::timestamptz)))
      ORDER BY placed.id LIMIT ${PLACES_MAX + 1}`;
    const places = await tx.stackServer.findMany({
      where: { id: { in: found.slice(0, PLACES_MAX).map(({ id }) => id) }, stack: accountWhere(ctx.actor) },
      include: {
        stack: { select: { name: true } },
        server: { include: { fields: { orderBy: { position: 'asc' } } } },
        credentials: { where: statusWhere(STACK_ITSELF), select: STATUS_COLUMNS },
      },
      orderBy: { id: 'asc' },
    });
    const problems = places.flatMap(({ stackId, stack, server, credentials, credentialMode }) => {
      const names = new Map(server.fields.map(({ fieldId, name }) => [fieldId, name]));
      const { fields } = credentialStatusOf(server, credentials, { owner: STACK_ITSELF, now });
      const where = { stackId, stackName: stack.name, serverId: server.slug, serverName: server.name };
      return fields.flatMap((field): readonly CredentialProblem[] => {
        const kind = problemOf(field, soon, credentialMode !== 'user');
        const { fieldId, expiresAt } = field;
        return kind ? [{ kind, ...where, fieldId, fieldName: names.get(fieldId) ?? fieldId, expiresAt }] : [];
      });
    });
    return { problems, isComplete: found.length <= PLACES_MAX };
  });
}

function problemOf(
  { state, isMoved, required, oauthState, expiresAt }: FieldStatus,
  soon: Date,
  isNeeded: boolean,
): CredentialProblemKind | null {
  if (isMoved) return 'moved';
  if (oauthState === 'reconnect_required') return 'reconnect_required';
  if (oauthState === 'expiring' && expiresAt !== null && expiresAt <= soon) return 'expiring';
  return isNeeded && required && state === 'missing' ? 'missing' : null;
}
