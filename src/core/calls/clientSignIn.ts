import type { Ctx } from '../context.ts';
import { missingClientField } from '../credentials/clientFields.ts';
import { type ClientSignIn, getClientToken } from '../credentials/clientTokens.ts';
import { OAuthFailure } from '../credentials/oauthPort.ts';
import { isByClient } from '../marketplace/oauth2.ts';
import type { SnapshotCredentials, SnapshotField, SnapshotServer } from '../snapshots/snapshot.ts';
import type { OpenCredential, ToolFailure } from './connector.ts';
import type { OpenedCredentials } from './openCredentials.ts';

type Stored = Pick<ReadonlySet<string>, 'has'>;

const NONE: readonly SnapshotField[] = [];

/** The fields without a stored value for which the stored OAuth client can get an access token by itself. */
export function clientSignInFields({ fields, clientFields }: SnapshotServer, stored: Stored): readonly SnapshotField[] {
  if (clientFields.size === 0) return NONE;
  return fields.filter(
    ({ fieldId, oauth2 }) =>
      oauth2 !== null && isByClient(oauth2) && !stored.has(fieldId) && missingClientField(oauth2, stored) === null,
  );
}

type ClientSignInQuery = {
  readonly server: SnapshotServer;
  readonly fields: readonly SnapshotField[];
  readonly inPlace: SnapshotCredentials;
};

/** Adds the access tokens that the OAuth client gets by itself, or says why there are none. */
export async function openClientSignIns(
  ctx: Ctx,
  { server, fields, inPlace }: ClientSignInQuery,
  opened: OpenedCredentials,
): Promise<OpenedCredentials | ToolFailure> {
  const values = new Map(opened.credentials.map(({ fieldId, value }) => [fieldId, value]));
  const signIns = fields.flatMap((field) => toSignIn(server, field, inPlace, values));
  try {
    const tokens = await Promise.all(
      signIns.map(async ({ field, signIn }) => ({ field, signIn, token: await getClientToken(ctx, signIn) })),
    );
    const credentials = tokens.map(
      ({ field: { fieldId, placement }, token: value }): OpenCredential => ({ fieldId, placement, value }),
    );
    return { ...opened, credentials: [...opened.credentials, ...credentials], clientSignIns: tokens };
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
    const { kind, message } = error;
    const names = fields.map(({ fieldId }) => fieldId).join(', ');
    return {
      kind: kind === 'unreachable' ? 'unreachable' : 'upstream_refused',
      message: `the client could not sign in for ${names}: ${message}`,
    };
  }
}

function toSignIn(
  { stackServerId, connector }: SnapshotServer,
  field: SnapshotField,
  inPlace: SnapshotCredentials,
  values: ReadonlyMap<string, string>,
): readonly { readonly field: SnapshotField; readonly signIn: ClientSignIn }[] {
  const { oauth2: settings } = field;
  if (settings?.tokenUrl === undefined || !settings.clientId || !settings.clientSecret) return [];
  const {
    clientId: source,
    clientSecret: secret,
    tokenUrl,
    tokenAuthMethod: authMethod = 'client_secret_basic',
  } = settings;
  const clientId = 'value' in source ? source.value : values.get(source.field);
  const clientSecret = values.get(secret.field);
  if (clientId === undefined || clientSecret === undefined) return [];
  const rows = ['value' in source ? null : inPlace.get(source.field), inPlace.get(secret.field)];
  const of = [stackServerId, field.fieldId, ...rows.flatMap((row) => (row ? [row.id, row.revision] : []))];
  const client = { clientId, clientSecret, authMethod };
  return [{ field, signIn: { of, settings: { ...settings, tokenUrl }, connector, client } }];
}
