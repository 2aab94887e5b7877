import { openAddressValues } from '../credentials/addressValues.ts';
import type { ClientSignIn } from '../credentials/clientTokens.ts';
import { matchesDestination } from '../credentials/destination.ts';
import { bindingOf, type CredentialPlace, type CredentialRow } from '../credentials/store.ts';
import type { Ctx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import { type Binding, VaultError } from '../kernel/vault/vault.ts';
import type { ToolFailure } from '../results/outcome.ts';
import type {
  SnapshotCredential,
  SnapshotCredentials,
  SnapshotField,
  SnapshotServer,
  SnapshotTool,
  StackSnapshot,
} from '../snapshots/snapshot.ts';
import { clientSignInFields, openClientSignIns } from './clientSignIn.ts';
import type { OpenCredential } from './connector.ts';
import { alternativesOf, findMissing, type MissingFields, NO_ALTERNATIVES } from './missingFields.ts';
import { getAccessToken, type MissingCredentials, type OpenSignIn, rowIn, withConnectLink } from './signIn.ts';
import { type CredentialChoice, chooseCredentials } from './storedCredentials.ts';

/** One call's credentials, all of one owner, and which of them are access tokens from a sign-in. */
export type OpenedCredentials = {
  readonly owner: string;
  readonly credentials: readonly OpenCredential[];
  readonly signIns: readonly OpenSignIn[];
  /** Sign-ins by the server's own client, whose tokens aren't stored. */
  readonly clientSignIns: readonly {
    readonly field: SnapshotField;
    readonly signIn: ClientSignIn;
    readonly token: string;
  }[];
};

type Source = {
  readonly snapshot: StackSnapshot;
  readonly server: SnapshotServer;
  readonly chosen: CredentialChoice;
};
/** A stored value and the context needed to decrypt it. */
type Part = {
  readonly field: SnapshotField;
  readonly stored: SnapshotCredential;
  readonly place: CredentialPlace;
  readonly binding: Binding;
};
/** Which credentials of one owner a call of a server decrypts. Contains no decrypted values. */
type Plan = {
  readonly server: SnapshotServer;
  readonly owner: string | null;
  readonly inPlace: SnapshotCredentials;
  readonly parts: readonly Part[];
  /** Fields whose values the OAuth client obtains itself. */
  readonly byClient: readonly SnapshotField[];
  /** Credentials that every call lacks; a tool may need more. */
  readonly missing: MissingFields | null;
};
/** The result of decrypting one part. */
type Opened =
  | { readonly credential: OpenCredential; readonly signIn: OpenSignIn | null }
  | { readonly problem: 'unreadable' | 'ended'; readonly field: SnapshotField }
  | { readonly failure: ToolFailure };

/**
 * Decrypts the credentials of a call and renews sign-ins that expire soon. Otherwise reports which credentials are
 * missing for the call or for `tool`.
 */
export async function openCredentials(
  ctx: Ctx,
  snapshot: StackSnapshot,
  server: SnapshotServer,
  tool: Pick<SnapshotTool, 'request'> | null = null,
): Promise<OpenedCredentials | ToolFailure> {
  const choosing = chooseCredentials(ctx, server);
  const chosen = choosing instanceof Promise ? await choosing : choosing;
  const source = { snapshot, server, chosen };
  const plan = planOf(ctx, source);
  const { inPlace, parts, byClient } = plan;
  const missing = missingOf(plan, tool);
  if (missing) return missingCredentials(ctx, source, missingText(chosen, missing), missing);
  // Even a server without credentials may keep state, which needs an owner.
  if (chosen.owner === null) return NO_END_USER;
  const opening = parts.map((part) => openOne(ctx, server, part));
  const each = opening.every(isOpened) ? opening : await Promise.all(opening);
  const opened = firstProblem(ctx, source, each) ?? toOpened(chosen.owner, each);
  if (byClient.length === 0) return opened;
  const known = await opened;
  return 'kind' in known ? known : openClientSignIns(ctx, { server, fields: byClient, inPlace }, known);
}

/**
 * The credentials of a dry run: `MASKED_` and the field's id instead of each secret, which is valid in every part of a
 * request, host names included. Of the secrets, decrypts only those in the server's address, on which the destinations
 * of other values depend. Makes no connect link.
 */
export async function maskCredentials(
  ctx: Ctx,
  snapshot: StackSnapshot,
  server: SnapshotServer,
  tool: Pick<SnapshotTool, 'request'>,
): Promise<readonly OpenCredential[] | MissingCredentials> {
  if (!server.usesCredentials) return [];
  const chosen = await chooseCredentials(ctx, server);
  const plan = planOf(ctx, { snapshot, server, chosen });
  const missing = missingOf(plan, tool);
  if (missing) return missingFailure(missingText(chosen, missing), missing);
  if (chosen.owner === null) return NO_END_USER;
  const shown = plan.parts.map(async (part) => {
    const { isSecret } = part.field;
    const opened = isSecret || part.stored.kind === 'oauth2' ? null : await openOne(ctx, server, part);
    return opened !== null && 'credential' in opened ? opened.credential : maskedOf(part.field);
  });
  return [...(await Promise.all(shown)), ...plan.byClient.map(maskedOf)];
}

const maskedOf = ({ fieldId, placement }: SnapshotField): OpenCredential => ({
  fieldId,
  placement,
  value: `MASKED_${fieldId}`,
});

function missingOf(
  { server, inPlace, missing }: Plan,
  tool: Pick<SnapshotTool, 'request'> | null,
): MissingFields | null {
  const alternatives = tool ? alternativesOf(tool) : NO_ALTERNATIVES;
  return alternatives.length === 0 ? missing : findMissing(server, inPlace, alternatives);
}

/** Plans, each kept as long as its stored credentials are cached. */
const plans = new WeakMap<SnapshotCredentials, Plan>();

function planOf(ctx: Ctx, source: Source): Plan {
  const { server, chosen } = source;
  const known = plans.get(chosen.stored);
  if (known?.server === server && known.owner === chosen.owner) return known;
  const inPlace = credentialsInPlace(server, chosen);
  const { destinations } = server;
  const addressValues =
    destinations.addressFields.size === 0
      ? NO_VALUES
      : openAddressValues(
          ctx.vault,
          destinations,
          [...inPlace].map(([fieldId, row]) => ({ ...row, fieldId })),
          (fieldId) => rowOf(source, fieldId),
        );
  const parts = server.fields.flatMap((field): Part[] => {
    const stored = inPlace.get(field.fieldId);
    if (!stored) return [];
    const destination = destinations.of(field.fieldId, addressValues);
    const place = { ...rowOf(source, field.fieldId), destination };
    return [{ field, stored, place, binding: bindingOf(place, stored.revision) }];
  });
  const byClient = clientSignInFields(server, inPlace);
  const missing = findMissing(server, inPlace, NO_ALTERNATIVES);
  const plan = { server, owner: chosen.owner, inPlace, parts, byClient, missing };
  // A plan that depends on decrypted address values is not cached.
  if (destinations.addressFields.size === 0) plans.set(chosen.stored, plan);
  return plan;
}

/**
 * Derives the owner from the credential mode, never from the row. Even if another owner's row were loaded, its value
 * would not decrypt.
 */
const rowOf = ({ snapshot, server, chosen: { owner } }: Source, fieldId: string): CredentialRow =>
  rowIn(
    { snapshot, server, owner: server.clientFields.has(fieldId) ? STACK_ITSELF : (owner ?? STACK_ITSELF) },
    fieldId,
  );

/**
 * Drops credentials that were stored for another destination. Also drops the stack's OAuth client if the end user
 * entered the address, so that its secret is never sent there.
 */
function credentialsInPlace(
  { destinations, clientFields }: SnapshotServer,
  { owner, stored }: CredentialChoice,
): SnapshotCredentials {
  const isUsersAddress = owner !== STACK_ITSELF && destinations.addressFields.size > 0;
  const isUsable = ([fieldId, row]: readonly [string, SnapshotCredential]): boolean =>
    matchesDestination(destinations, { ...row, fieldId }) && !(isUsersAddress && clientFields.has(fieldId));
  const rows = [...stored];
  return rows.every(isUsable) ? stored : new Map(rows.filter(isUsable));
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

function toOpened(owner: string, each: readonly Opened[]): OpenedCredentials {
  const opened = each.filter((one) => 'credential' in one);
  return {
    owner,
    credentials: opened.map(({ credential }) => credential),
    signIns: opened.flatMap(({ signIn }) => (signIn ? [signIn] : [])),
    clientSignIns: [],
  };
}

function firstProblem(ctx: Ctx, source: Source, each: readonly Opened[]): ToolFailure | Promise<ToolFailure> | null {
  if (each.every((one) => 'credential' in one)) return null;
  const failed = each.find((one) => 'failure' in one);
  if (failed) return failed.failure;
  const broken = each.filter((one) => 'problem' in one);
  const isUnreadable = broken.some(({ problem }) => problem === 'unreadable');
  const problem = isUnreadable ? 'unreadable credentials, enter again' : 'the sign-in has ended';
  const fields = broken.map(({ field }) => field);
  return missingCredentials(ctx, source, problem, { fields, text: fields.map(({ fieldId }) => fieldId).join(', ') });
}

const isOpened = (opening: Opened | Promise<Opened>): opening is Opened => !(opening instanceof Promise);

function openOne(ctx: Ctx, { connector }: SnapshotServer, part: Part): Opened | Promise<Opened> {
  const { field, stored, place, binding } = part;
  const { fieldId, placement } = field;
  try {
    const text = ctx.vault.open(stored.sealed, binding);
    return stored.kind === 'oauth2'
      ? openSignIn(ctx, { place, field, connector, stored }, text)
      : { credential: { fieldId, placement, value: text }, signIn: null };
  } catch (error) {
    return unreadable(error, field);
  }
}

async function openSignIn(ctx: Ctx, signIn: Omit<OpenSignIn, 'obtainedAt'>, text: string): Promise<Opened> {
  const { field } = signIn;
  const { fieldId, placement } = field;
  try {
    const used = await getAccessToken(ctx, signIn, text);
    if ('failure' in used) return used;
    if ('problem' in used) return { ...used, field };
    return { credential: { fieldId, placement, value: used.accessToken }, signIn: used.signIn };
  } catch (error) {
    return unreadable(error, field);
  }
}

function unreadable(error: unknown, field: SnapshotField): Opened {
  if (error instanceof VaultError) return { problem: 'unreadable', field };
  throw error;
}

const NO_END_USER_NAMED = 'the call does not name an end user';
const NO_END_USER: MissingCredentials = {
  kind: 'missing_credentials',
  message: NO_END_USER_NAMED,
  fieldIds: [],
};

function missingText({ owner, stored }: CredentialChoice, { fields }: MissingFields): string {
  if (owner === null) return `${NO_END_USER_NAMED}; missing credentials`;
  const isMoved = fields.some(({ fieldId }) => stored.has(fieldId));
  return isMoved
    ? 'missing credentials: the stored ones are for another destination; enter them again'
    : 'missing credentials';
}

function missingCredentials(
  ctx: Ctx,
  { snapshot, server, chosen: { owner } }: Source,
  problem: string,
  missing: MissingFields,
): ToolFailure | Promise<ToolFailure> {
  const failure = missingFailure(problem, missing);
  return owner === null ? failure : withConnectLink(ctx, { snapshot, server, owner }, missing.fields, failure);
}

const missingFailure = (problem: string, { fields, text }: MissingFields): MissingCredentials => ({
  kind: 'missing_credentials',
  message: `${problem}: ${text}`,
  fieldIds: fields.map(({ fieldId }) => fieldId),
});
