import { AppError } from '../../core/lib/errors.ts';
import type { CredentialScheme, RequestedScheme } from '../../core/servers/credentialScheme.ts';
import type { CredentialFieldDocument } from '../../core/servers/document.ts';
import { nodeAt, type OpenApiNode } from './document.ts';
import { fieldsOf } from './securityFields.ts';

/** The equivalent security scheme of a document, and its key, from which the field's id is derived. */
function schemeOf(requested: CredentialScheme): readonly [key: string, scheme: OpenApiNode] {
  switch (requested.kind) {
    case 'bearer':
      return ['token', { type: 'http', scheme: 'bearer' }];
    case 'basic':
      return ['login', { type: 'http', scheme: 'basic' }];
    case 'header':
    case 'query':
      return ['api_key', { type: 'apiKey', in: requested.kind, name: requested.name }];
  }
}

/**
 * The scheme to import a document with: the requested one, or the earlier import's. Undefined if there is none, or if
 * the document has since gained its own schemes.
 * @throws AppError `invalid_input` if a scheme is requested for a document that has its own
 */
export function requestedScheme(
  document: OpenApiNode,
  scheme: RequestedScheme | undefined,
  existing: CredentialScheme | undefined,
): CredentialScheme | undefined {
  const hasOwn = Object.keys(nodeAt(nodeAt(document, 'components'), 'securitySchemes')).length > 0;
  if (scheme === undefined) return hasOwn ? undefined : existing;
  if (scheme.kind === 'none') return undefined;
  if (hasOwn) throw new AppError('invalid_input', 'The OpenAPI document already describes how to send its credentials');
  return scheme;
}

/** A 3.1 document in which all operations require the credential. */
export function withScheme(document: OpenApiNode, requested: CredentialScheme | undefined): OpenApiNode {
  if (requested === undefined) return document;
  const [key, scheme] = schemeOf(requested);
  const components = { ...nodeAt(document, 'components'), securitySchemes: { [key]: scheme } };
  return { ...document, components, security: [{ [key]: [] }] };
}

/** The credential fields for a scheme, for an API without an OpenAPI document. */
export function credentialFieldsFor(requested: CredentialScheme): readonly CredentialFieldDocument[] {
  const [id, node] = schemeOf(requested);
  const scheme = {
    id,
    key: id,
    node,
    scopes: [],
    requestedScopes: [],
    apiBase: undefined,
    onlyReads: false,
    isPlain: true,
  };
  return fieldsOf(scheme).map(({ isNeeded, ...field }) => ({ ...field, required: isNeeded }));
}
