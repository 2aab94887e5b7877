import { TreeInterpreter } from '@jmespath-community/jmespath';
import { ExactNumber, isRecord } from '../lib/json.ts';
import { addMember } from '../lib/jsonMembers.ts';

/** A node of a compiled expression: one of the library's, or one that `prepared` has added around it. */
export type ExpressionNode = { readonly type: string } & Readonly<Record<string, unknown>>;

/** The used parts of the library's interpreter, which calls itself through `visit`. */
type Interpreter = {
  search(node: ExpressionNode, value: unknown): unknown;
  visit(node: ExpressionNode, value: unknown): unknown;
  withScope(scope: object): Interpreter;
};

// Safe cast: the library exports one interpreter, but not its class.
const LibraryInterpreter = TreeInterpreter.constructor as new () => Interpreter;

const isNode = (value: unknown): value is ExpressionNode => isRecord(value) && typeof value['type'] === 'string';

/** Functions that calculate with their arguments or inspect their types. All others return them unchanged. */
const CALCULATING: ReadonlySet<unknown> = new Set(
  'abs avg ceil contains ends_with floor length lower starts_with sum type upper'.split(' '),
);
/** Functions that compare items by the result of an expression. */
const BY_KEY: ReadonlySet<unknown> = new Set(['group_by', 'max_by', 'min_by', 'sort_by']);

const around = (type: string, child: unknown): unknown => ({ type, child });

/** Members of each node type that are read as plain numbers, as booleans, or as non-numbers. */
const READ_AS: Readonly<Record<string, readonly (readonly [member: string, as: string])[]>> = {
  Arithmetic: [
    ['left', 'Plain'],
    ['right', 'Plain'],
  ],
  Comparator: [
    ['left', 'Plain'],
    ['right', 'Plain'],
  ],
  Unary: [['operand', 'Plain']],
  Ternary: [['condition', 'Truth']],
  FilterProjection: [['condition', 'Truth']],
  AndExpression: [['left', 'Truth']],
  NotExpression: [['child', 'Truth']],
  ValueProjection: [['left', 'NoNumber']],
};

/** Converts an expression for `ExactInterpreter`. Literal values are data and stay unchanged. */
export function prepared(node: ExpressionNode): ExpressionNode {
  if (node.type === 'Literal') return node;
  const inner: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([name, part]) => {
      if (Array.isArray(part)) return [name, part.map((each: unknown) => (isNode(each) ? prepared(each) : each))];
      return [name, isNode(part) ? prepared(part) : part];
    }),
  );
  for (const [member, as] of (Object.hasOwn(READ_AS, node.type) && READ_AS[node.type]) || [])
    inner[member] = around(as, inner[member]);
  if (node.type === 'Function') inner['children'] = preparedArguments(node['name'], inner['children']);
  return { ...inner, type: node.type };
}

function preparedArguments(name: unknown, args: unknown): unknown {
  const children = listOf(args);
  if (CALCULATING.has(name)) return children.map((child) => around('Plain', child));
  if (!BY_KEY.has(name)) return children;
  return children.map((child) =>
    isNode(child) && child.type === 'ExpressionReference'
      ? { ...child, child: around('Plain', child['child']) }
      : child,
  );
}

/**
 * Runs a prepared expression on values with exact numbers. They calculate, compare and convert to booleans like
 * numbers, and keep their notation when selected. Inherited members of objects, such as `constructor`, are not visible.
 */
export class ExactInterpreter extends LibraryInterpreter {
  override withScope(scope: object): Interpreter {
    return Object.setPrototypeOf(super.withScope(scope), ExactInterpreter.prototype);
  }

  override visit(node: ExpressionNode, value: unknown): unknown {
    switch (node.type) {
      case 'Field': {
        const name = String(node['name']);
        return isRecord(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;
      }
      case 'Plain':
        return plain(visitIn(this, node['child'], value));
      case 'Truth': {
        const child = visitIn(this, node['child'], value);
        return child instanceof ExactNumber || child;
      }
      case 'NoNumber': {
        const child = visitIn(this, node['child'], value);
        return child instanceof ExactNumber ? null : child;
      }
      case 'OrExpression': {
        const left = visitIn(this, node['left'], value);
        return left instanceof ExactNumber ? left : super.visit({ ...node, left: literal(left) }, value);
      }
      case 'Function': {
        const args = listOf(node['children']).map((child) => visitIn(this, child, value));
        const own = ownResult(this, String(node['name']), args);
        return own === undefined ? super.visit({ ...node, children: args.map(literal) }, value) : own;
      }
      default:
        return super.visit(node, value);
    }
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const visitIn = (interpreter: Interpreter, node: unknown, value: unknown): unknown =>
  isNode(node) ? interpreter.visit(node, value) : null;

const literal = (value: unknown): ExpressionNode => ({ type: 'Literal', value });

/** The result of a function that we implement for exact numbers. Undefined if the library's implementation applies. */
function ownResult(interpreter: Interpreter, name: string, [first, second]: readonly unknown[]): unknown {
  if (name === 'to_number') return first instanceof ExactNumber ? first : undefined;
  if (!Array.isArray(first)) return undefined;
  if (name === 'group_by') return grouped(interpreter, first, second);
  const ofNumbers = Object.hasOwn(OF_NUMBERS, name) ? OF_NUMBERS[name] : undefined;
  return first.length > 0 && first.every(isNumber) ? ofNumbers?.(first) : undefined;
}

/**
 * Replaces the library's `group_by`, which fails for a group called `constructor`. Undefined if a key isn't a string,
 * which the library then rejects.
 */
function grouped(interpreter: Interpreter, list: readonly unknown[], by: unknown): object | undefined {
  const groups = new Map<string, unknown[]>();
  for (const item of list) {
    const key = visitIn(interpreter, by, item);
    if (typeof key !== 'string') return undefined;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return Object.fromEntries(groups);
}

/** Copies a value with plain numbers. Visits every value, since results of an expression are not marked as exact. */
function plain(value: unknown): unknown {
  if (value instanceof ExactNumber) return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, member, plain(member)] as const);
  if (members.every(([, before, after]) => before === after)) return value;
  const made = Array.isArray(value) ? [] : {};
  for (const [name, , member] of members) addMember(made, name, member);
  return made;
}

const isNumber = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber;

type Numbers = readonly (number | ExactNumber)[];
const ascending = (numbers: Numbers) => numbers.toSorted((a, b) => Number(a) - Number(b));

/** Functions that return some numbers of a list. The library's `sort` compares them as text. */
const OF_NUMBERS: Readonly<Record<string, (numbers: Numbers) => unknown>> = {
  max: (numbers) => ascending(numbers).at(-1),
  min: (numbers) => ascending(numbers)[0],
  sort: ascending,
};
