import { ellipsized } from '../../core/lib/text.ts';
import type { CredentialFieldDocument, Placement } from '../../core/servers/document.ts';
import { isByClient } from '../../core/servers/oauth2.ts';
import { headerName } from '../../core/servers/toolRequest.ts';
import { TEXT_CHARS_MAX } from './cutTexts.ts';
import { type OpenApiNode, textAt } from './document.ts';
import { signInOf } from './flows.ts';
import { plainText } from './plainText.ts';

/** A security scheme of the document. */
export type Scheme = {
  /** The id of its field, or the prefix of its fields' ids. */
  readonly id: string;
  /** The scheme's name in the document. */
  readonly key: string;
  readonly node: OpenApiNode;
  /** The scopes that the chosen operations name, and those that a sign-in requests. */
  readonly scopes: readonly string[];
  readonly requestedScopes: readonly string[];
  readonly apiBase: string | undefined;
  /** Whether the chosen operations only read. */
  readonly onlyReads: boolean;
  /** True for an existing field that takes a pasted value. Stacks have stored values, so the field stays as it is. */
  readonly isPlain: boolean;
};

/** A field before it is known whether it is required. */
export type SchemeField = Omit<CredentialFieldDocument, 'required'> & {
  /** True for the fields that a call needs. Others help to get them, such as a client's id. */
  readonly isNeeded: boolean;
};

const sentence = (...parts: readonly string[]): string =>
  ellipsized(parts.filter((part) => part !== '').join(' '), TEXT_CHARS_MAX);

const aboutOf = (node: OpenApiNode): string => plainText(textAt(node, 'description'));

const field = (id: string, name: string, description: string, placement?: Placement): SchemeField => ({
  id,
  name,
  description: ellipsized(description, TEXT_CHARS_MAX),
  secret: true,
  isNeeded: true,
  ...(placement === undefined ? {} : { placement }),
});

const bearer = (id: string): Placement => ({ in: 'header', name: 'Authorization', template: `Bearer {${id}}` });

const apiKeyField = ({ id, node }: Scheme): SchemeField[] => {
  const name = textAt(node, 'name');
  const place = textAt(node, 'in');
  const describe = (where: string) => sentence(aboutOf(node), `Sent as ${where} ${name}.`);
  // No request can carry an invalid name. Leave out only the scheme, not the whole document.
  if (name === '' || (place === 'header' && !headerName.safeParse(name).success)) return [];
  if (place === 'query') return [field(id, 'API key', describe('query parameter'), { in: 'query', name })];
  if (place === 'cookie') {
    return [field(id, 'Cookie', describe('cookie'), { in: 'header', name: 'Cookie', template: `${name}={${id}}` })];
  }
  return place === 'header' ? [field(id, 'API key', describe('header'), { in: 'header', name })] : [];
};

const basicFields = ({ id, node }: Scheme): SchemeField[] => {
  const [username, password] = [`${id}_username`, `${id}_password`];
  const template = `Basic {${username}:${password}|base64}`;
  const about = aboutOf(node);
  return [
    { ...field(username, 'User name', about, { in: 'header', name: 'Authorization', template }), secret: false },
    field(password, 'Password', about),
  ];
};

const tokenFields = (scheme: Scheme): SchemeField[] => {
  const { id, node, scopes, requestedScopes, apiBase, onlyReads, isPlain } = scheme;
  const needs = scopes.length > 0 ? `Scopes used: ${scopes.join(', ')}.` : '';
  const fields = { clientId: `${id}_client_id`, clientSecret: `${id}_client_secret` };
  const oauth2 = isPlain ? null : signInOf(node, fields, { apiBase, scopes: requestedScopes, onlyReads });
  if (oauth2 === null)
    return [field(id, 'Access token', sentence(aboutOf(node), 'An access token.', needs), bearer(id))];
  const isOfClient = isByClient(oauth2);
  const how = isOfClient
    ? 'An access token, which is derived from the client id and secret.'
    : 'Sign in with your own OAuth application, or paste an access token.';
  const where = isOfClient ? 'at the service' : 'at the service, needed to sign in';
  return [
    { ...field(id, 'Sign-in', sentence(aboutOf(node), how, needs), bearer(id)), oauth2, isNeeded: !isOfClient },
    {
      ...field(fields.clientId, 'Client id', `The id of your OAuth application ${where}.`),
      secret: false,
      isNeeded: isOfClient,
    },
    {
      ...field(fields.clientSecret, 'Client secret', `The secret of your OAuth application ${where}.`),
      isNeeded: isOfClient,
    },
  ];
};

/** Whether a scheme is AWS Signature Version 4, which OpenAPI supports only through Amazon’s extension. */
export const isRequestSigned = (node: OpenApiNode): boolean =>
  textAt(node, 'type') === 'apiKey' && /^aws-?sigv4$/i.test(textAt(node, 'x-amazon-apigateway-authtype'));

/** The ids of the fields that sign a scheme’s requests. */
export const signingIds = (id: string) => ({
  accessKeyId: { field: `${id}_access_key_id` },
  secretAccessKey: { field: `${id}_secret_access_key` },
  sessionToken: { field: `${id}_session_token` },
});

const signingFieldsOf = ({ id }: Scheme): SchemeField[] => {
  const { accessKeyId, secretAccessKey, sessionToken } = signingIds(id);
  return [
    field(accessKeyId.field, 'Access key id', 'The id of an AWS access key, which signs the requests.'),
    field(secretAccessKey.field, 'Secret access key', 'The secret of the access key, which is never sent.'),
    { ...field(sessionToken.field, 'Session token', 'Only for temporary credentials.'), isNeeded: false },
  ];
};

/** The credential fields of a scheme; empty for a scheme that no stored value can satisfy, such as mutual TLS. */
export const fieldsOf = (scheme: Scheme): SchemeField[] => {
  const type = textAt(scheme.node, 'type');
  if (isRequestSigned(scheme.node) && !scheme.isPlain) return signingFieldsOf(scheme);
  if (type === 'apiKey') return apiKeyField(scheme);
  if (type === 'oauth2' || type === 'openIdConnect') return tokenFields(scheme);
  if (type !== 'http') return [];
  const name = textAt(scheme.node, 'scheme').toLowerCase();
  if (name === 'basic') return basicFields(scheme);
  return name === 'bearer' ? [field(scheme.id, 'Access token', aboutOf(scheme.node), bearer(scheme.id))] : [];
};

/** Where a scheme with one value sends it, equal for two schemes that send one token; null for others. */
export function placeOf(fields: readonly SchemeField[]): string | null {
  const [only, ...others] = fields.filter(({ placement }) => placement !== undefined);
  if (only?.placement === undefined || others.length > 0 || only.placement.template?.includes('|')) return null;
  const { in: place, name, template } = only.placement;
  return [place, name.toLowerCase(), template?.replaceAll(`{${only.id}}`, '{}') ?? '{}'].join('\n');
}

/** The headers that carry a scheme's values, in lower case. */
export const headersOf = (fields: readonly SchemeField[]): readonly string[] =>
  fields.flatMap(({ placement }) => (placement?.in === 'header' ? [placement.name.toLowerCase()] : []));
