import type { parse } from '@bufbuild/cel';

/** A parsed expression with its source. */
type ParsedExpr = ReturnType<typeof parse>;
/** One part of an expression, with its nested parts. */
export type Expr = NonNullable<ParsedExpr['expr']>;
/** The content of one kind of expression. */
export type ExprPart<C extends Expr['exprKind']['case']> =
  Extract<Expr['exprKind'], { case: C }> extends { value: infer V } ? V : never;
type Constant = ExprPart<'constExpr'>;

/** The type that an expression expects of an input value. */
export type Kind = 'string' | 'number' | 'boolean' | 'list' | 'any';

/** A part of the input that an expression reads; `ITEM` means every item of a list. */
export type Use = { readonly path: readonly string[]; readonly kind: Kind };

/**
 * The path step for "each item of a list".
 */
export const ITEM = '[]';

/** The variables and the parts of the input that an expression reads. */
export type Reading = {
  readonly readsInput: boolean;
  readonly readsCalls: boolean;
  readonly readsResult: boolean;
  readonly uses: readonly Use[];
};

/** Why an expression is refused, as a message for its author. */
export class ConditionProblem extends Error {}

/** Maximum parts of an expression; a macro such as `all` has about eight. */
const NODES_MAX = 100;
const PATTERN_CHARS_MAX = 200;

/** The members of all variables except the input. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  caller: ['kind', 'endpoint', 'token', 'machine', 'issuer', 'key', 'user', 'end_user'],
  tool: ['name', 'server', 'read_only', 'destructive', 'open_world'],
  calls: ['hour', 'day'],
  result: ['origin', 'label'],
};
const ORIGIN_MEMBERS: readonly string[] = ['server', 'tool'];
const VARIABLES: ReadonlySet<string> = new Set(['input', 'now', ...Object.keys(MEMBERS)]);

/** The functions and operators that an expression may call, grouped by the kind of their operands. */
const COMPARISONS: ReadonlySet<string> = new Set(['_==_', '_!=_', '_<_', '_<=_', '_>_', '_>=_', '@in']);
const LOGIC: ReadonlySet<string> = new Set(['_&&_', '_||_', '!_', '@not_strictly_false']);
const ARITHMETIC: ReadonlySet<string> = new Set(['_+_', '_-_', '_*_', '_/_', '_%_', '-_']);
const SEARCHES: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'contains', 'matches']);
const OTHERS: ReadonlySet<string> = new Set(
  '_?_:_ _[_] size int double string timestamp duration getFullYear getMonth getDate getDayOfMonth getDayOfWeek getDayOfYear getHours getMinutes'.split(
    ' ',
  ),
);

/** All allowed functions. `test/core/conditions/conditionCost.test.ts` runs each on its most expensive input. */
export const FUNCTIONS: readonly string[] = [COMPARISONS, LOGIC, ARITHMETIC, SEARCHES, OTHERS].flatMap((names) => [
  ...names,
]);

/** The path into the input that a name refers to; null for a variable or an unknown name. */
type Place = readonly string[] | null;
type State = {
  readonly uses: Use[];
  readonly names: Set<string>;
  readonly locals: Map<string, Place>;
  nodes: number;
};

/**
 * Walks an expression and collects the inputs that it reads. Accepts only expressions with a bounded cost
 * (`conditionCost.ts`), because they run before every call. Rejects nested loops, non-literal patterns, and `map` and
 * `filter`, which create lists.
 * Tested by `test/core/conditions/condition.test.ts`.
 * @throws ConditionProblem
 */
export function readingOf({ expr }: ParsedExpr): Reading {
  const state: State = { uses: [], names: new Set(), locals: new Map(), nodes: 0 };
  if (!expr) throw new ConditionProblem('must not be empty');
  walk(expr, state, 'boolean');
  return {
    readsInput: state.names.has('input'),
    readsCalls: state.names.has('calls'),
    readsResult: state.names.has('result'),
    uses: state.uses,
  };
}

/** Walks one part that must be of `kind`. Returns the place that it refers to. */
function walk(expr: Expr, state: State, kind: Kind): Place {
  state.nodes += 1;
  if (state.nodes > NODES_MAX) throw new ConditionProblem(`is too long: the limit is ${NODES_MAX} parts`);
  const place = placeOf(expr, state, kind);
  if (place) state.uses.push({ path: place, kind });
  return place;
}

function placeOf({ exprKind }: Expr, state: State, kind: Kind): Place {
  switch (exprKind.case) {
    case 'constExpr':
      requireKind(kind, kindOf(exprKind.value));
      return null;
    case 'identExpr':
      return variable(exprKind.value.name, state);
    case 'selectExpr': {
      const { operand, field, testOnly } = exprKind.value;
      const place = operand ? member(operand, field, state) : null;
      if (place && testOnly) state.uses.push({ path: place, kind: 'any' });
      return testOnly ? null : place;
    }
    case 'callExpr':
      return call(exprKind.value, state, kind);
    case 'comprehensionExpr':
      return loop(exprKind.value, state, kind);
    case 'listExpr':
      for (const element of exprKind.value.elements) walk(element, state, 'any');
      return null;
    default:
      throw new ConditionProblem('must not create objects or maps');
  }
}

function variable(name: string, state: State): Place {
  const local = state.locals.get(name);
  if (local !== undefined) return local;
  if (!VARIABLES.has(name)) {
    throw new ConditionProblem(`${name} is unknown: use ${[...VARIABLES].join(', ')}`);
  }
  state.names.add(name);
  return name === 'input' ? [] : null;
}

function member(operand: Expr, field: string, state: State): Place {
  const { exprKind } = operand;
  const members = exprKind.case === 'identExpr' ? MEMBERS[exprKind.value.name] : undefined;
  if (members && exprKind.case === 'identExpr' && !members.includes(field)) {
    const { name } = exprKind.value;
    throw new ConditionProblem(`${name}.${field} is unknown: ${name} has ${members.join(', ')}`);
  }
  if (isOrigin(operand) && !ORIGIN_MEMBERS.includes(field)) {
    throw new ConditionProblem(`result.origin.${field} is unknown: result.origin has ${ORIGIN_MEMBERS.join(', ')}`);
  }
  const place = walk(operand, state, 'any');
  return place && [...place, field];
}

const isOrigin = ({ exprKind }: Expr): boolean =>
  exprKind.case === 'selectExpr' &&
  exprKind.value.field === 'origin' &&
  exprKind.value.operand?.exprKind.case === 'identExpr' &&
  exprKind.value.operand.exprKind.value.name === 'result';

function call({ function: name, target, args }: ExprPart<'callExpr'>, state: State, kind: Kind): Place {
  const operands = target ? [target, ...args] : args;
  if (name === '_[_]') return indexPlace(operands, state);
  if (LOGIC.has(name) || COMPARISONS.has(name) || SEARCHES.has(name)) requireKind(kind, 'boolean');
  else if (!ARITHMETIC.has(name) && !OTHERS.has(name)) throw new ConditionProblem(`the function ${name} is unknown`);
  if (name === 'matches') {
    const pattern = operands[1];
    const constant = pattern?.exprKind.case === 'constExpr' ? pattern.exprKind.value.constantKind : undefined;
    if (constant?.case !== 'stringValue') throw new ConditionProblem('the pattern of matches must be a string');
    if (constant.value.length > PATTERN_CHARS_MAX) {
      throw new ConditionProblem(`the pattern of matches can have at most ${PATTERN_CHARS_MAX} characters`);
    }
  }
  const expected = wantedOf(name, operands);
  for (const operand of operands) walk(operand, state, expected);
  return null;
}

/** The required kind of a function's operands. */
function wantedOf(name: string, operands: readonly Expr[]): Kind {
  if (LOGIC.has(name)) return 'boolean';
  if (SEARCHES.has(name)) return 'string';
  const literals = operands.flatMap(({ exprKind }) => (exprKind.case === 'constExpr' ? [exprKind.value] : []));
  if (ARITHMETIC.has(name)) {
    const hasInteger = literals.some(({ constantKind }) => constantKind.case === 'int64Value');
    if (name !== '-_' && hasInteger && operands.some(({ exprKind }) => exprKind.case === 'selectExpr')) {
      throw new ConditionProblem('input numbers are decimal: write 1.0 instead of 1 in calculations');
    }
  }
  if (name === '@in' || !COMPARISONS.has(name)) return 'any';
  return literals[0] ? kindOf(literals[0]) : 'any';
}

/** `input["a"]` is `input.a`; with a number, it is an item of a list. */
function indexPlace([operand, index]: readonly Expr[], state: State): Place {
  if (!operand || !index) return null;
  walk(index, state, 'any');
  const constant = index.exprKind.case === 'constExpr' ? index.exprKind.value.constantKind : undefined;
  if (constant?.case === 'stringValue') return member(operand, constant.value, state);
  const place = walk(operand, state, 'any');
  return constant?.case === 'int64Value' && place ? [...place, ITEM] : null;
}

function loop(
  { iterVar, iterRange, accuVar, accuInit, loopCondition, loopStep, result }: ExprPart<'comprehensionExpr'>,
  state: State,
  kind: Kind,
): Place {
  if (state.locals.size > 0) throw new ConditionProblem('must not nest all, exists or exists_one');
  if (!iterRange || !accuInit || !loopCondition || !loopStep || !result || accuInit.exprKind.case !== 'constExpr') {
    throw new ConditionProblem('must not use map or filter: use all, exists or exists_one');
  }
  requireKind(kind, 'boolean');
  const range = walk(iterRange, state, 'list');
  state.locals.set(accuVar, null).set(iterVar, range && [...range, ITEM]);
  for (const part of [accuInit, loopCondition, loopStep, result]) walk(part, state, 'any');
  state.locals.clear();
  return null;
}

function kindOf({ constantKind }: Constant): Kind {
  switch (constantKind.case) {
    case 'stringValue':
      return 'string';
    case 'boolValue':
      return 'boolean';
    case 'int64Value':
    case 'uint64Value':
    case 'doubleValue':
      return 'number';
    default:
      return 'any';
  }
}

function requireKind(expected: Kind, kind: Kind): void {
  if (expected !== 'any' && kind !== 'any' && expected !== kind) {
    throw new ConditionProblem(`has type ${kind} where ${expected} is required`);
  }
}
