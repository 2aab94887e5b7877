import type { InputSize, InputSizes } from './condition.ts';
import type { Expr, ExprPart } from './conditionReading.ts';
import { compileSteps, matchSteps } from './patternCost.ts';

type Cost = {
  /** The input members that it reads; null for all. */
  readonly members: ReadonlySet<string> | null;
  /** The maximum number of steps, by the sizes of its inputs. */
  steps(sizes: InputSizes): number;
};

/** Characters that can be compared, searched or copied in the time of one step. */
const CHARS_PER_STEP = 16;
/** Maximum characters of each name and id in `caller` and `tool`. */
const FACT_CHARS = 512;
/** A search compares at most this many characters of the needle at each position of the text. */
const NEEDLE_CHARS_MAX = 128;
const CHARS_PER_SEARCH_STEP = 256;
/** Steps to format a time in a named time zone, which includes looking up the zone. */
const ZONE_STEPS = 400;
const LOOKUP_STEPS = 2;

/**
 * The total size of a part's values over all its runs. A part inside a loop runs once per item, and the items together
 * are no larger than their list.
 */
type Size = InputSize & {
  /** Characters of the longest text. */
  readonly longest: number;
  /** Nesting depth of concatenated lists; each item passes through all of them. */
  readonly depth: number;
};

/** The state of one estimate. `runs` is 1 outside a loop, and the number of items inside it. */
type Meter = { readonly sizes: InputSizes; steps: number; runs: number; item: Size };
/** One part of an expression: adds its steps to the meter and returns the size of its values. */
type Costed = (meter: Meter) => Size;
/** The data collected by a walk of the expression. */
type Walk = { members: Set<string> | null; item: string | null; accumulator: string | null; patternSteps: number };

const SCALAR: Size = { values: 0, chars: 0, longest: 0, depth: 1 };
const textOf = (chars: number, runs: number): Size => ({ ...SCALAR, chars: chars * runs, longest: chars });

/**
 * An upper bound for the steps of an expression that `readingOf` accepts. Each part is charged for the input that it
 * may read, times its loop's iterations. `test/core/conditions/conditionCost.test.ts` runs every function on its most
 * expensive input.
 */
export function costOf(expr: Expr | undefined): Cost {
  const walk: Walk = { members: new Set(), item: null, accumulator: null, patternSteps: 0 };
  const whole = costed(expr, walk);
  const { members, patternSteps } = walk;
  return {
    members,
    steps(sizes) {
      // The input members are converted to CEL values once, which takes up to 0.6 µs per nested value.
      const read = [...(members ?? [null])].map((member) => sizes.of(member).values);
      const meter: Meter = { sizes, steps: 2 * sum(read) + patternSteps, runs: 1, item: SCALAR };
      whole(meter);
      return Math.ceil(meter.steps);
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Avoids `0 * Infinity`, which is NaN. */
const times = (size: number, runs: number): number => (size === 0 || runs === 0 ? 0 : size * runs);

function costed(expr: Expr | undefined, walk: Walk): Costed {
  const kind = expr?.exprKind;
  switch (kind?.case) {
    case 'constExpr': {
      const {
        constantKind: { value },
      } = kind.value;
      const chars = typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
      return (meter) => {
        meter.steps += meter.runs;
        return textOf(chars, meter.runs);
      };
    }
    case 'identExpr':
      if (kind.value.name === walk.item) return counted(({ item }) => item);
      if (kind.value.name === walk.accumulator) return counted(() => SCALAR);
      if (kind.value.name !== 'input') return counted(({ runs }) => textOf(FACT_CHARS, runs));
      walk.members = null;
      return inputMember(null);
    case 'selectExpr':
      return member(kind.value.operand, kind.value.field, walk);
    case 'callExpr':
      return call(kind.value, walk);
    case 'comprehensionExpr':
      return loop(kind.value, walk);
    case 'listExpr':
      return list(kind.value, walk);
    default:
      return () => SCALAR;
  }
}

const counted =
  (sizeIn: (meter: Meter) => Size): Costed =>
  (meter) => {
    meter.steps += times(LOOKUP_STEPS, meter.runs);
    return sizeIn(meter);
  };

const inputMember = (name: string | null): Costed =>
  counted(({ sizes, runs }) => {
    const { values, chars } = sizes.of(name);
    return { values: times(values, runs), chars: times(chars, runs), longest: chars, depth: 1 };
  });

/** A member is no larger than the value that contains it. */
function member(operand: Expr | undefined, field: string, walk: Walk): Costed {
  if (operand?.exprKind.case === 'identExpr' && operand.exprKind.value.name === 'input') {
    walk.members?.add(field);
    return inputMember(field);
  }
  const value = costed(operand, walk);
  return (meter) => {
    meter.steps += times(LOOKUP_STEPS, meter.runs);
    return value(meter);
  };
}

function list({ elements }: ExprPart<'listExpr'>, walk: Walk): Costed {
  const parts = elements.map((element) => costed(element, walk));
  return (meter) => {
    const size = joined(parts.map((part) => part(meter)));
    meter.steps += times(1 + parts.length, meter.runs);
    return { ...size, values: size.values + times(parts.length, meter.runs) };
  };
}

const joined = (sizes: readonly Size[]): Size => ({
  values: sum(sizes.map(({ values }) => values)),
  chars: sum(sizes.map(({ chars }) => chars)),
  longest: sum(sizes.map(({ longest }) => longest)),
  depth: Math.max(1, ...sizes.map(({ depth }) => depth)),
});

function loop({ iterVar, accuVar, iterRange, ...parts }: ExprPart<'comprehensionExpr'>, walk: Walk): Costed {
  const range = costed(iterRange, walk);
  const before = { item: walk.item, accumulator: walk.accumulator };
  Object.assign(walk, { item: iterVar, accumulator: accuVar });
  const inner = [parts.accuInit, parts.loopCondition, parts.loopStep, parts.result].map((part) => costed(part, walk));
  Object.assign(walk, before);
  return (meter) => {
    const item = range(meter);
    meter.steps += times(item.values, 2 * item.depth);
    const { runs } = meter;
    Object.assign(meter, { runs: Math.max(1, item.values), item: { ...item, depth: 1 } });
    for (const part of inner) part(meter);
    Object.assign(meter, { runs, item: SCALAR });
    return SCALAR;
  };
}

/** A function's inputs: its operands' sizes, how often it runs, and whether it has two or more operands. */
type Operands = { readonly left: Size; readonly right: Size; readonly runs: number; readonly isBinary: boolean };
/** The steps of all runs of a function, and the size of its non-scalar results. */
type Charge = (operands: Operands) => number | { readonly steps: number; readonly size: Size };

const field: Charge = ({ left, right, runs, isBinary }) =>
  8 * runs + (isBinary ? times(ZONE_STEPS, runs) + (left.chars + right.chars) / CHARS_PER_STEP : 0);

const CHARGES: Readonly<Record<string, Charge>> = {
  ...Object.fromEntries(
    ['_==_', '_!=_', '_<_', '_<=_', '_>_', '_>=_', 'startsWith', 'endsWith'].map((name) => [
      name,
      ({ left, right, runs }) =>
        runs +
        times(Math.min(left.values, right.values), 2 * Math.max(left.depth, right.depth)) +
        Math.min(left.chars, right.chars) / CHARS_PER_STEP,
    ]),
  ),
  ...Object.fromEntries(['_-_', '_*_', '_/_', '_%_', '-_'].map((name) => [name, ({ runs }) => 4 * runs])),
  ...Object.fromEntries(
    ['int', 'double', 'timestamp'].map((name) => [name, ({ left, runs }) => 8 * runs + left.chars / CHARS_PER_STEP]),
  ),
  '@in': ({ left, right, runs }) =>
    runs + times(right.values, 2 * right.depth) + (left.chars + right.chars) / CHARS_PER_STEP,
  contains: ({ left, right, runs }) => {
    const needle = Math.min(NEEDLE_CHARS_MAX, Math.max(4, right.longest));
    return runs + times(left.chars, needle) / CHARS_PER_SEARCH_STEP + right.chars / CHARS_PER_STEP;
  },
  // CEL copies the characters to a list to count them.
  size: ({ left, runs }) => runs + left.chars / 8,
  '_+_': ({ left, right, runs }) => {
    const size = joined([left, right]);
    return { steps: 4 * runs + size.chars / CHARS_PER_STEP, size: { ...size, depth: size.depth + 1 } };
  },
  '_?_:_': ({ left, right, runs }) => ({ steps: runs, size: joined([left, right]) }),
  string: ({ left, runs }) => ({
    steps: 8 * runs + left.chars / CHARS_PER_STEP,
    size: { ...textOf(40, runs), chars: left.chars + 40 * runs, longest: left.longest + 40 },
  }),
  duration: ({ left, runs }) => 8 * runs + times(left.chars, 2),
  // A numeric key is compared with every key of an object.
  '_[_]': ({ left, right, runs }) => ({
    steps: times(2 * left.depth, runs) + (left.values + right.chars) / CHARS_PER_STEP,
    size: { ...left, depth: 1 },
  }),
};

function call({ function: name, target, args }: ExprPart<'callExpr'>, walk: Walk): Costed {
  const operands = target ? [target, ...args] : args;
  const [first, second] = operands;
  if (name === 'matches') return match(first, second, walk);
  const index = name === '_[_]' ? literalText(second) : undefined;
  if (index !== undefined) return member(first, index, walk);
  const parts = operands.map((operand) => costed(operand, walk));
  const charge = CHARGES[name] ?? (name.startsWith('get') ? field : ({ runs }) => runs);
  return (meter) => {
    const sizes = parts.map((part) => part(meter));
    // The condition of `a ? b : c` is the first operand, a boolean.
    const [left = SCALAR, right = SCALAR] = sizes.slice(-2);
    const { runs } = meter;
    const charged = charge({ left, right, runs, isBinary: sizes.length > 1 });
    if (typeof charged === 'number') {
      meter.steps += charged;
      return SCALAR;
    }
    meter.steps += charged.steps;
    return charged.size;
  };
}

const literalText = (expr: Expr | undefined): string | undefined =>
  expr?.exprKind.case === 'constExpr' && expr.exprKind.value.constantKind.case === 'stringValue'
    ? expr.exprKind.value.constantKind.value
    : undefined;

function match(target: Expr | undefined, pattern: Expr | undefined, walk: Walk): Costed {
  const text = costed(target, walk);
  const literal = literalText(pattern) ?? '';
  walk.patternSteps += compileSteps(literal);
  const perChar = matchSteps(literal);
  return (meter) => {
    const { chars } = text(meter);
    // The end of a text counts as one character.
    meter.steps += 4 * meter.runs + times(chars + meter.runs, perChar);
    return SCALAR;
  };
}
