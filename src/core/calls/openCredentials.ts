import type { Ctx } from '../context.ts';
import { openAddressValues } from '../credentials/addressValues.ts';
import { isInPlace } from '../credentials/destination.ts';
import { bindingOf } from '../credentials/store.ts';
import { STACK_ITSELF } from '../endUser.ts';
import type {
  SnapshotCredential,
  SnapshotCredentials,
  SnapshotField,
  SnapshotServer,
  SnapshotTool,
  StackSnapshot,
} from '../snapshots/snapshot.ts';
import { VaultError } from '../vault/vault.ts';
import type { OpenCredential, ToolFailure } from './connector.ts';
import { getAccessToken, type OpenSignIn, rowIn, withSignInLink } from './signIn.ts';
import { getStoredCredentials } from './storedCredentials.ts';

/** One call's credentials, all of one owner, and which of them are access tokens of a sign-in. */
export type OpenedCredentials = {
  readonly owner: string;
  readonly credentials: readonly OpenCredential[];
  readonly signIns: readonly OpenSignIn[];
};

type Source = {
  readonly snapshot: StackSnapshot;
  readonly server: SnapshotServer;
  readonly chosen: CredentialChoice;
  readonly addressValues: ReadonlyMap<string, string>;
};
type One =
  | { readonly credential: OpenCredential; readonly signIn: OpenSignIn | null }
  | { readonly problem: 'unreadable' | 'ended'; readonly field: SnapshotField }
  | { readonly failure: ToolFailure };

/** Opens the credentials of a call, renewing sign-ins about to end, or says what is missing for it or for `tool`. */
export async function openCredentials(
  ctx: Ctx,
  snapshot: StackSnapshot,
  server: SnapshotServer,
  tool: Pick<SnapshotTool, 'request'> | null = null,
): Promise<OpenedCredentials | ToolFailure> {
  if (server.fields.length === 0 && server.credentialMode === 'stack') return NOTHING_TO_OPEN;
  const chosen = await chooseCredentials(ctx, server);
  const inPlace = credentialsInPlace(server, chosen);
  const missing = findMissing(server, inPlace, tool ? alternativesOf(tool) : []);
  const source = { snapshot, server, chosen, addressValues: NO_VALUES };
  if (missing) return missingCredentials(ctx, source, whatIsMissing(chosen, missing), missing);
  // Even a server without credentials keeps state, which has to belong to somebody.
  if (chosen.owner === null) return NO_END_USER;
  const addressed = { ...source, addressValues: addressValuesOf(ctx, source, inPlace) };
  const each = await Promise.all(
    server.fields.flatMap((field) => {
      const stored = inPlace.get(field.fieldId);
      return stored ? [openOne(ctx, addressed, field, stored)] : [];
    }),
  );
  return (await firstProblem(ctx, source, each)) ?? toOpened(chosen.owner, each);
}

const NOTHING_TO_OPEN: OpenedCredentials = { owner: STACK_ITSELF, credentials: [], signIns: [] };

/**
 * Drops credentials that were stored for another destination. The stack's OAuth client is never sent to an address that
 * an end user entered: it is meant for the token endpoint.
 */
function credentialsInPlace(
  { destinations, clientFields }: SnapshotServer,
  { owner, stored }: CredentialChoice,
): SnapshotCredentials {
  const isUsersAddress = owner !== STACK_ITSELF && destinations.addressFields.size > 0;
  const isUsable = ([fieldId, row]: readonly [string, SnapshotCredential]): boolean =>
    isInPlace(destinations, { ...row, fieldId }) && !(isUsersAddress && clientFields.has(fieldId));
  const rows = [...stored];
  return rows.every(isUsable) ? stored : new Map(rows.filter(isUsable));
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

function addressValuesOf(ctx: Ctx, source: Source, inPlace: SnapshotCredentials): ReadonlyMap<string, string> {
  const { snapshot, server, chosen } = source;
  const { addressFields } = server.destinations;
  if (addressFields.size === 0) return NO_VALUES;
  const rows = [...inPlace].map(([fieldId, row]) => ({ ...row, fieldId }));
  return openAddressValues(ctx.vault, server.destinations, rows, (fieldId) =>
    rowIn({ snapshot, server, owner: ownerOfField(server, chosen, fieldId) }, fieldId),
  );
}

function toOpened(owner: string, each: readonly One[]): OpenedCredentials {
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
  const row = rowIn({ snapshot, server, owner: ownerOfField(server, chosen, fieldId) }, fieldId);
  const place = { ...row, destination: server.destinations.of(fieldId, source.addressValues) };
  try {
    const text = ctx.vault.open(stored.sealed, bindingOf(place, stored.revision));
    if (stored.kind !== 'oauth2') return { credential: { fieldId, placement, value: text }, signIn: null };
    const used = await getAccessToken(ctx, { place, field, connector: server.connector, stored }, text);
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
  message: UNNAMED,
  fieldIds: [],
};

function whatIsMissing({ owner, stored }: CredentialChoice, { fields }: MissingFields): string {
  if (owner === null) return `${UNNAMED}; missing credentials`;
  const isMoved = fields.some(({ fieldId }) => stored.has(fieldId));
  return isMoved
    ? 'missing credentials, which were stored for another address or use: enter again'
    : 'missing credentials';
}

function missingCredentials(
  ctx: Ctx,
  { snapshot, server, chosen: { owner } }: Source,
  what: string,
  { fields, text }: MissingFields,
): ToolFailure | Promise<ToolFailure> {
  const fieldIds = fields.map((field) => field.fieldId);
  const message = `${what}: ${text}`;
  const failure = { kind: 'missing_credentials', message, fieldIds } as const;
  return owner === null ? failure : withSignInLink(ctx, { snapshot, server, owner }, fields, failure);
}

/** Whose credentials a call uses, and which of them are stored. `owner` is null when the call names no end user. */
export type CredentialChoice = { readonly owner: string | null; readonly stored: SnapshotCredentials };

const NONE: SnapshotCredentials = new Map();

/** Chooses by the server's credential mode. All chosen credentials belong to one owner: no mode mixes two. */
export async function chooseCredentials(ctx: Ctx, server: SnapshotServer): Promise<CredentialChoice> {
  const { endUser } = ctx;
  switch (server.credentialMode) {
    case 'stack':
      return stacksOwn(ctx, server);
    case 'user':
      return endUser === null ? { owner: null, stored: NONE } : usersOwn(ctx, server, endUser);
    case 'user_then_stack': {
      const own = endUser === null ? null : await usersOwn(ctx, server, endUser);
      return own?.hasAny ? own : stacksOwn(ctx, server);
    }
  }
}

const stacksOwn = async (ctx: Ctx, server: SnapshotServer): Promise<CredentialChoice> => ({
  owner: STACK_ITSELF,
  stored: await getStoredCredentials(ctx, server, STACK_ITSELF),
});

/** The end user's credentials, with the stack's OAuth client, which identifies the application and not a person. */
async function usersOwn(
  ctx: Ctx,
  server: SnapshotServer,
  endUser: string,
): Promise<CredentialChoice & { readonly hasAny: boolean }> {
  const own = await getStoredCredentials(ctx, server, endUser);
  const hasAny = own.size > 0;
  if (server.clientFields.size === 0) return { owner: endUser, stored: own, hasAny };
  const shared = await getStoredCredentials(ctx, server, STACK_ITSELF);
  const stored = new Map(own);
  for (const fieldId of server.clientFields) {
    stored.delete(fieldId);
    const value = shared.get(fieldId);
    if (value) stored.set(fieldId, value);
  }
  return { owner: endUser, stored, hasAny };
}

/**
 * The owner follows from the mode and never from the row: another owner's value, even if its row gets here, does not
 * open.
 */
const ownerOfField = ({ clientFields }: SnapshotServer, { owner }: CredentialChoice, fieldId: string): string =>
  clientFields.has(fieldId) ? STACK_ITSELF : (owner ?? STACK_ITSELF);

/** What a call lacks: the fields to fill in, and the same in words, since one of several sets may be enough. */
export type MissingFields = { readonly fields: readonly SnapshotField[]; readonly text: string };

type Stored = ReadonlyMap<string, SnapshotCredential>;
/** Sets of field ids, of which one has to be complete. */
export type Alternatives = readonly (readonly string[])[];

/** The sets that a tool needs in addition to its server's required fields. */
export const alternativesOf = ({ request }: Pick<SnapshotTool, 'request'>): Alternatives =>
  (request?.kind === 'operation' && request.credentials) || [];

/**
 * The required fields without a value, and the alternatives' fields if none of them is complete; null when nothing is
 * missing.
 */
export function findMissing(server: SnapshotServer, stored: Stored, alternatives: Alternatives): MissingFields | null {
  const required = server.fields.filter((field) => field.required && !stored.has(field.fieldId));
  const lacking = lackingOf(server, stored, alternatives);
  const fields = server.fields.filter((field) => required.includes(field) || lacking.flat().includes(field));
  if (fields.length === 0) return null;
  const named = required.map(({ fieldId }) => fieldId);
  return { fields, text: [...named, ...inWords(lacking)].join(', ') };
}

/** What each alternative lacks; empty when one is complete. */
function lackingOf(
  { fields }: SnapshotServer,
  stored: Stored,
  alternatives: Alternatives,
): readonly (readonly SnapshotField[])[] {
  const lacking = alternatives.map((set) =>
    fields.filter(({ fieldId }) => set.includes(fieldId) && !stored.has(fieldId)),
  );
  return lacking.some((set) => set.length === 0) ? [] : lacking;
}

function inWords(lacking: readonly (readonly SnapshotField[])[]): readonly string[] {
  const ids = lacking.map((set) => set.map(({ fieldId }) => fieldId));
  const [only = []] = ids;
  if (ids.length < 2) return only;
  return [ids.map((set) => (set.length === 1 ? set.join() : `(${set.join(' and ')})`)).join(' or ')];
}
