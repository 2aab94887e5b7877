import { isRecord } from '../../core/lib/json.ts';
import type { ListedOperation, OperationList } from '../../core/marketplace/importPort.ts';
import { tokensOf, type Weigh } from '../../core/marketplace/toolWeights.ts';
import { TOOLS_MAX, type ToolDocument } from '../../core/servers/document.ts';
import { CHOICE_ENTRY_CHARS_MAX } from '../../core/servers/operationChoice.ts';
import { toolIdFor } from '../../core/servers/toolName.ts';
import { withPointers } from './anchors.ts';
import { chooseOperations, type OperationSummary } from './chooseOperations.ts';
import { nodeAt, type OpenApiNode, parseOpenApi, textAt, toOpenApi31 } from './document.ts';
import { annotationsOf } from './effects.ts';
import { namesFor } from './operationName.ts';
import { operationSummary, operationsOf } from './operations.ts';
import { plainText } from './plainText.ts';
import { proposeOperations } from './proposeOperations.ts';
import { withOperations } from './prune.ts';
import { type OperationNode, readOperation } from './readOperation.ts';
import { type OpenApiOptions, serverIdOf } from './readTools.ts';
import { createBudget, spendChars } from './schema.ts';
import { requirementOf, schemesIn } from './security.ts';
import { declaredBaseUrl } from './servers.ts';
import { describedBy, descriptionIn, namesIn, wordingOf } from './wording.ts';

const SUMMARY_CHARS_MAX = 200;
const TAGS_MAX = 8;
const TAG_CHARS_MAX = 100;
const SCHEMES_MAX = 8;
const SCHEME_CHARS_MAX = 200;
// Maximum characters of all listed operations: a document may use one long text in each of them.
const LIST_CHARS_MAX = 4 * 1024 * 1024;
// How long tokens may be estimated: part of the thirty seconds that a thread may spend on a document.
const WEIGHING_MS_MAX = 8_000;

type Candidate = OperationSummary & { readonly node: OperationNode } & ReturnType<typeof effectsOf>;
type Weight = Pick<ListedOperation, 'tokens' | 'weights'>;
type Weighed = Weight & { readonly tool: ToolDocument | null };
type WeightOf = (node: OperationNode, name: string) => Weighed;
const UNKNOWN: Weighed = { tokens: null, weights: null, tool: null };
export type ListOptions = OpenApiOptions & {
  readonly weigh?: Weigh;
  /** Called with each listed operation and its potential tool; null if the tool was not computed. */
  readonly onListed?: (operation: ListedOperation, tool: ToolDocument | null) => void;
};

/** Estimates the tokens of operations as tools until the time is used up; the rest stay unknown. */
function createScales(document: OpenApiNode, { weigh, onListed: _onListed, ...options }: ListOptions): WeightOf {
  const { source } = options;
  const serverId = serverIdOf(document, options);
  const described = describedBy(wordingOf(options));
  const from = { document, budget: createBudget() };
  const until = performance.now() + WEIGHING_MS_MAX;
  let isSpent = false;
  return (node, name) => {
    if (isSpent || performance.now() > until) return UNKNOWN;
    try {
      const read = readOperation(from, node, { name, source, isAddressGiven: true });
      if (read.tool === null) return UNKNOWN;
      const tool = described(node, read.tool);
      spendChars(from.budget, tool);
      const { description, inputSchema } = tool;
      const chars = name.length + description.length + JSON.stringify(inputSchema).length;
      const weights = weigh?.({ name: toolIdFor(serverId, name, { prefix: true }), tool }) ?? null;
      return { tokens: tokensOf(chars), weights, tool };
    } catch {
      isSpent = true;
      return UNKNOWN;
    }
  };
}

/**
 * Lists the operations of an OpenAPI document to choose from, without creating tools. This also works for documents
 * that are too large to import whole. Lists at most 2,000 operations that `choice` selects, and at most 4 MiB of
 * characters.
 * @throws AppError `invalid_input`
 */
export function listOperations(source: Readonly<Record<string, unknown>>, options: ListOptions): OperationList {
  const parsed = withPointers(parseOpenApi(source), options.source);
  const { choice = {}, preserved } = options;
  const { chosen } = chooseOperations(operationsOf(parsed), choice, operationSummary);
  const document = toOpenApi31(withOperations(parsed, chosen.slice(0, TOOLS_MAX)));
  const nodes = chooseOperations(operationsOf(document), choice, operationSummary).chosen.slice(0, TOOLS_MAX);
  const words = wordingOf(options);
  const descriptionOf = descriptionIn(words);
  const names = namesFor(serverIdOf(document, options), nodes, namesIn(preserved?.names ?? {}, words));
  const candidates = nodes.map((node) => ({ node, ...operationSummary(node), ...effectsOf(node) }));
  const proposed = preserved?.choice
    ? new Set(chooseOperations(candidates, preserved.choice, (candidate) => candidate).chosen)
    : proposeOperations(candidates);
  const weigh = createScales(document, options);
  const toListed = (candidate: Candidate): ListedOperation => {
    const { node, method, path, operationId, tags, isDeprecated, isReadOnly, isDestructive } = candidate;
    const name = names.get(node) ?? operationId;
    const { tool, ...weight } = weigh(node, name);
    const declared = nodeAt(nodeAt(document, 'components'), 'securitySchemes');
    const isChoosable = operationId !== '' && operationId.length <= CHOICE_ENTRY_CHARS_MAX;
    const ownText = textAt(node.operation, 'summary') || textAt(node.operation, 'description');
    const listed = {
      method,
      path,
      operationId: isChoosable ? operationId : null,
      name,
      summary: (descriptionOf(node) ?? plainText(ownText)).slice(0, SUMMARY_CHARS_MAX),
      tags: tags.slice(0, TAGS_MAX).map((tag) => tag.slice(0, TAG_CHARS_MAX)),
      isDeprecated,
      isReadOnly,
      isDestructive,
      credentials: [...schemesIn(requirementOf(document, node.operation))]
        .filter((key) => isRecord(declared[key]))
        .slice(0, SCHEMES_MAX)
        .map((key) => key.slice(0, SCHEME_CHARS_MAX)),
      ...weight,
      isProposed: proposed.has(candidate),
    };
    options.onListed?.(listed, tool);
    return listed;
  };
  const title = plainText(textAt(nodeAt(document, 'info'), 'title')).slice(0, SUMMARY_CHARS_MAX);
  return {
    title,
    baseUrl: declaredBaseUrl(document, options),
    totalCount: chosen.length,
    operations: upToBudget(candidates, toListed),
  };
}

function effectsOf(node: OperationNode) {
  const { readOnlyHint, destructiveHint } = annotationsOf(node);
  return { isReadOnly: readOnlyHint === true, isDestructive: destructiveHint === true };
}

/** The first operations that fit the budget; the rest are not computed. */
function upToBudget(candidates: readonly Candidate[], toListed: (candidate: Candidate) => ListedOperation) {
  const listed: ListedOperation[] = [];
  let left = LIST_CHARS_MAX;
  for (const candidate of candidates) {
    const operation = toListed(candidate);
    left -= JSON.stringify(operation).length;
    if (left < 0) break;
    listed.push(operation);
  }
  return listed;
}
