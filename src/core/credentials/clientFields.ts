import { type OAuth2Settings, oauth2Schema } from '../servers/oauth2.ts';

/**
 * The fields that hold the id and secret of an OAuth client. They identify the application, not a person, so every
 * credential mode uses the stack's own value.
 */
export function clientFieldsOf(fields: readonly { readonly oauth2: unknown }[]): ReadonlySet<string> {
  const named = fields.flatMap(({ oauth2 }) => {
    if (oauth2 === null || oauth2 === undefined) return [];
    const { clientId, clientSecret } = oauth2Schema.parse(oauth2);
    return [clientId, clientSecret].flatMap((source) => (source && 'field' in source ? [source.field] : []));
  });
  return new Set(named);
}

/**
 * The missing field that prevents signing in or deriving a token: a field of the client, or the token to exchange. Null
 * if none is missing.
 */
export function missingClientField(
  { clientId, clientSecret, subjectToken }: OAuth2Settings,
  stored: Pick<ReadonlySet<string>, 'has'>,
): string | null {
  const sources = [clientId, clientSecret, subjectToken];
  const fields = sources.flatMap((source) => (source && 'field' in source ? [source.field] : []));
  return fields.find((fieldId) => !stored.has(fieldId)) ?? null;
}
