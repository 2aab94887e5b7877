import { z } from 'zod';
import type { Prisma, TrustedIssuer } from '../../generated/prisma/client.ts';
import { requireMayMakePermanent } from '../accounts/keyEnd.ts';
import { endpointNotFound, type OwnedEndpoint, requireEndpoint } from '../endpoints/findEndpoint.ts';
import { reachFields } from '../kernel/attenuation.ts';
import type { NewAuditEvent } from '../kernel/audit/audit.ts';
import type { Ctx } from '../kernel/context.ts';
import { type EndpointId, newTrustedIssuerId, type TrustedIssuerId } from '../kernel/ids.ts';
import { requireMayLetAgentsIn, requireRightIn, requireRightSomewhere, stackWhere } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { writeIdempotent } from '../kernel/writeIdempotent.ts';
import { AppError } from '../lib/errors.ts';
import { listUpTo, mapOf, parseInput } from '../lib/parse.ts';
import { definedIn, listOrNull } from '../lib/patch.ts';
import { nameSchema, shownName } from '../lib/text.ts';
import { isUniqueViolation, mapForeignKeyError } from '../lib/unique.ts';
import { lockAccount, requireCapacity } from '../limits/countedBounds.ts';
import { isSafeOAuthUrl } from '../servers/oauth2.ts';
import { endTokensOf } from './grantedToken.ts';

/** The relations and columns that `findTrustedIssuer` loads. */
export type TrustedIssuerLoad = Pick<Prisma.TrustedIssuerFindManyArgs, 'include' | 'select'>;

const NAMED_CLAIMS_MAX = 10;
const VALUES_MAX = 20;
/** Visible ASCII, as in URLs and ids. */
const ascii = (max: number) =>
  z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${max}}$`), `must be 1 to ${max} visible ASCII characters`);

/** Claims that a JWT must have, each with its accepted values. */
const requiredClaims = mapOf(ascii(128), listUpTo(shownName.min(1).max(256), VALUES_MAX, 1)).refine(
  (claims) => Object.keys(claims).length <= NAMED_CLAIMS_MAX,
  `must name at most ${NAMED_CLAIMS_MAX} claims`,
);

const createInput = z
  .object({
    name: nameSchema,
    issuer: ascii(512),
    audience: ascii(512).nullish(),
    jwksUrl: z.url().max(2_048).refine(isSafeOAuthUrl, 'must be https, or http on this machine').nullish(),
    claims: requiredClaims.nullish(),
    endUserClaim: ascii(128).nullish(),
    endUserPrefix: ascii(64).nullish(),
    tools: reachFields.tools,
    networks: reachFields.networks,
  })
  .refine(({ issuer, jwksUrl }) => jwksUrl || (isSafeOAuthUrl(issuer) && !/[?#]/.test(issuer)), {
    path: ['jwksUrl'],
    message: 'is required unless the issuer is an https URL without query and fragment',
  });

const columnsOf = (input: z.infer<typeof createInput>) => ({
  ...input,
  audience: input.audience ?? null,
  jwksUrl: input.jwksUrl ?? null,
  claims: input.claims ?? {},
  endUserClaim: input.endUserClaim ?? 'sub',
  endUserPrefix: input.endUserPrefix ?? '',
  tools: input.tools ?? [],
  networks: input.networks ?? [],
});

/**
 * Lets an endpoint trust an identity provider, from `{ endpointId, name, issuer, jwksUrl?, audience?, claims?,
 * endUserClaim?, endUserPrefix?, tools?, networks? }`. Its JWTs are verified with the keys at `jwksUrl`, or at the
 * address that the issuer publishes. A JWT that matches the claims and the audience (by default the endpoint's MCP
 * address) becomes a stack token. Its end user is the value of the end user claim (`sub` by default). Tested by
 * `test/oauth/trustedIssuers.test.ts`.
 * @throws forbidden without the right `admin`, since it grants people access; not_found, invalid_input
 * @throws already_exists if the endpoint already trusts the issuer
 */
export async function createTrustedIssuer(
  ctx: Ctx,
  input: { readonly endpointId: EndpointId; readonly [name: string]: unknown },
): Promise<TrustedIssuer> {
  requireRightSomewhere(ctx.actor, 'admin');
  requireMayLetAgentsIn(ctx.actor);
  requireMayMakePermanent(ctx.actor);
  const endpoint = await requireEndpoint(ctx, input.endpointId, 'admin');
  const parsed = parseInput(createInput, input, 'Invalid request parameters');
  const data = { ...columnsOf(parsed), id: newTrustedIssuerId(), endpointId: endpoint.id, createdAt: ctx.now() };
  const writing = writeIdempotent(ctx, async (tx) => {
    await requireCapacity(ctx, tx, 'max_trusted_issuers');
    const issuer = await tx.trustedIssuer.create({ data });
    return { value: issuer, audit: auditOf('trusted_issuer.create', issuer, endpoint) };
  });
  return mapForeignKeyError(writing, endpointNotFound).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('already_exists', 'The endpoint already trusts this issuer') : error;
  });
}

/** One trusted issuer of the caller's endpoints; null if unknown or another account's. */
export function findTrustedIssuer(
  ctx: Ctx,
  id: TrustedIssuerId,
  load: TrustedIssuerLoad = {},
): Promise<TrustedIssuer | null> {
  const scope = { endpoint: { stack: stackWhere(ctx.actor) } };
  return ctx.db.trustedIssuer.findFirst({ ...load, where: { id, ...scope } });
}

/** The issuer with its endpoint, to change it. @throws forbidden without the right `admin`; not_found */
async function findOwned(ctx: Ctx, id: TrustedIssuerId) {
  requireRightSomewhere(ctx.actor, 'admin');
  const where = { id, endpoint: { stack: stackWhere(ctx.actor) } };
  const include = { endpoint: { include: { stack: { select: { accountId: true } } } } };
  const row = await ctx.db.trustedIssuer.findFirst({ where, include });
  if (!row) throw issuerNotFound();
  requireRightIn(ctx.actor, 'admin', row.endpoint.stackId);
  return row;
}

/**
 * Changes a trusted issuer. The input has the fields of `createTrustedIssuer` except the endpoint and the issuer.
 * Absent fields stay unchanged; null clears a field. Unless only the name changes, tokens issued for its JWTs are
 * revoked.
 * @throws forbidden without the right `admin`; not_found, invalid_input
 */
export async function updateTrustedIssuer(ctx: Ctx, id: TrustedIssuerId, input: object): Promise<TrustedIssuer> {
  const { endpoint, ...before } = await findOwned(ctx, id);
  requireMayLetAgentsIn(ctx.actor);
  requireMayMakePermanent(ctx.actor);
  const patch = definedIn(input);
  const lists = { tools: listOrNull(before.tools), networks: listOrNull(before.networks) };
  const existing = { ...before, ...lists, endUserPrefix: before.endUserPrefix || null };
  const parsed = parseInput(
    createInput,
    { ...existing, ...patch, issuer: before.issuer },
    'Invalid request parameters',
  );
  const columns = columnsOf(parsed);
  const data = Object.fromEntries(Object.entries(columns).filter(([name]) => name in patch));
  return write(ctx, async (tx) => {
    await lockAccount(tx, endpoint.stack.accountId);
    const [issuer] = await tx.trustedIssuer.updateManyAndReturn({ where: { id }, data });
    if (!issuer) throw issuerNotFound();
    const { details, ...entry } = auditOf('trusted_issuer.update', issuer, endpoint);
    const isNameAlone = Object.keys(data).every((name) => name === 'name');
    return {
      value: issuer,
      audit: { ...entry, details: { ...details, changed: Object.keys(data) } },
      changes: isNameAlone ? [] : await endTokensOf(ctx, tx, id),
    };
  });
}

/**
 * Deletes a trusted issuer; all tokens issued for its JWTs are revoked.
 * @throws forbidden without the right `admin`; not_found
 */
export async function deleteTrustedIssuer(ctx: Ctx, id: TrustedIssuerId): Promise<TrustedIssuer> {
  const { endpoint, ...issuer } = await findOwned(ctx, id);
  return write(ctx, async (tx) => {
    await lockAccount(tx, endpoint.stack.accountId);
    // If two deletions run concurrently, the second deletes nothing.
    const { count } = await tx.trustedIssuer.deleteMany({ where: { id } });
    if (count === 0) throw issuerNotFound();
    return {
      value: issuer,
      audit: auditOf('trusted_issuer.delete', issuer, endpoint),
      changes: await endTokensOf(ctx, tx, id),
    };
  });
}

const issuerNotFound = (): AppError => new AppError('not_found', 'Trusted issuer not found');

const auditOf = (
  action: 'trusted_issuer.create' | 'trusted_issuer.update' | 'trusted_issuer.delete',
  { id, name, issuer, jwksUrl }: TrustedIssuer,
  { id: endpointId, stackId, stack }: OwnedEndpoint,
): NewAuditEvent => ({
  action,
  target: { kind: 'trusted_issuer', id },
  stackId,
  chain: stack.accountId,
  details: { name, endpointId, issuer, keysAt: URL.parse(jwksUrl ?? issuer)?.host ?? '' },
});
