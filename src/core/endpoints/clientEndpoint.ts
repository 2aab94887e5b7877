import { z } from 'zod';
import type { ClientEndpoint, Prisma } from '../../generated/prisma/client.ts';
import { appendAudit } from '../kernel/audit/audit.ts';
import type { Ctx } from '../kernel/context.ts';
import { endUserSchema } from '../kernel/endUser.ts';
import { type EndpointId, newClientId, newEndpointId, type StackId } from '../kernel/ids.ts';
import { listModeSchema } from '../kernel/listMode.ts';
import { pageAmong, pageById, type Window } from '../kernel/page.ts';
import { FAILURE_KINDS } from '../kernel/rehearsalSettings.ts';
import {
  noSuchStack,
  requireMayLetAgentsIn,
  requireRight,
  requireRightIn,
  requireRightSomewhere,
  stackWhere,
} from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { writeIdempotent } from '../kernel/writeIdempotent.ts';
import { AppError } from '../lib/errors.ts';
import { listUpTo, parseInput } from '../lib/parse.ts';
import { containsText, type Search } from '../lib/search.ts';
import { nameSchema } from '../lib/text.ts';
import { mapForeignKeyError } from '../lib/unique.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import { requireVersions } from './endpointVersions.ts';
import { endpointNotFound, findOwnedStack, requireEndpoint } from './findEndpoint.ts';
import { type IssuedToken, newToken, tokenAudit } from './stackToken.ts';
import { expiryFields, isOneExpiry, ONE_EXPIRY } from './tokenFormat.ts';

/** The relations and columns that `listClientEndpoints` loads, and the page that it returns. */
export type ClientEndpointLoad = Pick<Prisma.ClientEndpointFindManyArgs, 'include' | 'select'> & Window;

/** The failures of a rehearsal endpoint. */
const failureFields = {
  failurePercent: z.int().min(0).max(100).nullish(),
  failureKinds: listUpTo(z.enum(FAILURE_KINDS), FAILURE_KINDS.length)
    .transform((kinds) => [...new Set(kinds)])
    .nullish(),
};

const createInput = z
  .object({
    name: nameSchema,
    mode: listModeSchema.nullish(),
    mayProgramsWrite: z.boolean().nullish(),
    isRehearsal: z.boolean().nullish(),
    mayUseRecordings: z.boolean().nullish(),
    ...failureFields,
    endUser: endUserSchema.nullish(),
    ...expiryFields,
  })
  .refine(isOneExpiry, ONE_EXPIRY);

/**
 * Creates a client endpoint with its first token, from `{ stackId, name, mode?, mayProgramsWrite?, isRehearsal?,
 * failurePercent?, failureKinds?, endUser?, expiresAt? | expiresInDays? | neverExpires? }`. Defaults: full mode,
 * programs that only read, real calls, and 90 days for the token. Whether calls are real never changes, so that no
 * token of a rehearsal ever reaches a service. Tested by `test/core/endpoints/endpoints.test.ts`.
 * @throws not_found, invalid_input
 */
export async function createClientEndpoint(
  ctx: Ctx,
  input: { readonly stackId: StackId; readonly [name: string]: unknown },
): Promise<{ endpoint: ClientEndpoint } & IssuedToken> {
  requireRightIn(ctx.actor, 'write', input.stackId);
  requireMayLetAgentsIn(ctx.actor);
  const stack = await findOwnedStack(ctx, input.stackId);
  if (!stack) throw noSuchStack();
  const {
    name,
    endUser,
    mode,
    mayProgramsWrite,
    isRehearsal,
    mayUseRecordings,
    failurePercent,
    failureKinds,
    ...expiry
  } = parseInput(createInput, input, 'Invalid request parameters');
  const failures = { failurePercent: failurePercent ?? 0, failureKinds: failureKinds ?? [] };
  if (isRehearsal !== true) requireNoFailures(failures);
  if (mayUseRecordings) requireMayUseRecordings(ctx, isRehearsal === true);
  const ids = { id: newEndpointId(), clientId: newClientId(), stackId: stack.id };
  const row = {
    ...{ ...ids, name, mode: mode ?? 'full', mayProgramsWrite: mayProgramsWrite ?? false },
    ...{
      isRehearsal: isRehearsal ?? false,
      mayUseRecordings: mayUseRecordings ?? false,
      ...failures,
      createdAt: ctx.now(),
    },
  };
  const first = await newToken(ctx, { endpoint: row, name, endUser }, expiry);
  const writing = writeIdempotent(ctx, async (tx) => {
    await requireCapacity(ctx, tx, 'max_endpoints');
    await requireCapacity(ctx, tx, 'max_tokens');
    const endpoint = await tx.clientEndpoint.create({ data: row });
    await appendAudit(ctx, tx, {
      action: 'endpoint.create',
      target: { kind: 'endpoint', id: row.id },
      stackId: stack.id,
      chain: stack.accountId,
      details: {
        name,
        clientId: row.clientId,
        ...(row.isRehearsal && { isRehearsal: true, ...failures }),
        ...(row.mayUseRecordings && { mayUseRecordings: true }),
      },
    });
    return {
      value: { endpoint, token: first.token, tokenRecord: await tx.stackToken.create({ data: first.data }) },
      audit: tokenAudit('token.create', first.data.id, { ...row, stack }),
    };
  });
  return mapForeignKeyError(writing, noSuchStack);
}

/** The endpoints of a stack, newest first. A search selects endpoints by text in their names. @throws not_found */
export async function listClientEndpoints(
  ctx: Ctx,
  stackId: StackId,
  load: ClientEndpointLoad = {},
  search: Search = null,
): Promise<ClientEndpoint[]> {
  if (!(await findOwnedStack(ctx, stackId))) throw noSuchStack();
  const page = pageById('desc', pageAmong('endpoint', load));
  return ctx.db.clientEndpoint.findMany({
    ...page,
    where: { ...page.where, stackId, stack: stackWhere(ctx.actor), ...(search && { name: containsText(search) }) },
  });
}

/**
 * Requires the right to read the stored inputs and outputs of calls, which the endpoint's agents then see.
 * @throws forbidden without the right `admin`; invalid_input for an endpoint whose calls are real
 */
function requireMayUseRecordings({ actor }: Ctx, isRehearsal: boolean): void {
  if (!isRehearsal) throw new AppError('invalid_input', 'Only a rehearsal endpoint can use recordings');
  requireRight(actor, 'admin');
}

type Failures = { readonly [Key in 'failurePercent' | 'failureKinds']: z.infer<(typeof failureFields)[Key]> };

/** @throws invalid_input for failures of an endpoint whose calls are real */
function requireNoFailures({ failurePercent, failureKinds }: Failures): void {
  if (!failurePercent && (failureKinds ?? []).length === 0) return;
  throw new AppError('invalid_input', 'Only a rehearsal endpoint can fail on demand');
}

const versionNumber = z.int().min(1);

const updateInput = z.object({
  name: nameSchema.optional(),
  mode: listModeSchema.optional(),
  mayProgramsWrite: z.boolean().optional(),
  pinnedVersion: versionNumber.nullable().optional(),
  canary: z
    .object({ version: versionNumber, percent: z.int().min(1).max(99) })
    .nullable()
    .optional(),
  ...failureFields,
});

/**
 * Updates an endpoint from `{ name?, mode?, mayProgramsWrite?, pinnedVersion?, canary?, failurePercent?,
 * failureKinds? }`. A null `pinnedVersion` follows the stack as it is; a null `canary` ends it. Takes effect on the
 * next request of each agent.
 * @throws not_found, invalid_input
 */
export async function updateClientEndpoint(ctx: Ctx, id: EndpointId, input: unknown): Promise<ClientEndpoint> {
  requireRightSomewhere(ctx.actor, 'write');
  const existing = await requireEndpoint(ctx, id, 'write');
  const { name, mode, mayProgramsWrite, pinnedVersion, canary, failurePercent, failureKinds } = parseInput(
    updateInput,
    input,
    'Invalid request parameters',
  );
  if (!existing.isRehearsal) requireNoFailures({ failurePercent, failureKinds });
  const versions = {
    ...(pinnedVersion !== undefined && { pinnedVersion }),
    ...(canary !== undefined && { canaryVersion: canary?.version ?? null, canaryPercent: canary?.percent ?? null }),
  };
  const versionDetails = {
    ...(pinnedVersion !== undefined && { pinnedVersion: pinnedVersion ?? 'latest' }),
    ...(canary !== undefined && { canaryVersion: canary?.version ?? 'none', canaryPercent: canary?.percent ?? 0 }),
  };
  const plain = {
    ...(name !== undefined && { name }),
    ...(mode !== undefined && { mode }),
    ...(mayProgramsWrite !== undefined && { mayProgramsWrite }),
    ...(typeof failurePercent === 'number' && { failurePercent }),
    ...(failureKinds && { failureKinds }),
  };
  const data = { ...plain, ...versions };
  return write(ctx, async (tx) => {
    // Locks the stack, so that no version is deleted before an endpoint uses it.
    await tx.stack.updateMany({
      where: { id: existing.stackId, ...stackWhere(ctx.actor) },
      data: { changedAt: ctx.now() },
    });
    const [endpoint] = await tx.clientEndpoint.updateManyAndReturn({ where: { id }, data });
    if (!endpoint) throw endpointNotFound();
    if (Object.keys(versions).length > 0) await requireVersions(tx, endpoint);
    return {
      value: endpoint,
      audit: {
        action: 'endpoint.update',
        target: { kind: 'endpoint', id },
        stackId: existing.stackId,
        chain: existing.stack.accountId,
        details: { ...plain, ...versionDetails },
      },
      // A new name invalidates no caches, since agents don't use it.
      changes: Object.keys(data).every((column) => column === 'name') ? [] : [{ kind: 'endpoint', id }],
    };
  });
}

/** Deletes an endpoint with all its tokens, which become invalid immediately. @throws not_found */
export async function deleteClientEndpoint(ctx: Ctx, id: EndpointId): Promise<ClientEndpoint> {
  requireRightSomewhere(ctx.actor, 'write');
  const { stack, ...endpoint } = await requireEndpoint(ctx, id, 'write');
  return write(ctx, async (tx) => {
    // If two deletions run concurrently, the second finds no row.
    const { count } = await tx.clientEndpoint.deleteMany({ where: { id } });
    if (count === 0) throw endpointNotFound();
    return {
      value: endpoint,
      audit: {
        action: 'endpoint.delete',
        target: { kind: 'endpoint', id },
        stackId: endpoint.stackId,
        chain: stack.accountId,
        details: { name: endpoint.name, clientId: endpoint.clientId },
      },
      changes: [{ kind: 'endpoint', id }],
    };
  });
}
