import { setTimeout as delay } from 'node:timers/promises';
import type { Credential } from '../../generated/prisma/client.ts';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import { configuredClient } from './oauthClient.ts';
import { directAddresses, OAuthFailure } from './oauthPort.ts';
import { markEnded, type RenewalJob, storeRenewed } from './renewedTokens.ts';
import { bindingOf } from './store.ts';
import { hasEnded, isDue, parseTokenSet, type TokenSet, toTokenSet } from './tokenSet.ts';

/** How a renewal ended. `ended`: the person has to sign in again. `failed`: another attempt may succeed. */
export type Renewal =
  | { readonly kind: 'usable'; readonly accessToken: string }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly failure: OAuthFailure };

/** Running renewals of this instance, by credential id. */
export type Renewals = Map<string, Promise<Renewal>>;

const REQUEST_TIMEOUT_MS = 10_000;
/** Longer than the request's time limit, so that the holder of a lease has given up before another instance tries. */
const LEASE_SECONDS = 30;
/** Delay before the next renewal attempt after a failure, while the old token still works. */
const REST_SECONDS = 5;
const WAIT_MAX_MS = 15_000;
const POLL_MS = 50;

/**
 * Renews a sign-in once, however many calls need it. Calls on this instance share one attempt; a lease on the row keeps
 * other instances from trying. No database connection is held while waiting for the provider. Tested by
 * `test/core/credentials/renew.test.ts`.
 */
export function renewSignIn(ctx: Ctx, job: RenewalJob): Promise<Renewal> {
  const running = ctx.renewals.get(job.id);
  if (running) return running;
  // Not the caller's signal: tokens that the provider has already issued must not be lost when the caller disconnects.
  const started = renew({ ...ctx, signal: AbortSignal.timeout(WAIT_MAX_MS + REQUEST_TIMEOUT_MS) }, job).finally(() =>
    ctx.renewals.delete(job.id),
  );
  ctx.renewals.set(job.id, started);
  // Shutdown waits for the renewal. Callers get its errors through `started`.
  ctx.background.run('renew a sign-in', () => started.catch(() => undefined));
  return started;
}

async function renew(ctx: Ctx, job: RenewalJob): Promise<Renewal> {
  const deadlineMs = performance.now() + WAIT_MAX_MS;
  while (performance.now() < deadlineMs) {
    const renewal = await renewOrFind(ctx, job);
    if (renewal) return renewal;
    // Jitter, so that instances do not poll at the same moments.
    await delay(POLL_MS * (0.5 + Math.random()));
  }
  return { kind: 'failed', failure: new OAuthFailure('unreachable', 'another instance is still renewing it') };
}

/** Renews the sign-in, or finds tokens renewed elsewhere. Null while another instance holds the lease. */
async function renewOrFind(ctx: Ctx, job: RenewalJob): Promise<Renewal | null> {
  const row = await ctx.db.credential.findUnique({ where: { id: job.id } });
  if (row?.state !== 'connected') return { kind: 'ended' };
  if (row.revision !== job.revision) return renewalFromRow(ctx, job, row);
  // Uses the database's clock: the clocks of two instances may differ by more than a lease.
  const leasedRows = await ctx.db.$executeRaw`
    UPDATE credential SET leased_until = now() + ${LEASE_SECONDS} * interval '1 second'
    WHERE id = ${job.id} AND revision = ${job.revision} AND state = 'connected'
      AND (leased_until IS NULL OR leased_until < now())`;
  if (leasedRows === 1) return renewAlone(ctx, job, row);
  const tokens = openTokens(ctx, job, row);
  return isUseless(ctx, job, tokens) ? null : usable(tokens);
}

const isUseless = (ctx: Ctx, { isRefused }: RenewalJob, tokens: TokenSet): boolean =>
  isRefused || hasEnded(tokens, ctx.now());

const usable = ({ accessToken }: TokenSet): Renewal => ({ kind: 'usable', accessToken });

/** The result of another call or instance that renewed or replaced the sign-in after this call read its row. */
function renewalFromRow(ctx: Ctx, job: RenewalJob, row: Credential): Renewal | Promise<Renewal> {
  if (row.kind !== 'oauth2') return { kind: 'usable', accessToken: openText(ctx, job, row) };
  const tokens = openTokens(ctx, job, row);
  const { revision } = row;
  return isDue(tokens, ctx.now()) && row.isRenewable
    ? renew(ctx, { ...job, revision, isRefused: false })
    : usable(tokens);
}

const openText = (ctx: Ctx, { place }: RenewalJob, { sealed, revision }: Credential): string =>
  ctx.vault.open(sealed, bindingOf(place, revision));

const openTokens = (ctx: Ctx, job: RenewalJob, row: Credential): TokenSet => parseTokenSet(openText(ctx, job, row));

async function renewAlone(ctx: Ctx, job: RenewalJob, row: Credential): Promise<Renewal> {
  const tokens = openTokens(ctx, job, row);
  if (tokens.refreshToken === null) return isUseless(ctx, job, tokens) ? { kind: 'ended' } : usable(tokens);
  try {
    const renewed = await requestTokens(ctx, job, tokens, tokens.refreshToken);
    return (await storeRenewed(ctx, job, renewed)) ? usable(renewed) : await renewalFromCurrentRow(ctx, job);
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
    return afterFailure(ctx, job, tokens, error);
  }
}

async function requestTokens(
  ctx: Ctx,
  { place, settings, connector }: RenewalJob,
  tokens: TokenSet,
  refreshToken: string,
) {
  const client = tokens.client ?? (await configuredClient(ctx, place, settings, null));
  const { issuer, tokenUrl, resource } = tokens;
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const direct = directAddresses(settings, connector);
  const renewal = { issuer, tokenUrl, resource, client, refreshToken, direct };
  const issued = await ctx.oauth.renew(renewal, requesterOf({ ...ctx, signal }));
  return toTokenSet(issued, tokens, ctx.now(), refreshToken);
}

async function afterFailure(ctx: Ctx, job: RenewalJob, tokens: TokenSet, failure: OAuthFailure): Promise<Renewal> {
  const isRejected = failure.kind === 'invalid_grant' || (failure.kind === 'invalid_client' && tokens.client !== null);
  ctx.log.warn(
    { stackId: job.place.stackServer.stackId, failure: failure.kind, err: failure },
    'a sign-in was not renewed',
  );
  // If the row has changed in the meantime, the rejected refresh token was simply an old one: the sign-in has not
  // ended.
  if (isRejected) return (await markEnded(ctx, job)) ? { kind: 'ended' } : renewalFromCurrentRow(ctx, job);
  const canWait = !isUseless(ctx, job, tokens);
  const { id, revision } = job;
  await ctx.db.$executeRaw`
    UPDATE credential SET leased_until = now() + ${canWait ? REST_SECONDS : 0} * interval '1 second'
    WHERE id = ${id} AND revision = ${revision}`;
  return canWait ? usable(tokens) : { kind: 'failed', failure };
}

async function renewalFromCurrentRow(ctx: Ctx, job: RenewalJob): Promise<Renewal> {
  const row = await ctx.db.credential.findUnique({ where: { id: job.id } });
  return row && row.state === 'connected' && row.revision !== job.revision
    ? renewalFromRow(ctx, job, row)
    : { kind: 'ended' };
}
