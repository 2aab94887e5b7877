import type { OperationSummary } from './chooseOperations.ts';
import { listAt, nodeAt, type OpenApiNode, pathItemOf, resolved, textAt } from './document.ts';
import { hasLongMediaType, lostPartOf, PATH_CHARS_MAX } from './leftOut.ts';
import { METHOD_NAMES, METHODS, type OperationNode } from './readOperation.ts';

/** The operations of a document without missing parts, in its order. */
export const operationsOf = (document: OpenApiNode): OperationNode[] =>
  Object.entries(nodeAt(document, 'paths')).flatMap(([path, node]) => {
    const pathItem = pathItemOf(document, node);
    if (path.length > PATH_CHARS_MAX || pathItem === null || path.startsWith('x-')) return [];
    return METHODS.flatMap((method) => {
      const operation = resolved(document, pathItem[method]);
      if (operation === null) return [];
      const node = { operation, pathItem };
      return lostPartOf(document, node) === null && !hasLongMediaType(document, node)
        ? [{ method, path, ...node }]
        : [];
    });
  });

/** The summary that selections are matched against. */
export const operationSummary = ({ method, path, operation }: OperationNode): OperationSummary => ({
  method: METHOD_NAMES[method],
  path,
  operationId: textAt(operation, 'operationId'),
  tags: listAt(operation, 'tags').filter((tag) => typeof tag === 'string'),
  isDeprecated: operation['deprecated'] === true,
});
