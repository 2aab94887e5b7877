/**
 * Measures how much there is to learn in `src/`: lines, files, named functions per 1,000 lines, and the share of
 * functions that are used in one place. `npm run measure` prints the figures, and `-- --list` also prints the short
 * functions with one caller, the first candidates for inlining.
 *
 * A named function is a function declaration, a method, or a variable that holds a function. A use is an identifier
 * with the function's name, in its file or in a file that imports it. Methods and local functions have no share,
 * because their uses can't be found by name.
 */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { parseSync } from 'vite';
import { childrenOf, isNode, type Node } from '../test/harness/syntax.ts';

/** A function at the top level of a file. */
type TopFunction = { readonly path: string; readonly name: string; readonly lines: number };

type Parsed = {
  readonly path: string;
  readonly lines: number;
  /** The number of all named functions. */
  readonly functions: number;
  readonly top: readonly TopFunction[];
  /** How often each identifier occurs, without imports. */
  readonly uses: ReadonlyMap<string, number>;
  /** The imported names: local name to file and exported name. */
  readonly imports: ReadonlyMap<string, string>;
};

/** Functions of fewer lines are candidates for inlining. */
const SHORT_LINES = 8;
const FUNCTION = /^(?:ArrowFunctionExpression|FunctionExpression)$/;

const nameOf = (value: unknown): string => (isNode(value) ? String(value['name'] ?? '') : '');
const isFunction = (value: unknown): boolean => isNode(value) && FUNCTION.test(value.type);

function parsed(path: string): Parsed {
  const source = readFileSync(path, 'utf8');
  const { body } = Object(parseSync(path, source).program);
  const uses = new Map<string, number>();
  const imports = new Map<string, string>();
  let functions = 0;
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration') return;
    const isMethod = node.type === 'MethodDefinition' || (node.type === 'Property' && node['method'] === true);
    const holds = node.type === 'VariableDeclarator' && isFunction(node['init']);
    if (node.type === 'FunctionDeclaration' || isMethod || holds) functions += 1;
    if (node.type === 'Identifier') uses.set(nameOf(node), (uses.get(nameOf(node)) ?? 0) + 1);
    for (const child of childrenOf(node)) visit(child);
  };
  const top: TopFunction[] = [];
  for (const statement of body.filter(isNode)) {
    visit(statement);
    for (const [local, from] of importsOf(statement, path)) imports.set(local, from);
    const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement;
    const declared = Array.isArray(declaration['declarations']) ? declaration['declarations'].filter(isNode) : [];
    const named =
      declaration.type === 'FunctionDeclaration' ? [declaration] : declared.filter((each) => isFunction(each['init']));
    for (const each of named) {
      const lines = source.slice(each.start, each.end).split('\n').length;
      top.push({ path, name: nameOf(each['id']), lines });
    }
  }
  return { path, lines: source.trimEnd().split('\n').length, functions, top, uses, imports };
}

function importsOf(statement: Node, path: string): readonly (readonly [local: string, from: string])[] {
  if (statement.type !== 'ImportDeclaration' || !isNode(statement['source'])) return [];
  const target = String(statement['source']['value']);
  if (!target.startsWith('.')) return [];
  const specifiers = Array.isArray(statement['specifiers']) ? statement['specifiers'].filter(isNode) : [];
  const file = normalize(join(path, '..', target));
  return specifiers.map((each) => [nameOf(each['local']), `${file} ${nameOf(each['imported'])}`] as const);
}

const files: Parsed[] = [];
for await (const path of glob('src/**/*.ts')) if (!path.startsWith('src/generated/')) files.push(parsed(path));

/** How often other files use each exported function, by file and name. */
const foreign = new Map<string, number>();
for (const { uses, imports } of files)
  for (const [local, from] of imports) foreign.set(from, (foreign.get(from) ?? 0) + (uses.get(local) ?? 0));

const usesOf = ({ path, name }: TopFunction, uses: ReadonlyMap<string, number>): number =>
  // The declaration itself is an identifier too.
  (uses.get(name) ?? 1) - 1 + (foreign.get(`${path} ${name}`) ?? 0);

const counted = files.flatMap(({ top, uses }) => top.map((each) => ({ ...each, uses: usesOf(each, uses) })));
const once = counted.filter(({ uses }) => uses === 1);
const lines = files.reduce((sum, file) => sum + file.lines, 0);
const functions = files.reduce((sum, file) => sum + file.functions, 0);
const share = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`;

console.log(`src/: ${lines} lines in ${files.length} files`);
console.log(`${functions} named functions, ${((functions / lines) * 1_000).toFixed(1)} per 1,000 lines`);
console.log(
  `${once.length} of ${counted.length} top-level functions are used in one place (${share(once.length, counted.length)})`,
);
const short = once.filter((each) => each.lines < SHORT_LINES);
console.log(`${short.length} of them have fewer than ${SHORT_LINES} lines`);
if (process.argv.includes('--list'))
  for (const each of short.toSorted((a, b) => a.path.localeCompare(b.path)))
    console.log(`${each.path} ${each.name} (${each.lines} lines)`);
