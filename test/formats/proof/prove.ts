import { isDeepStrictEqual } from 'node:util';
import { toAccountId, toStackId } from '../../../src/core/kernel/ids.ts';
import { isRecord, type JsonObject } from '../../../src/core/lib/json.ts';
import { findTool } from '../../../src/core/snapshots/findTool.ts';
import { createMemo, type SnapshotTool, type StackSnapshot } from '../../../src/core/snapshots/snapshot.ts';
import { type FormatWarning, formatTools, type ToolFormat } from '../../../src/formats/formats.ts';
import { objectAt, type Rule } from '../rules/rule.ts';
import { ruleFor } from '../rules/rules.ts';
import { sampleOf } from './sample.ts';
import { acceptorOf, danglingRefs, hasRefs, metaProblems, ruleProblems } from './validator.ts';

/** The result of a tool list in one format. */
export type Proof = {
  readonly tools: number;
  readonly listed: number;
  /** Listed with the tool's own schema. */
  readonly unchanged: number;
  readonly repaired: number;
  readonly leftOut: number;
  /** Offered in strict mode; others in a strict list are offered without it. */
  readonly strict: number;
  /** Inputs that a tool's own schema accepts, checked against the listed schema. */
  readonly samples: number;
  /** Reasons for omitting a tool or its strict mode, with counts. */
  readonly reasons: ReadonlyMap<string, number>;
  /** A listed tool and the broken rule. */
  readonly invalid: readonly string[];
};

/** A stack of these tools, as far as lists and names need it. */
export function stackOfTools(tools: readonly SnapshotTool[]): StackSnapshot {
  return {
    stackId: toStackId('stack_proof'),
    accountId: toAccountId('acct_proof'),
    version: 1,
    recordsCalls: false,
    stackVersion: null,
    contents: null,
    policies: null,
    servers: [],
    tools: new Map(tools.map((tool) => [tool.exposedName, tool])),
    removed: new Map(),
    skills: [],
    memo: createMemo(),
  };
}

/** The reason without the schema's names, so that tools share it. */
const kindOf = (reason: string): string =>
  reason.replace(/\/\S+ (is|may|uses|takes|has)\b/, 'a property $1').replace(/requires \S+,/, 'requires a property,');

function nameOf(rule: Rule, tool: object): string {
  const keys = rule.nameAt;
  const name = objectAt({ tool }, ['tool', ...keys.slice(0, -1)])[keys.at(-1) ?? ''];
  return typeof name === 'string' ? name : '';
}

/** Created once per tool and used for every format: generated inputs that its own schema accepts. */
const samples = new WeakMap<SnapshotTool, readonly unknown[]>();

function samplesFor(tool: SnapshotTool): readonly unknown[] {
  const known = samples.get(tool);
  if (known) return known;
  const made = [sampleOf(tool.inputSchema, 'required'), sampleOf(tool.inputSchema, 'all')].filter(isRecord);
  const accepted = acceptable(tool.inputSchema, made);
  samples.set(tool, accepted);
  return accepted;
}

/** None if the validator cannot read a pattern in the schema. */
function acceptable(schema: JsonObject, inputs: readonly unknown[]): readonly unknown[] {
  try {
    return inputs.filter(acceptorOf(schema));
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function schemaProblems(rule: Rule, schema: JsonObject): readonly string[] {
  const declared = schema['$schema'];
  const dialect = typeof declared === 'string' && declared.includes('draft-07') ? '7' : rule.dialect;
  return [
    ...metaProblems(schema, dialect).map((problem) => `meta-schema ${problem}`),
    ...danglingRefs(schema).map((ref) => `refers to ${ref}, which is not there`),
    ...(!rule.acceptsRefs && hasRefs(schema) ? ['holds references'] : []),
    ...(rule.totals?.(schema) ?? []),
  ];
}

function acceptanceProblems(tool: SnapshotTool, schema: JsonObject): readonly string[] {
  const made = samplesFor(tool);
  if (made.length === 0) return [];
  const accepts = acceptorOf(schema);
  return made.filter((input) => !accepts(input)).map((input) => `refuses ${JSON.stringify(input)}`);
}

/** All problems of a listed tool. */
export function problemsOf(tool: SnapshotTool, listed: object, rule: Rule): readonly string[] {
  const schema = objectAt(listed, rule.schemaAt);
  return [
    ...ruleProblems(rule.tool, JSON.parse(JSON.stringify(listed))),
    ...schemaProblems(rule, schema),
    ...acceptanceProblems(tool, schema),
  ];
}

const isStrict = (listed: object): boolean => objectAt(listed, ['function'])['strict'] === true;

type Judged = {
  readonly listed: object;
  readonly rule: Rule;
  readonly tool: SnapshotTool | null;
  readonly name: string;
};

// A format may list the examples of a schema next to it.
function isUnchanged({ listed, rule, tool }: Judged): boolean {
  const schema = objectAt(listed, rule.schemaAt);
  const { examples: _listed, ...own } = tool?.inputSchema ?? {};
  return isDeepStrictEqual(schema, tool?.inputSchema) || isDeepStrictEqual(schema, own);
}

/** Problems of each tool and of the list, such as two entries for one tool. */
function problemsIn(judged: readonly Judged[]): readonly string[] {
  const seen = new Set<string>();
  return judged.flatMap(({ listed, rule, tool, name }) => {
    if (tool === null) return [`${name}: names no tool`];
    const isSecond = seen.has(tool.toolId);
    seen.add(tool.toolId);
    const problems = problemsOf(tool, listed, rule).map((problem) => `${name}: ${problem}`);
    return isSecond ? [`${name}: is listed twice`, ...problems] : problems;
  });
}

function countReasons(warnings: readonly FormatWarning[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of warnings.map(({ reason }) => kindOf(reason))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Lists all tools in one format and checks each against the provider's rules. */
export function proveFormat(snapshot: StackSnapshot, format: ToolFormat): Proof {
  const { tools, warnings } = formatTools(snapshot.tools.values(), format);
  const judged = tools.map((listed): Judged => {
    const rule = ruleFor(format, listed);
    const name = nameOf(rule, listed);
    return { listed, rule, name, tool: findTool(snapshot, name) };
  });
  const unchanged = judged.filter(isUnchanged).length;
  return {
    tools: snapshot.tools.size,
    listed: tools.length,
    unchanged,
    repaired: tools.length - unchanged,
    leftOut: snapshot.tools.size - tools.length,
    strict: tools.filter(isStrict).length,
    samples: judged.reduce((sum, { tool }) => sum + (tool ? samplesFor(tool).length : 0), 0),
    reasons: countReasons(warnings),
    invalid: problemsIn(judged),
  };
}
