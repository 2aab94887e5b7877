import { z } from 'zod';
import { FIELD_ID } from './oauth2.ts';
import { template } from './toolRequest.ts';

const field = z.strictObject({ field: z.string().regex(FIELD_ID) });

/**
 * How requests are signed instead of carrying a secret: AWS Signature Version 4. The access key's secret is never sent;
 * region and service may have slots for credential fields.
 */
export const signingSchema = z.strictObject({
  kind: z.literal('aws-sigv4'),
  service: template.min(1),
  region: template.min(1),
  accessKeyId: field,
  secretAccessKey: field,
  /** The session token of temporary credentials; if none is stored, requests are signed without one. */
  sessionToken: field.optional(),
});

/** How requests are signed. */
export type Signing = z.infer<typeof signingSchema>;

/** The fields that hold the signing credentials. */
export const signingFields = ({ accessKeyId, secretAccessKey, sessionToken }: Signing): readonly string[] =>
  [accessKeyId, secretAccessKey, sessionToken].flatMap((source) => (source ? [source.field] : []));

type Document = {
  readonly credentials: readonly { readonly id: string }[];
  readonly connector: { readonly signing?: Signing | undefined } | { readonly kind: string };
};

/** Fields that a document uses for signing but does not declare. */
export function signingProblems({ credentials, connector }: Document) {
  if (!('signing' in connector) || !connector.signing) return [];
  const known = new Set(credentials.map(({ id }) => id));
  const path = ['connector', 'signing'];
  return signingFields(connector.signing)
    .filter((id) => !known.has(id))
    .map((id) => ({ path, message: `${id} is not a field of this server` }));
}
