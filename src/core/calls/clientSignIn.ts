import { missingClientField } from '../credentials/clientFields.ts';
import { type ClientSignIn, forgetClientToken, getClientToken } from '../credentials/clientTokens.ts';
import { OAuthFailure } from '../credentials/oauthPort.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ToolFailure } from '../results/outcome.ts';
import { isDerived } from '../servers/oauth2.ts';
import type { SnapshotCredentials, SnapshotField, SnapshotServer } from '../snapshots/snapshot.ts';
import type { OpenCredential } from './connector.ts';
import type { OpenedCredentials } from './openCredentials.ts';

type Stored = Pick<ReadonlySet<string>, 'has'>;

const NONE: readonly SnapshotField[] = [];

/**
 * Fields without a stored value whose tokens the OAuth client can obtain from stored values: it signs in itself, or
 * exchanges a token of the end user.
 */
export function clientSignInFields({ fields }: SnapshotServer, stored: Stored): readonly SnapshotField[] {
  if (fields.every(({ oauth2 }) => oauth2 === null)) return NONE;
  return fields.filter(
    ({ fieldId, oauth2 }) =>
      oauth2 !== null && isDerived(oauth2) && !stored.has(fieldId) && missingClientField(oauth2, stored) === null,
  );
}

type ClientSignInQuery = {
  readonly server: SnapshotServer;
  readonly fields: readonly SnapshotField[];
  readonly inPlace: SnapshotCredentials;
};

/** Adds the access tokens that the OAuth client obtains itself, or the reason why it got none. */
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
    const subjects = fields.flatMap(({ oauth2 }) => oauth2?.subjectToken?.field ?? []);
    // The end user's token has expired or isn't valid for this service: another one may work.
    if (kind === 'invalid_grant' && subjects.length > 0) {
      const message = `the end user’s token could not be exchanged for ${names}, set again: ${subjects.join(', ')}`;
      return { kind: 'missing_credentials', message, fieldIds: subjects };
    }
    return {
      kind: kind === 'unreachable' ? 'unreachable' : 'upstream_refused',
      message: `the client could not sign in for ${names}: ${message}`,
    };
  }
}

/** Requests replacements for rejected tokens, keyed by field id. Empty if the provider issues the same tokens again. */
export async function replaceClientTokens(
  ctx: Ctx,
  refused: OpenedCredentials['clientSignIns'],
): Promise<ReadonlyMap<string, string>> {
  const replaced = refused.map(async ({ field, signIn, token }) => {
    forgetClientToken(ctx, signIn, token);
    const other = await getClientToken(ctx, signIn).catch((error) => {
      if (error instanceof OAuthFailure) return null;
      throw error;
    });
    return other === null || other === token ? [] : [[field.fieldId, other] as const];
  });
  return new Map((await Promise.all(replaced)).flat());
}

function toSignIn(
  { stackServerId, connector }: SnapshotServer,
  field: SnapshotField,
  inPlace: SnapshotCredentials,
  values: ReadonlyMap<string, string>,
): readonly { readonly field: SnapshotField; readonly signIn: ClientSignIn }[] {
  const { oauth2: settings } = field;
  if (settings?.tokenUrl === undefined || !settings.clientId) return [];
  const {
    clientId: source,
    clientSecret: secret,
    subjectToken,
    tokenUrl,
    tokenAuthMethod: authMethod = 'client_secret_basic',
  } = settings;
  const clientId = 'value' in source ? source.value : values.get(source.field);
  const clientSecret = secret ? values.get(secret.field) : null;
  const token = subjectToken ? values.get(subjectToken.field) : null;
  if (clientId === undefined || clientSecret === undefined || token === undefined) return [];
  const named = ['value' in source ? null : source, secret, subjectToken];
  const rows = named.map((each) => (each ? inPlace.get(each.field) : null));
  const of = [stackServerId, field.fieldId, ...rows.flatMap((row) => (row ? [row.id, row.revision] : []))];
  const client = { clientId, clientSecret, authMethod };
  const { subjectTokenType: type = 'access_token', audience = null, resource = null } = settings;
  const subject = token === null ? null : { token, type, audience, resource };
  return [{ field, signIn: { of, settings: { ...settings, tokenUrl }, connector, client, subject } }];
}
