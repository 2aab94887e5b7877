import { missingClientField } from '../credentials/clientFields.ts';
import { offerLink } from '../credentials/connectLink.ts';
import { type Renewal, renewSignIn } from '../credentials/renew.ts';
import type { CredentialPlace, CredentialRow } from '../credentials/store.ts';
import { hasEnded, isDue, parseTokenSet } from '../credentials/tokenSet.ts';
import type { Ctx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import type { ToolFailure } from '../results/outcome.ts';
import { isDerived } from '../servers/oauth2.ts';
import type { SnapshotCredential, SnapshotField, SnapshotServer, StackSnapshot } from '../snapshots/snapshot.ts';
import { getStoredCredentials } from './storedCredentials.ts';

type ServerOfOwner = { readonly snapshot: StackSnapshot; readonly server: SnapshotServer; readonly owner: string };
/** The outcome of a call that lacks credentials. */
export type MissingCredentials = Extract<ToolFailure, { kind: 'missing_credentials' }>;

/** A stored sign-in that a call uses. */
export type OpenSignIn = {
  readonly place: CredentialPlace;
  readonly field: SnapshotField;
  readonly connector: SnapshotServer['connector'];
  readonly stored: SnapshotCredential;
  readonly obtainedAt: Date;
};

/** A usable access token, or why there is none. `ended`: a person must sign in again. */
type AccessTokenResult =
  | { readonly accessToken: string; readonly signIn: OpenSignIn }
  | { readonly problem: 'ended' }
  | { readonly failure: ToolFailure };

/** A rejected token younger than this is not renewed: a new one would be rejected too. */
const RENEW_REFUSED_AFTER_MS = 60_000;

export const rowIn = ({ snapshot, server, owner }: ServerOfOwner, fieldId: string): CredentialRow => ({
  accountId: snapshot.accountId,
  stackServer: { id: server.stackServerId, stackId: snapshot.stackId, serverId: server.id },
  endUser: owner,
  fieldId,
});

/**
 * The access token of a sign-in, renewed first if it expires soon. If renewal isn't needed, the database is not read.
 * @throws VaultError
 */
export async function getAccessToken(
  ctx: Ctx,
  stored: Omit<OpenSignIn, 'obtainedAt'>,
  sealedText: string,
): Promise<AccessTokenResult> {
  const tokens = parseTokenSet(sealedText);
  const signIn = { ...stored, obtainedAt: tokens.obtainedAt };
  if (stored.stored.state !== 'connected') return { problem: 'ended' };
  if (!isDue(tokens, ctx.now())) return { accessToken: tokens.accessToken, signIn };
  const renewal = await renewIfPossible(ctx, signIn, { isRefused: false });
  if (renewal) return toUsed(renewal, signIn);
  return hasEnded(tokens, ctx.now()) ? { problem: 'ended' } : { accessToken: tokens.accessToken, signIn };
}

/** Renews a sign-in. Null if it has no refresh token, or if its field has no sign-in settings. */
async function renewIfPossible(
  ctx: Ctx,
  { place, field, stored, connector }: OpenSignIn,
  { isRefused }: { readonly isRefused: boolean },
): Promise<Renewal | null> {
  if (!stored.isRenewable || field.oauth2 === null) return null;
  const { id, revision } = stored;
  const job = { id, revision, place, settings: field.oauth2, connector, isRefused };
  return unlessAborted(renewSignIn(ctx, job), ctx.signal);
}

/** Stops waiting when the signal aborts; the renewal continues, since other calls may wait for it. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function toUsed(renewal: Renewal, signIn: OpenSignIn): AccessTokenResult {
  switch (renewal.kind) {
    case 'usable':
      return { accessToken: renewal.accessToken, signIn };
    case 'ended':
      return { problem: 'ended' };
    case 'failed': {
      const kind = renewal.failure.kind === 'unreachable' ? 'unreachable' : 'upstream_refused';
      const message = `the sign-in for ${signIn.field.fieldId} could not be renewed: ${renewal.failure.message}`;
      return { failure: { kind, message } };
    }
  }
}

/** Renews the sign-ins that an upstream rejected: new access tokens by field id, empty if none could be renewed. */
export async function renewRefused(ctx: Ctx, signIns: readonly OpenSignIn[]): Promise<ReadonlyMap<string, string>> {
  const youngestMs = ctx.now().getTime() - RENEW_REFUSED_AFTER_MS;
  const old = signIns.filter(({ obtainedAt }) => obtainedAt.getTime() <= youngestMs);
  const renewals = await Promise.all(
    old.map(async (signIn) => ({
      fieldId: signIn.field.fieldId,
      renewal: await renewIfPossible(ctx, signIn, { isRefused: true }),
    })),
  );
  return new Map(
    renewals.flatMap(({ fieldId, renewal }) =>
      renewal?.kind === 'usable' ? [[fieldId, renewal.accessToken] as const] : [],
    ),
  );
}

/** Adds the sign-in address to the failure, if only a sign-in is missing and the caller may connect credentials. */
export async function withConnectLink(
  ctx: Ctx,
  owned: ServerOfOwner,
  fields: readonly SnapshotField[],
  failure: MissingCredentials,
): Promise<MissingCredentials> {
  const [field] = fields;
  if (!field) return failure;
  const stacks = await getStoredCredentials(ctx, owned.server, STACK_ITSELF);
  const canSignIn = fields.every(
    ({ oauth2 }) => oauth2 !== null && !isDerived(oauth2) && missingClientField(oauth2, stacks) === null,
  );
  if (!canSignIn) return failure;
  // An agent may not replace the stack's credentials, only an end user's.
  if (ctx.actor.kind === 'agent' && owned.owner === STACK_ITSELF) {
    return { ...failure, message: `${failure.message}. The owner of the stack must sign in` };
  }
  const { url } = await offerLink(ctx, rowIn(owned, field.fieldId));
  return { ...failure, message: `${failure.message}. Sign in at ${url}`, connectUrl: url };
}
