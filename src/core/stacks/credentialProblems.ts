import { setImmediate } from 'node:timers/promises';
import type { Prisma } from '../../generated/prisma/client.ts';
import { clientFieldsOf } from '../credentials/clientFields.ts';
import { credentialStatusOf, type FieldStatus, STATUS_COLUMNS, statusWhere } from '../credentials/status.ts';
import type { Ctx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import type { ServerId, StackId } from '../kernel/ids.ts';
import { ownAccountId, singleStacks, stackWhere } from '../kernel/scope.ts';
import { heavyRead } from '../limits/heavyReads.ts';
import { callsNothing, type NeededSets, needsWhereNothingWorks, wantedOf } from './lackingTools.ts';

/**
 * Problem with a stack's own credential. `missing`: a required value is not stored, or no enabled tool has all the
 * values that it needs. `moved`: the value was stored for another address or use. `reconnect_required`: a person has to
 * sign in again. `expiring`: the value expires within a week and cannot be renewed.
 */
export type CredentialProblemKind = 'missing' | 'moved' | 'reconnect_required' | 'expiring';

/** A field of a stack's server that calls cannot rely on. */
export type CredentialProblem = {
  readonly kind: CredentialProblemKind;
  readonly stackId: StackId;
  readonly stackName: string;
  readonly serverId: ServerId;
  readonly serverName: string;
  readonly fieldId: string;
  readonly fieldName: string;
  /** Display name of the missing credential: a field, or several alternatives. */
  readonly wanted: string;
  /** When the stored access token expires; null if unknown or never. */
  readonly expiresAt: Date | null;
};

/** The problems of an account, or the first of them. */
export type CredentialProblems = {
  readonly problems: readonly CredentialProblem[];
  /** False if there may be more. */
  readonly isComplete: boolean;
};

/** Stack servers read per page. Reading stops after the page that reaches this many problems. */
const PAGE = 100;
/** Maximum pages read, for accounts in which most suspected credentials are fine. */
const PAGES_MAX = 20;
/** A sign-in that cannot be renewed is a problem from this many milliseconds before its expiry. */
export const SOON_MS = 7 * 86_400_000;

/**
 * Problems with the account's stack credentials, in the order in which servers were added; at least the first hundred.
 * Excludes end users' credentials. Tested by `test/core/stacks/credentialProblems.test.ts`.
 * @throws forbidden for callers without account access; as `heavyRead`
 */
export async function credentialProblems(ctx: Ctx): Promise<CredentialProblems> {
  const now = ctx.now();
  const soon = new Date(now.getTime() + SOON_MS);
  const problems: CredentialProblem[] = [];
  let after = '';
  for (let page = 0; page < PAGES_MAX && problems.length < PAGE; page += 1) {
    const { places, servers, needs } = await readSuspects(ctx, after, soon);
    for (const place of places) {
      const server = servers.get(place.serverId);
      if (server) problems.push(...problemsAt(place, server, { now, soon, needs: needs.get(place.id) ?? [] }));
      // Yield: parsing one server's requirements may take milliseconds.
      await setImmediate();
    }
    const last = places[PAGE - 1];
    if (!last) return { problems, isComplete: true };
    after = last.id;
  }
  return { problems, isComplete: false };
}

/**
 * Stack servers that may have a problem: the query does not know which fields a sign-in covers, as `credentialStatusOf`
 * does. Each server is read once, however many stacks use it.
 */
const readSuspects = (ctx: Ctx, after: string, soon: Date) =>
  heavyRead(ctx, async (tx) => {
    const rows = await tx.$queryRaw<readonly { readonly id: string }[]>`
      SELECT placed.id FROM stack_server placed
      JOIN stack ON stack.id = placed.stack_id AND stack.account_id = ${ownAccountId(ctx.actor)}
        AND (${singleStacks(ctx.actor)}::text[] IS NULL OR stack.id = ANY(${singleStacks(ctx.actor)}::text[]))
      WHERE placed.id > ${after} AND (EXISTS (
        SELECT 1 FROM credential_field field WHERE field.server_id = placed.server_id AND field.required
        AND NOT EXISTS (SELECT 1 FROM credential own WHERE own.stack_server_id = placed.id
          AND own.end_user = ${STACK_ITSELF} AND own.field_id = field.field_id))
      OR EXISTS (SELECT 1 FROM credential own WHERE own.stack_server_id = placed.id AND own.end_user = ${STACK_ITSELF}
        AND (own.state <> 'connected' OR coalesce(own.destination, '') = ''
          OR (NOT own.is_renewable AND own.expires_at <= ${soon}::timestamptz)))
      OR (${callsNothing}))
      ORDER BY placed.id LIMIT ${PAGE}`;
    const places = await tx.stackServer.findMany({
      where: { id: { in: rows.map(({ id }) => id) }, stack: stackWhere(ctx.actor) },
      include: PLACE,
      orderBy: { id: 'asc' },
    });
    const servers = await tx.server.findMany({
      where: { id: { in: places.map(({ serverId }) => serverId) } },
      include: SERVER,
    });
    const needs = await needsWhereNothingWorks(
      tx,
      places.map(({ id }) => id),
    );
    return { places, servers: new Map(servers.map((server) => [server.id, server])), needs };
  });

const PLACE = {
  stack: { select: { name: true } },
  credentials: { where: statusWhere(STACK_ITSELF), select: STATUS_COLUMNS },
} satisfies Prisma.StackServerInclude;
const SERVER = { fields: { orderBy: { position: 'asc' } } } satisfies Prisma.ServerInclude;

type Place = Prisma.StackServerGetPayload<{ include: typeof PLACE }>;
type PlacedServer = Prisma.ServerGetPayload<{ include: typeof SERVER }>;

type Criteria = { readonly now: Date; readonly soon: Date; readonly needs: readonly NeededSets[] };

/** `needs`: the requirements of the server's tools, if none of the tools can be called. */
function problemsAt(
  { stackId, stack, credentials, credentialMode }: Place,
  server: PlacedServer,
  { now, soon, needs }: Criteria,
): readonly CredentialProblem[] {
  const names = new Map(server.fields.map(({ fieldId, name }) => [fieldId, name]));
  const nameOf = (fieldId: string): string => names.get(fieldId) ?? fieldId;
  const { fields } = credentialStatusOf(server, credentials, { owner: STACK_ITSELF, now });
  // Even in stacks where each end user signs in, the OAuth client belongs to the stack.
  const clientFields = clientFieldsOf(server.fields);
  const where = { stackId, stackName: stack.name, serverId: server.slug, serverName: server.name };
  const problems = fields.flatMap((field): readonly CredentialProblem[] => {
    const { fieldId, expiresAt } = field;
    const isUsed = credentialMode !== 'user' || clientFields.has(fieldId);
    const kind = isUsed ? problemOf(field, soon) : null;
    return kind ? [{ kind, ...where, fieldId, fieldName: nameOf(fieldId), wanted: nameOf(fieldId), expiresAt }] : [];
  });
  const there = new Set(
    fields.filter(({ state, isMoved }) => state === 'added' || isMoved).map((each) => each.fieldId),
  );
  const suggestion = wantedOf(needs, { isThere: (fieldId) => there.has(fieldId), nameOf });
  if (suggestion === null) return problems;
  const { fieldId, words } = suggestion;
  return [
    ...problems,
    { kind: 'missing', ...where, fieldId, fieldName: nameOf(fieldId), wanted: words, expiresAt: null },
  ];
}

function problemOf(
  { state, isMoved, required, oauthState, expiresAt }: FieldStatus,
  soon: Date,
): CredentialProblemKind | null {
  if (isMoved) return 'moved';
  if (oauthState === 'reconnect_required') return 'reconnect_required';
  if (oauthState === 'expiring' && expiresAt !== null && expiresAt <= soon) return 'expiring';
  return required && state === 'missing' ? 'missing' : null;
}
