import type { Credential, Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { credentialOwner, STACK_ITSELF } from '../kernel/endUser.ts';
import { getStackServer } from '../kernel/findStackServer.ts';
import type { ServerId, ServerKey, StackId } from '../kernel/ids.ts';
import { stackWhere } from '../kernel/scope.ts';
import { isDerived, oauth2Schema } from '../servers/oauth2.ts';
import { clientFieldsOf, missingClientField } from './clientFields.ts';
import {
  type Destinations,
  destinationsOf,
  matchesDestination,
  type StoredServer,
  toDestinationServer,
} from './destination.ts';

/** Whether a field has a value that calls can use. */
export type FieldState = 'added' | 'missing';

/**
 * The state of a sign-in. `connected`: it works and is renewed automatically. `expiring`: it works until `expiresAt`
 * and can't be renewed. `reconnect_required`: a person has to sign in again.
 */
export type OAuthState = 'connected' | 'expiring' | 'reconnect_required';

/** The status of one credential field for one owner. Never holds a value. */
export type FieldStatus = {
  readonly serverKey: ServerKey;
  readonly fieldId: string;
  readonly required: boolean;
  /** Also `added` if the stored OAuth client obtains the field's access token itself. */
  readonly state: FieldState;
  /**
   * True if the value counts as missing because it was stored for another address or use; it has to be entered again.
   */
  readonly isMoved: boolean;
  /** True if a person can sign in for the value instead of pasting one. */
  readonly canConnect: boolean;
  /** Whether the field belongs to an OAuth application that the account’s stacks share. */
  readonly isShared: boolean;
  /** Null if no sign-in is stored. */
  readonly oauthState: OAuthState | null;
  /** When the stored access token expires; null if unknown or never. */
  readonly expiresAt: Date | null;
};

/** Which fields of a server have a value. Never contains a value or a part of one. */
export type CredentialStatus = {
  readonly fields: readonly FieldStatus[];
  readonly required: Readonly<Record<string, FieldState>>;
  readonly optional: Readonly<Record<string, FieldState>>;
  readonly allAdded: boolean;
  readonly requiredAdded: boolean;
};

/** The columns of a status; encrypted values stay in the database. */
export const STATUS_COLUMNS = {
  fieldId: true,
  endUser: true,
  kind: true,
  state: true,
  destination: true,
  expiresAt: true,
  isRenewable: true,
  isShared: true,
} satisfies Prisma.CredentialSelect;

/** The part of a stored credential that its status needs. */
export type StoredStatus = Pick<Credential, keyof typeof STATUS_COLUMNS>;
type Field = StoredServer['fields'][number] & { readonly required: boolean; readonly serverId: ServerKey };
type FieldsOfServer = { readonly connector: StoredServer['connector']; readonly fields: readonly Field[] };
type StatusOwner = { readonly owner: string; readonly now: Date };

/** Selects the rows that determine an owner's status: its own, and the stack's, which include the OAuth client. */
export const statusWhere = (owner: string): Prisma.CredentialWhereInput => ({ endUser: { in: [STACK_ITSELF, owner] } });

/** Cached per server, since the status is requested in every stack that has it. */
const known = new WeakMap<FieldsOfServer, Destinations>();

/** The status of a server's fields for one owner, given the rows that `statusWhere` selects. */
export function credentialStatusOf(
  server: FieldsOfServer,
  rows: readonly StoredStatus[],
  { owner, now }: StatusOwner,
): CredentialStatus {
  const { fields } = server;
  const destinations = known.get(server) ?? destinationsOf(toDestinationServer(server));
  known.set(server, destinations);
  const clientFields = clientFieldsOf(fields);
  const stored = fields.map(({ serverId: serverKey, fieldId, required, oauth2 }) => {
    const fieldOwner = clientFields.has(fieldId) ? STACK_ITSELF : owner;
    const row = rows.find((each) => each.fieldId === fieldId && each.endUser === fieldOwner);
    const settings = oauth2 === null ? null : oauth2Schema.parse(oauth2);
    const isOfClient = settings !== null && isDerived(settings);
    const canConnect = settings !== null && !isOfClient;
    const status = { serverKey, fieldId, required, canConnect, ...storedStatus(row, destinations, now) };
    return { status, settings, isOfClient };
  });
  const added = new Set(stored.filter(({ status }) => isAdded(status)).map(({ status }) => status.fieldId));
  const statuses = stored.map(({ status, settings, isOfClient }): FieldStatus => {
    const isThere = isOfClient && !isAdded(status) && settings !== null && missingClientField(settings, added) === null;
    return isThere ? { ...status, state: 'added', isMoved: false } : status;
  });
  const required = statuses.filter((field) => field.required);
  const optional = statuses.filter((field) => !field.required);
  return {
    fields: statuses,
    required: statesOf(required),
    optional: statesOf(optional),
    allAdded: statuses.every(isAdded),
    requiredAdded: required.every(isAdded),
  };
}

const isAdded = ({ state }: FieldStatus): boolean => state === 'added';

const statesOf = (fields: readonly FieldStatus[]): Record<string, FieldState> =>
  Object.fromEntries(fields.map(({ fieldId, state }) => [fieldId, state]));

function storedStatus(
  row: StoredStatus | undefined,
  destinations: Destinations,
  now: Date,
): Pick<FieldStatus, 'state' | 'isMoved' | 'isShared' | 'oauthState' | 'expiresAt'> {
  const isMoved = row !== undefined && !matchesDestination(destinations, row);
  if (!row || isMoved) return { state: 'missing', isMoved, isShared: false, oauthState: null, expiresAt: null };
  return {
    state: 'added',
    isMoved,
    isShared: row.isShared,
    oauthState: row.kind === 'oauth2' ? oauthStateOf(row, now) : null,
    expiresAt: row.expiresAt,
  };
}

function oauthStateOf(
  { state, expiresAt, isRenewable }: Pick<StoredStatus, 'state' | 'expiresAt' | 'isRenewable'>,
  now: Date,
): OAuthState {
  if (state === 'reconnect_required') return 'reconnect_required';
  if (isRenewable || expiresAt === null) return 'connected';
  return expiresAt <= now ? 'reconnect_required' : 'expiring';
}

/** The status of a server's credentials in a stack, for the stack or one end user. @throws not_found, invalid_input */
export async function getCredentialStatus(
  ctx: Ctx,
  stackId: StackId,
  server: ServerId,
  endUser?: string | null,
): Promise<CredentialStatus> {
  const placed = await getStackServer(ctx, stackId, server);
  const owner = credentialOwner(ctx, endUser);
  const rows = await ctx.db.credential.findMany({
    where: { stackServerId: placed.id, stackServer: { stack: stackWhere(ctx.actor) }, ...statusWhere(owner) },
    select: STATUS_COLUMNS,
  });
  return credentialStatusOf(placed.server, rows, { owner, now: ctx.now() });
}
