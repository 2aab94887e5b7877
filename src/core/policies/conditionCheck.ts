import { isCelError, parse, run } from '@bufbuild/cel';
import { STEPS_MAX } from '../conditions/condition.ts';
import { costOf } from '../conditions/conditionCost.ts';
import { ConditionProblem, ITEM, type Reading, readingOf, type Use } from '../conditions/conditionReading.ts';
import { mayContain } from '../conditions/conditionSchema.ts';
import type { Ctx } from '../kernel/context.ts';
import type { AccountId, StackId, ToolKey } from '../kernel/ids.ts';
import { storedObject, storedObjectOrNull } from '../lib/storedJson.ts';
import { connectorSchema } from '../servers/document.ts';
import { OFFERED } from '../servers/server.ts';
import { hintsInForce, readHintSettings } from './hints.ts';
import { matchesTool, type ToolMatch, toPolicyTool } from './toolMatch.ts';

/** Maximum tools whose schemas are read to check one expression; accounts with more tools skip the check of names. */
const TOOLS_MAX = 2_000;
const TOOLS_AT_A_TIME = 100;

/** Which tools a rule is for, before it is stored. */
export type RuleTools = ToolMatch & { readonly accountId: AccountId; readonly stackId: StackId | null };

/**
 * Why an expression cannot be a rule's condition; null if it can. `readingOf` must accept it. Each input path that it
 * reads must exist, with the expected type, in the schema of a tool that the rule covers. Otherwise the rule would
 * never match. Tested by `test/core/policies/policyRule.test.ts`.
 */
export async function conditionProblem(ctx: Ctx, text: string, tools: RuleTools): Promise<string | null> {
  const read = readCondition(text);
  return typeof read === 'string' ? read : unknownUse(ctx, read.uses, tools);
}

/** The input paths that an expression reads, or why it cannot be a condition for any tool. */
export function readCondition(text: string): Reading | string {
  try {
    const parsed = parse(text);
    const reading = readingOf(parsed);
    const steps = costOf(parsed.expr).steps({ of: () => ({ values: 0, chars: 0 }) });
    // A condition that is too expensive for any input would never be evaluated.
    if (steps > STEPS_MAX) return `takes more than ${STEPS_MAX} steps for any input: write shorter patterns`;
    return patternProblem(text) ?? reading;
  } catch (error) {
    return error instanceof Error ? error.message : 'cannot be read';
  }
}

const PATTERNS = /\.matches\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\)/g;

/** Runs each pattern once, since CEL detects an invalid pattern only at run time. */
function patternProblem(text: string): string | null {
  for (const [, literal = ''] of text.matchAll(PATTERNS)) {
    const result = run(`"".matches(${literal})`);
    if (isCelError(result)) return `the pattern ${literal} is not valid`;
  }
  return null;
}

async function unknownUse(ctx: Ctx, uses: readonly Use[], tools: RuleTools): Promise<string | null> {
  let open = uses.filter(({ path }) => path.length > 0);
  let count = 0;
  let after: ToolKey | null = null;
  for (let read = 0; open.length > 0 && read < TOOLS_MAX; read += TOOLS_AT_A_TIME) {
    const page = await readTools(ctx, tools, after);
    const servers = new Map(page.map(({ server }) => [server.id, server]));
    const hints = await readHintSettings(ctx.db, tools.accountId, [...servers.keys()]);
    const connectors = new Map([...servers].map(([id, { connector }]) => [id, connectorSchema.parse(connector)]));
    const matching = page.filter(({ annotations, toolId, server }) => {
      const connector = connectors.get(server.id);
      if (!connector) return false;
      const toolFacts = { toolId, annotations: storedObjectOrNull(annotations) };
      const inForce = hintsInForce(toolFacts, { owner: server.owner, connector }, hints.get(server.id));
      return matchesTool(tools, toPolicyTool({ ...toolFacts, ...inForce, server }));
    });
    const schemas = matching.map(({ inputSchema }) => storedObject(inputSchema));
    count += schemas.length;
    open = open.filter((use) => !schemas.some((schema) => mayContain(schema, use)));
    after = page.at(-1)?.id ?? null;
    if (page.length < TOOLS_AT_A_TIME) return count > 0 && open[0] ? wordsOf(open[0]) : null;
  }
  return null;
}

function readTools(ctx: Ctx, { accountId, stackId, servers }: RuleTools, after: ToolKey | null) {
  const stack = { accountId, ...(stackId !== null && { id: stackId }) };
  return ctx.db.tool.findMany({
    where: {
      ...(after !== null && { id: { gt: after } }),
      enabledTools: { some: { stackServer: { stack } } },
      ...OFFERED,
      ...(servers.length > 0 && { server: { slug: { in: [...servers] } } }),
    },
    select: {
      id: true,
      toolId: true,
      annotations: true,
      inputSchema: true,
      server: { select: { id: true, slug: true, owner: true, connector: true } },
    },
    orderBy: { id: 'asc' },
    take: TOOLS_AT_A_TIME,
  });
}

function wordsOf({ path, kind }: Use): string {
  const name = `input${path.map((step) => (step === ITEM ? '[]' : `.${step}`)).join('')}`;
  const suffix = kind === 'any' ? '' : ` as a ${kind}`;
  return new ConditionProblem(`no tool of the rule has ${name}${suffix}`).message;
}
