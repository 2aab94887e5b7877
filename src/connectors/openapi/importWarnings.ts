import { withoutHidden } from '../../core/lib/hiddenText.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import type { ServerDocument } from '../../core/marketplace/document.ts';
import { listAt, nodeAt, type OpenApiNode, resolved, textAt } from './document.ts';
import type { OperationNode } from './readOperation.ts';
import type { ReadSecurity, SecurityAlternatives } from './security.ts';

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

/** Security schemes that operations require and the document does not define. No credential is sent for them. */
export function undefinedSchemes(document: OpenApiNode, requirements: readonly SecurityAlternatives[]): Warning[] {
  const defined = nodeAt(nodeAt(document, 'components'), 'securitySchemes');
  const counts = new Map<string, number>();
  for (const sets of requirements) {
    const keys = new Set(sets.flatMap((set) => [...set.keys()]));
    for (const key of keys) if (!Object.hasOwn(defined, key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].slice(0, UNMATCHED_MAX).map(([key, count]) => {
    const who = count === 1 ? '1 operation requires' : `${count} operations require`;
    return { tool: '', reason: `the document does not define the security scheme ${shown(key)}, which ${who}` };
  });
}

const isAuthorization = (document: OpenApiNode, given: unknown): boolean => {
  const parameter = resolved(document, given) ?? {};
  return textAt(parameter, 'in') === 'header' && textAt(parameter, 'name').toLowerCase() === 'authorization';
};

/**
 * Suggests a credential scheme if operations only describe its header as a parameter. OpenAPI 3.1 ignores such a
 * parameter (parameter object), so the user would not be asked for a value.
 */
export function credentialQuestion(
  document: OpenApiNode,
  operations: readonly OperationNode[],
  credentials: readonly unknown[],
): Warning[] {
  const takes = operations.filter(({ operation, pathItem }) =>
    [...listAt(operation, 'parameters'), ...listAt(pathItem, 'parameters')].some((each) =>
      isAuthorization(document, each),
    ),
  );
  if (credentials.length > 0 || takes.length === 0) return [];
  const count = takes.length === 1 ? '1 operation takes' : `${takes.length} operations take`;
  const reason = `${count} the header Authorization, but the document has no security scheme. How is the credential sent? Import it again with --credential-in bearer, basic or header:Authorization, or choose it in the dashboard`;
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
