import type { ServerId, ToolId } from '../kernel/ids.ts';
import type { JsonObject } from '../lib/json.ts';
import { matchesPattern } from '../lib/text.ts';

/** A tool as rules see it. Missing annotations have the defaults of MCP (2025-11-25, ToolAnnotations). */
export type PolicyTool = {
  readonly toolId: ToolId | '';
  readonly serverId: ServerId;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly openWorld: boolean;
};

/** Which tools a rule applies to. Empty lists and null do not restrict it. */
export type ToolMatch = {
  readonly servers: readonly string[];
  /** Tool ids, in which `*` matches any text. */
  readonly tools: readonly string[];
  readonly readOnly: boolean | null;
  readonly destructive: boolean | null;
  readonly openWorld: boolean | null;
};

export type RuleTool = {
  readonly toolId: ToolId;
  readonly annotations: JsonObject | null;
  readonly ruleHints?: JsonObject | null;
  readonly server: { readonly slug: ServerId };
};

/**
 * A tool without annotations counts as one that may change anything, anywhere. Tested by
 * `test/core/decisions/decide.test.ts`.
 */
export function toPolicyTool({ toolId, annotations, ruleHints = annotations, server }: RuleTool): PolicyTool {
  const hints = ruleHints ?? {};
  const readOnly = hints['readOnlyHint'] === true;
  return {
    toolId,
    serverId: server.slug,
    readOnly,
    destructive: !readOnly && hints['destructiveHint'] !== false,
    openWorld: hints['openWorldHint'] !== false,
  };
}

/**
 * Whether a rule applies to a tool. Only ids count, not a stack's own names, so that renaming a tool does not bypass
 * the rule.
 */
export const matchesTool = ({ servers, tools, readOnly, destructive, openWorld }: ToolMatch, tool: PolicyTool) =>
  (servers.length === 0 || servers.includes(tool.serverId)) &&
  (tools.length === 0 || tools.some((pattern) => matchesPattern(pattern, tool.toolId))) &&
  isEither(readOnly, tool.readOnly) &&
  isEither(destructive, tool.destructive) &&
  isEither(openWorld, tool.openWorld);

const isEither = (expected: boolean | null, is: boolean): boolean => expected === null || expected === is;
