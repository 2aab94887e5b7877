import { parseSync } from 'vite';
import { childrenOf, isNode, type Node } from './syntax.ts';

const within = (node: Node): readonly Node[] => [node, ...childrenOf(node).flatMap(within)];

/** A call that reads a clock. */
export const CLOCK = /\b(performance\.now|Date\.now|process\.hrtime(\.bigint)?)\(/;
const UPPER_BOUND = /^toBeLessThan(OrEqual)?$/;

/**
 * Finds assertions with an upper bound on elapsed time: `expect(A).toBeLessThan(B)`, or `A < B` in an assertion, where
 * A comes from the difference of two clock readings. Follows variables within the file.
 * @returns the line numbers
 */
export function boundsOfElapsedTime(source: string): readonly number[] {
  const nodes = within(Object(parseSync('test.ts', source).program));
  const text = ({ start, end }: Node): string => source.slice(start, end);
  const mentions = (node: unknown, names: ReadonlySet<string>): boolean =>
    isNode(node) && within(node).some((each) => each.type === 'Identifier' && names.has(String(each['name'])));

  const readings = namesAssigned(nodes, (value) => CLOCK.test(text(value)) && !/=>|function/.test(text(value)));
  const isReading = (node: unknown): boolean => isNode(node) && (CLOCK.test(text(node)) || mentions(node, readings));
  const isElapsed = (node: Node): boolean =>
    within(node).some((each) => each['operator'] === '-' && isReading(each['left']) && isReading(each['right']));
  let elapsed = namesAssigned(nodes, isElapsed);
  for (let before = -1; before !== elapsed.size; ) {
    before = elapsed.size;
    const known = elapsed;
    elapsed = new Set([...known, ...namesAssigned(nodes, (value) => isElapsed(value) || mentions(value, known))]);
  }
  const bounded = nodes.filter((node) => {
    const { callee } = node;
    if (node.type !== 'CallExpression' || !isNode(callee) || !isNode(callee['property'])) return false;
    if (!UPPER_BOUND.test(String(callee['property']['name']))) return false;
    return isNode(callee['object']) && (isElapsed(callee['object']) || mentions(callee['object'], elapsed));
  });
  return bounded.map(({ end }) => source.slice(0, end).split('\n').length);
}

/** Names of variables, members and lists whose value satisfies `holds`. */
function namesAssigned(nodes: readonly Node[], holds: (value: Node) => boolean): ReadonlySet<string> {
  const pairs = nodes.flatMap((node): readonly (readonly [unknown, unknown])[] => {
    if (node.type === 'VariableDeclarator') return [[node['id'], node['init']]];
    if (node.type === 'AssignmentExpression') return [[node['left'], node['right']]];
    // `{ ms: elapsed }` and `const { ms: firstMs } = …`
    if (node.type === 'Property') return [[node['key'], node['value']], ...renamed(node)];
    const { callee, arguments: args } = node;
    const isPush = isNode(callee) && isNode(callee['property']) && callee['property']['name'] === 'push';
    return isPush && Array.isArray(args) ? args.map((value) => [callee['object'], value] as const) : [];
  });
  const held = pairs.filter(([, value]) => isNode(value) && !/Function/.test(value.type) && holds(value));
  return new Set(held.flatMap(([target]) => nameOf(target)));
}

const renamed = ({ key, value }: Node): readonly (readonly [unknown, unknown])[] =>
  isNode(value) && value.type === 'Identifier' ? [[value, key]] : [];

function nameOf(target: unknown): readonly string[] {
  if (!isNode(target)) return [];
  if (target.type === 'MemberExpression') return nameOf(target['property']);
  return target.type === 'Identifier' ? [String(target['name'])] : [];
}
