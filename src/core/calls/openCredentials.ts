import type { Ctx } from '../context.ts';
import { bindingOf } from '../credentials/store.ts';
import type { SnapshotCredential, SnapshotField, SnapshotServer, StackSnapshot } from '../snapshots/snapshot.ts';
import { VaultError } from '../vault/vault.ts';
import { type Chosen, chooseCredentials, ownerOfField } from './chooseCredentials.ts';
import type { OpenCredential, ToolFailure } from './connector.ts';
import { type Alternatives, findMissing, type MissingFields } from './missingFields.ts';
import { type OpenSignIn, placeIn, useSignIn, withSignInLink } from './signIn.ts';

/** The credentials of one call with their one owner, and which of them are access tokens of a sign-in. */
export type Opened = {
  readonly owner: string;
  readonly credentials: readonly OpenCredential[];
  readonly signIns: readonly OpenSignIn[];
};

type Source = { readonly snapshot: StackSnapshot; readonly server: SnapshotServer; readonly chosen: Chosen };
type One =
  | { readonly credential: OpenCredential; readonly signIn: OpenSignIn | null }
  | { readonly problem: 'unreadable' | 'ended'; readonly field: SnapshotField }
  | { readonly failure: ToolFailure };

/** The credentials for one call, opened and alive; or why they cannot be. `alternatives` are what its tool needs besides. */
export async function openCredentials(
  ctx: Ctx,
  snapshot: StackSnapshot,
  server: SnapshotServer,
  alternatives: Alternatives = [],
): Promise<Opened | ToolFailure> {
  const chosen = await chooseCredentials(ctx, server);
  const source = { snapshot, server, chosen };
  const missing = findMissing(server, chosen.stored, alternatives);
  if (missing) return missingCredentials(ctx, source, whatIsMissing(chosen), missing);
  // Even a server without credentials keeps state, and that is somebody's.
  if (chosen.owner === null) return NO_END_USER;
  const each = await Promise.all(
    server.fields.flatMap((field) => {
      const stored = chosen.stored.get(field.fieldId);
      return stored ? [openOne(ctx, source, field, stored)] : [];
    }),
  );
  return (await firstProblem(ctx, source, each)) ?? toOpened(chosen.owner, each);
}

function toOpened(owner: string, each: readonly One[]): Opened {
  const opened = each.filter((one) => 'credential' in one);
  return {
    owner,
    credentials: opened.map(({ credential }) => credential),
    signIns: opened.flatMap(({ signIn }) => (signIn ? [signIn] : [])),
  };
}

async function firstProblem(ctx: Ctx, source: Source, each: readonly One[]): Promise<ToolFailure | null> {
  const failed = each.find((one) => 'failure' in one);
  if (failed) return failed.failure;
  const broken = each.filter((one) => 'problem' in one);
  if (broken.length === 0) return null;
  const isUnreadable = broken.some(({ problem }) => problem === 'unreadable');
  const what = isUnreadable ? 'unreadable credentials, set again' : 'the sign-in has ended';
  const fields = broken.map(({ field }) => field);
  return missingCredentials(ctx, source, what, { fields, text: fields.map(({ fieldId }) => fieldId).join(', ') });
}

async function openOne(ctx: Ctx, source: Source, field: SnapshotField, stored: SnapshotCredential): Promise<One> {
  const { snapshot, server, chosen } = source;
  const { fieldId, placement } = field;
  const place = placeIn({ snapshot, server, owner: ownerOfField(server, chosen, fieldId) }, fieldId);
  try {
    const text = ctx.vault.open(stored.sealed, bindingOf(place, stored.revision));
    if (stored.kind !== 'oauth2') return { credential: { fieldId, placement, value: text }, signIn: null };
    const used = await useSignIn(ctx, { place, field, stored }, text);
    if ('failure' in used) return used;
    if ('problem' in used) return { ...used, field };
    return { credential: { fieldId, placement, value: used.accessToken }, signIn: used.signIn };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return { problem: 'unreadable', field };
  }
}

const UNNAMED = 'the call does not say for which end user it is';
const NO_END_USER: ToolFailure = {
  kind: 'missing_credentials',
  message: `Tool execution failed: ${UNNAMED}`,
  fieldIds: [],
};

const whatIsMissing = ({ owner }: Chosen): string =>
  owner === null ? `${UNNAMED}; missing credentials` : 'missing credentials';

function missingCredentials(
  ctx: Ctx,
  { snapshot, server, chosen: { owner } }: Source,
  what: string,
  { fields, text }: MissingFields,
): ToolFailure | Promise<ToolFailure> {
  const fieldIds = fields.map((field) => field.fieldId);
  const message = `Tool execution failed: ${what}: ${text}`;
  const failure = { kind: 'missing_credentials', message, fieldIds } as const;
  return owner === null ? failure : withSignInLink(ctx, { snapshot, server, owner }, fields, failure);
}
