import { isRecord } from '../../core/lib/json.ts';
import type { OperationSummary } from './chooseOperations.ts';
import { listAt, nodeAt, type OpenApiNode, resolved, textAt } from './document.ts';
import { METHOD_NAMES, METHODS, type OperationNode } from './readOperation.ts';

/** All operations of a document in the form of 3.1, in its order. */
export const operationsOf = (document: OpenApiNode): OperationNode[] =>
  Object.entries(nodeAt(document, 'paths')).flatMap(([path, given]) => {
    const pathItem = resolved(document, given);
    if (pathItem === null) return [];
    return METHODS.flatMap((method) => {
      const operation = pathItem[method];
      return isRecord(operation) ? [{ method, path, operation, pathItem }] : [];
    });
  });

/** What a choice looks at. */
export const operationSummary = ({ method, path, operation }: OperationNode): OperationSummary => ({
  method: METHOD_NAMES[method],
  path,
  operationId: textAt(operation, 'operationId'),
  tags: listAt(operation, 'tags').filter((tag) => typeof tag === 'string'),
  isDeprecated: operation['deprecated'] === true,
});
