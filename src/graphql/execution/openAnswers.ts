import { BREAK, type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/**
 * Types that contain definitions, settings and counts, but no secrets and no text of calls. A response with other types
 * is never compressed: inputs, results, errors and messages of services may contain secrets next to text chosen by
 * others. A new type is not compressed until it is listed here.
 */
export const OPEN_TYPES: ReadonlySet<string> = new Set([
  ...['Query', 'Node', 'PageInfo', 'RowCount', 'Viewer', 'Account', 'AccountLimit', 'RateLimit', 'User', 'ApiKey'],
  ...['Server', 'ServerRefresh', 'Tool', 'ToolRefusal', 'ToolWarning', 'ToolWeights'],
  ...['CredentialField', 'CredentialFieldStatus', 'CredentialStatus', 'CredentialSet', 'CredentialProblem'],
  ...['CredentialProblems', 'CredentialChoice', 'SignInNeeds', 'EnabledTool', 'OfferedTool', 'Stack'],
  ...['StackConfiguration', 'StackRole', 'StackServer', 'StackTools', 'StackTemplate'],
  ...['StackTemplateRule', 'StackTemplateServer', 'ClientEndpoint', 'StackToken', 'ServiceAccount'],
  ...['TrustedIssuer', 'RequiredClaim', 'PolicyRule', 'PolicyQuota', 'RegistryServer'],
  ...['RegistryServerPackage', 'RegistryServerPage', 'RegistryServerRemote', 'CallStatistics', 'CallFigures'],
  ...['CallBucket', 'OutcomeFigures', 'ToolFigures'],
]);

/** Whether a type is open; for a connection and its edges, whether the type of their rows is. Introspection is open. */
const isOpen = (name: string): boolean =>
  name.startsWith('__') || OPEN_TYPES.has(name.replace(/(?:Connection|Edge)$/, ''));

/** Whether the document only queries open types, so that its response may be compressed. */
export function isOpenDocument(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let isOpenSoFar = true;
  const close = () => {
    isOpenSoFar = false;
    return BREAK;
  };
  visit(
    document,
    visitWithTypeInfo(types, {
      OperationDefinition: ({ operation }) => (operation === 'query' ? undefined : close()),
      Field: () => (isOpen(types.getParentType()?.name ?? '') ? undefined : close()),
    }),
  );
  return isOpenSoFar;
}
