import { readFileSync } from 'node:fs';
import { type ParserPlugin, parse } from '@babel/parser';

/** A regular expression of the source: a literal, or a `new RegExp` whose text is known without running the module. */
export type Pattern = { readonly path: string; readonly line: number; readonly source: string; readonly flags: string };

/** A `new RegExp` whose text is known only at run time; `text` is its argument in the source. */
export type Computed = { readonly path: string; readonly line: number; readonly text: string };

export type Literals = { readonly patterns: readonly Pattern[]; readonly computed: readonly Computed[] };

type Node = { readonly type: string; readonly loc?: { readonly start: { readonly line: number } } } & Readonly<
  Record<string, unknown>
>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesIn(item);
    return;
  }
  if (!isNode(value)) return;
  yield value;
  for (const [key, member] of Object.entries(value)) if (key !== 'loc') yield* nodesIn(member);
}

const nameOf = (value: unknown): string | null =>
  isNode(value) && value.type === 'Identifier' && typeof value['name'] === 'string' ? value['name'] : null;

/** The values of a file's constants, by name. */
type Constants = ReadonlyMap<string, Node>;

function constantsIn(nodes: readonly Node[]): Constants {
  const values = new Map<string, Node>();
  for (const { type, id, init } of nodes) {
    const name = type === 'VariableDeclarator' ? nameOf(id) : null;
    if (name !== null && isNode(init)) values.set(name, init);
  }
  return values;
}

/** The text of an expression; null if unknown. */
function textOf(node: unknown, constants: Constants): string | null {
  if (!isNode(node)) return null;
  const { type } = node;
  if (type === 'StringLiteral' || type === 'NumericLiteral') return String(node['value']);
  if (type === 'TemplateLiteral') return templateText(node, 'cooked', constants);
  if (type === 'TaggedTemplateExpression') return templateText(node['quasi'], 'raw', constants);
  if (type === 'RegExpLiteral') return String(node['pattern']);
  if (type === 'MemberExpression' && nameOf(node['property']) === 'source') return textOf(node['object'], constants);
  const known = constants.get(nameOf(node) ?? '');
  return known ? textOf(known, constants) : null;
}

function templateText(node: unknown, kind: 'raw' | 'cooked', constants: Constants): string | null {
  if (!isNode(node)) return null;
  const holes = listOf(node['expressions']).map((each) => textOf(each, constants));
  let text = '';
  for (const [at, part] of listOf(node['quasis']).entries()) {
    const value = isNode(part) ? part['value'] : null;
    const own = typeof value === 'object' && value !== null ? Reflect.get(value, kind) : null;
    const hole = at < holes.length ? holes[at] : '';
    if (typeof own !== 'string' || typeof hole !== 'string') return null;
    text += own + hole;
  }
  return text;
}

/** The regular expressions in a TypeScript file. */
export function patternsIn(path: string): Literals {
  const plugins: ParserPlugin[] = path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'];
  const code = readFileSync(path, 'utf8');
  const nodes = [...nodesIn(parse(code, { sourceType: 'module', plugins }).program)];
  const constants = constantsIn(nodes);
  const patterns: Pattern[] = [];
  const computed: Computed[] = [];
  for (const node of nodes) {
    const line = node.loc?.start.line ?? 0;
    if (node.type === 'RegExpLiteral') {
      patterns.push({ path, line, source: String(node['pattern']), flags: String(node['flags']) });
    }
    if (node.type !== 'NewExpression' || nameOf(node['callee']) !== 'RegExp') continue;
    const [text, flags] = listOf(node['arguments']);
    const source = textOf(text, constants);
    if (source === null) computed.push({ path, line, text: written(code, text) });
    else patterns.push({ path, line, source, flags: textOf(flags, constants) ?? '' });
  }
  return { patterns, computed };
}

const written = (code: string, node: unknown): string =>
  isNode(node) ? code.slice(Number(node['start']), Number(node['end'])).replace(/\s+/g, ' ') : '';
