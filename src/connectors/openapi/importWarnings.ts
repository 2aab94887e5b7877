import { withoutHidden } from '../../core/lib/hiddenText.ts';
import { firstNames, plural } from '../../core/lib/text.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import type { ServerDocument } from '../../core/servers/document.ts';
import { isWebAddress } from '../../core/servers/webAddress.ts';
import { listAt, nodeAt, type OpenApiNode, resolved, textAt } from './document.ts';
import type { OperationNode } from './readOperation.ts';
import { type ReadSecurity, requirementOf, type SecurityAlternatives, schemesIn } from './security.ts';

type Warning = ImportedServer['warnings'][number];

const UNMATCHED_MAX = 20;
const REFERENCE_CHARS_MAX = 200;

const shown = (reference: string): string => withoutHidden(reference).slice(0, REFERENCE_CHARS_MAX);

/** Warnings that are not about one operation. */
export const serverWarnings = (
  { unsupported }: ReadSecurity,
  unmatched: readonly string[],
  lost: readonly string[],
): Warning[] =>
  [
    ...unsupported.map((key) => `security scheme ${key} is not supported`),
    ...unmatched.slice(0, UNMATCHED_MAX).map((entry) => `no operation has ${entry}`),
    ...lost
      .slice(0, UNMATCHED_MAX)
      .map((entry) => `the document does not define ${shown(entry)}: references to it accept any value`),
  ].map((reason) => ({ tool: '', reason }));

const ADDRESSES_SHOWN = 3;

/** A warning about the document's other addresses, since the tools call only one. */
export function unusedAddresses(chosen: string, others: readonly string[]): Warning[] {
  if (others.length === 0) return [];
  const named = firstNames(others.map(shown), ADDRESSES_SHOWN);
  const reason = `calls go to ${shown(chosen)}. The document also has ${named}: to call another address, pass it as the base URL`;
  return [{ tool: '', reason }];
}

/** A warning about requests that the service sends. */
export function receivedRequests(document: OpenApiNode, operations: readonly OperationNode[]): Warning[] {
  const webhooks = ['webhooks', 'x-webhooks'].flatMap((key) => Object.keys(nodeAt(document, key))).length;
  const callbacks = operations.filter(({ operation }) => Object.keys(nodeAt(operation, 'callbacks')).length > 0).length;
  const parts = [
    ...(webhooks > 0 ? [plural(webhooks, 'webhook')] : []),
    ...(callbacks > 0 ? [`the callbacks of ${plural(callbacks, 'operation')}`] : []),
  ];
  if (parts.length === 0) return [];
  return [{ tool: '', reason: `left out: ${parts.join(' and ')}, which are requests that the service sends` }];
}

/** A warning about documentation that no browser can open. */
export function unusableLink(document: OpenApiNode): Warning[] {
  const address = textAt(nodeAt(document, 'externalDocs'), 'url');
  if (address === '' || isWebAddress(address)) return [];
  return [{ tool: '', reason: `left out: the link ${shown(address)} (externalDocs), which is not a web address` }];
}

/** Addresses for refreshing tokens, which are refreshed where they are issued. */
export function unusedRefreshAddresses(document: OpenApiNode): Warning[] {
  const schemes = Object.entries(nodeAt(nodeAt(document, 'components'), 'securitySchemes'));
  return schemes.flatMap(([key, node]) => {
    const { refreshUrl, tokenUrl } = nodeAt(nodeAt(resolved(document, node) ?? {}, 'flows'), 'authorizationCode');
    if (typeof refreshUrl !== 'string' || [tokenUrl, ''].includes(refreshUrl)) return [];
    const reason = `tokens of the security scheme ${shown(key)} are refreshed at its tokenUrl, not at ${shown(refreshUrl)}`;
    return [{ tool: '', reason }];
  });
}

/** Security schemes that operations require and the document does not define. No credential is sent for them. */
export function undefinedSchemes(document: OpenApiNode, requirements: readonly SecurityAlternatives[]): Warning[] {
  const defined = nodeAt(nodeAt(document, 'components'), 'securitySchemes');
  const counts = new Map<string, number>();
  for (const key of requirements.flatMap((each) => [...schemesIn(each)]))
    if (!Object.hasOwn(defined, key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].slice(0, UNMATCHED_MAX).map(([key, count]) => {
    const who = count === 1 ? '1 operation requires' : `${count} operations require`;
    return { tool: '', reason: `the document does not define the security scheme ${shown(key)}, which ${who}` };
  });
}

const CREDENTIAL_NAME = /^(?:authorization|(?:x-)?(?:api|access|auth)[-_]?(?:key|token)|private-token)$/i;

/** A header or query parameter with the name of a credential, as `--credential-in` writes it; null for another. */
function credentialIn(document: OpenApiNode, node: unknown): string | null {
  const parameter = resolved(document, node) ?? {};
  const [place, name] = [textAt(parameter, 'in'), textAt(parameter, 'name')];
  if (!(place === 'header' || place === 'query') || !CREDENTIAL_NAME.test(name)) return null;
  return place === 'header' && name.toLowerCase() === 'authorization' ? AUTHORIZATION : `${place}:${name}`;
}

const AUTHORIZATION = 'header:Authorization';

/**
 * Suggests a credential scheme if operations only describe its header or query parameter. OpenAPI 3.1 ignores the
 * parameter `Authorization` (parameter object), and a model would have to invent the value of any other.
 */
export function credentialQuestion(
  document: OpenApiNode,
  operations: readonly OperationNode[],
  credentials: readonly { readonly name: string }[],
): Warning[] {
  if (credentials.length > 0) return unrequiredCredentials(document, operations, credentials);
  const named = operations.flatMap(({ operation, pathItem }) => {
    const parameters = [...listAt(operation, 'parameters'), ...listAt(pathItem, 'parameters')];
    return [...new Set(parameters.map((each) => credentialIn(document, each)).filter((each) => each !== null))];
  });
  const groups = [...Map.groupBy(named, (choice) => choice)];
  const [most] = groups.toSorted(([, one], [, other]) => other.length - one.length);
  if (most === undefined) return [];
  const [choice, { length: count }] = most;
  const [place, name = ''] = choice.split(':');
  const parameter = `${place === 'header' ? 'the header' : 'the query parameter'} ${shown(name)}`;
  const who = count === 1 ? '1 operation takes' : `${count} operations take`;
  const how = choice === AUTHORIZATION ? `bearer, basic or ${AUTHORIZATION}` : shown(choice);
  const reason = `${who} ${parameter}, but the document has no security scheme. How is the credential sent? Import it again with --credential-in ${how}, or choose it in the dashboard`;
  return [{ tool: '', reason }];
}

const CREDENTIALS_SHOWN = 3;

/** A warning about credentials that the document describes, but that no operation requires. Calls may need them. */
function unrequiredCredentials(
  document: OpenApiNode,
  operations: readonly OperationNode[],
  credentials: readonly { readonly name: string }[],
): Warning[] {
  const isDescribed = Object.keys(nodeAt(nodeAt(document, 'components'), 'securitySchemes')).length > 0;
  const isRequired = operations.some(({ operation }) => requirementOf(document, operation).length > 0);
  if (!isDescribed || isRequired) return [];
  const names = firstNames([...new Set(credentials.map(({ name }) => shown(name)))], CREDENTIALS_SHOWN);
  const reason = `the document describes credentials (${names}), but no operation requires one. If the service refuses calls, add them in the stack`;
  return [{ tool: '', reason }];
}

/** Tools that call another origin than the server's, and therefore without credentials. */
export const foreignOrigins = ({ connector, credentials, tools }: ServerDocument): Warning[] => {
  if (connector.kind !== 'openapi' || credentials.length === 0) return [];
  const own = URL.parse(connector.baseUrl)?.origin;
  return tools.flatMap(({ name, request }) => {
    const origin =
      request?.kind === 'operation' && request.baseUrl !== undefined ? URL.parse(request.baseUrl)?.origin : own;
    if (origin === undefined || origin === own) return [];
    const reason = `is called at ${origin} without credentials; to send them, add it to credentialOrigins of the connector`;
    return [{ tool: name, reason }];
  });
};
