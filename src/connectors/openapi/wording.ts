import type { ServerId } from '../../core/kernel/ids.ts';
import { AppError, type Issue } from '../../core/lib/errors.ts';
import type { PreservedImport } from '../../core/marketplace/importPort.ts';
import type { ToolDocument } from '../../core/servers/document.ts';
import type { TextOverrides } from '../../core/servers/textOverrides.ts';
import { prefixed, TOOL_ID_CHARS_MAX } from '../../core/servers/toolName.ts';
import { labelOf, type PreservedNames } from './operationName.ts';
import type { OperationNode } from './readOperation.ts';

/** The effective wording: from this import, otherwise from the earlier one. */
export const wordingOf = ({
  wording,
  preserved,
}: {
  readonly wording?: TextOverrides;
  readonly preserved?: PreservedImport;
}): TextOverrides => wording ?? preserved?.wording ?? [];

/** The operations' existing names: given names first, then names from an earlier import. */
export const namesIn = (preserved: PreservedNames, wording: TextOverrides): PreservedNames => ({
  ...preserved,
  ...Object.fromEntries(wording.flatMap(({ operation, name }) => (name === undefined ? [] : [[operation, name]]))),
});

type Names = ReadonlyMap<OperationNode, string>;

/**
 * Rejects given names that their tools did not get.
 * @throws AppError `invalid_input`, with an issue for each, by its position in the input
 */
export function requireNames(serverId: ServerId, overrides: TextOverrides, names: Names): void {
  const byLabel = new Map([...names].map(([node, name]) => [labelOf(node), name]));
  const problemOf = ({ operation, name }: TextOverrides[number]): string | null => {
    if (name === undefined || !byLabel.has(operation)) return null;
    if (byLabel.get(operation) !== name) return `Another tool is called ${name}`;
    const full = prefixed(serverId, name);
    return full.length > TOOL_ID_CHARS_MAX ? `${full} has more than ${TOOL_ID_CHARS_MAX} characters` : null;
  };
  const issues = overrides.flatMap((each, at): Issue[] => {
    const message = problemOf(each);
    return message === null ? [] : [{ path: `/source/openApi/wording/${at}/name`, message }];
  });
  const [first] = issues;
  if (first) throw new AppError('invalid_input', first.message, { issues });
}

/** Entries for operations that don't exist, as written in warnings. */
export function unmatchedIn(overrides: TextOverrides, operations: readonly OperationNode[]): readonly string[] {
  const labels = new Set(operations.map(labelOf));
  return overrides.map(({ operation }) => operation).filter((each) => !labels.has(each));
}

/** The custom description of an operation; undefined for none. */
export function descriptionIn(wording: TextOverrides): (node: OperationNode) => string | undefined {
  const byLabel = new Map(wording.map(({ operation, description }) => [operation, description]));
  return (node) => byLabel.get(labelOf(node));
}

/** A tool with its operation's custom description. */
export function describedBy(wording: TextOverrides): (node: OperationNode, tool: ToolDocument) => ToolDocument {
  const descriptionOf = descriptionIn(wording);
  return (node, tool) => {
    const description = descriptionOf(node);
    return description === undefined ? tool : { ...tool, description };
  };
}
