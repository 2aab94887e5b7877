import { parseSync } from 'vite';
import { isOwned, MODELS, relationOf, TABLES_OWNED } from './ownedModels.ts';
import { declarationOf, mandatoryPart } from './queryText.ts';
import { isWritingSql, opens, plainSql, readsUnscoped } from './sqlScope.ts';
import { childrenOf, isNode, type Node } from './syntax.ts';

/** A violation of the database access rules in a source file. */
export type Problem = {
  readonly kind: 'write outside write()' | 'read without a scope' | 'destructured client' | 'model passed on';
  readonly line: number;
  /** The accessed member: `stack.update`, `$executeRaw`. */
  readonly access: string;
};

type Place = { readonly source: string; readonly path: readonly Node[] };

const WRITES = /^(create|update|upsert|delete)/;
const READS = /^(find|count|aggregate|groupBy)/;
const RAW = /^\$(execute|query)Raw(Unsafe)?$/;
const COLUMNS = /(?:^|\.)(?:account_id|user_id|chain)$/;
const COLUMNS_IN_TX = /(?:^|\.)(?:account_id|user_id|chain|(?:stack_|server_)+id)$/;
// The names count as columns, but not as values of other columns, as in `id: accountId`.
const SCOPE =
  /\b(?:account|ownAccount|stack|inStack)Where\(|\brequireUser\(|(?<!\b\w+: *\[? *)\b(?:accountId|userId|chain)\b/;
const IDS = '(?:(?:account|user|stack|stackServer|server|token)Id|chain)';
const SCOPE_IN_TX = new RegExp(
  `\\b(?:account|ownAccount|stack|inStack)Where\\(|(?<!\\b(?!\\w*[iI]d:|in:|equals:)\\w+: *)\\b${IDS}\\b`,
);

const textOf = ({ source }: Place, node: unknown): string => (isNode(node) ? source.slice(node.start, node.end) : '');

/** The name of a property, also in brackets: `tx['stack']`. */
function nameOf(property: unknown): string {
  if (!isNode(property)) return '';
  const name = property['name'] ?? property['value'];
  return typeof name === 'string' ? name : '';
}

const isFunction = ({ type }: Node): boolean => /Function/.test(type);

/** Whether a client is a transaction: a parameter of type `Tx`, or the one `write` passes, under any name. */
function isTransaction(place: Place, client: unknown): boolean {
  if (!isNode(client) || client.type !== 'Identifier') return false;
  const at = place.path.findLastIndex((node) => isFunction(node) && parameterOf(node, nameOf(client)) !== null);
  const owner = place.path[at];
  const parameter = owner ? parameterOf(owner, nameOf(client)) : null;
  if (!parameter) return false;
  if (/:\s*Tx\b/.test(textOf(place, parameter))) return true;
  const call = place.path[at - 1];
  return call?.type === 'CallExpression' && /^write(UnlessDone|Idempotent)?$/.test(nameOf(call['callee']));
}

function parameterOf(node: Node, name: string): Node | null {
  const parameters = Array.isArray(node['params']) ? node['params'].filter(isNode) : [];
  return parameters.find((each) => each.type === 'Identifier' && nameOf(each) === name) ?? null;
}

/** A query argument's text, with the definitions it refers to in its function or at the top of the file. */
function argumentText(place: Place, argument: unknown): string {
  const owner = textOf(place, place.path.find(isFunction)) || place.source;
  let text = mandatoryPart(textOf(place, argument));
  for (let depth = 0; depth < 3; depth += 1) {
    // A property's key refers to nothing.
    const names = new Set(text.replaceAll(/\b\w+:/g, '').match(/\b[a-z]\w*\b/g));
    const declared = [...names].map(
      (name) => declarationOf(owner, name) ?? declarationOf(place.source, name, '^') ?? '',
    );
    text = mandatoryPart([text, ...declared].join('\n'));
  }
  return text;
}

function problemOf(place: Place, node: Node): Problem['kind'] | null {
  if (node.type === 'TaggedTemplateExpression') return rawProblem(place, node['tag'], node['quasi']);
  if (node.type === 'Property' && RAW.test(nameOf(node['key']))) return 'destructured client';
  if (node.type === 'ObjectPattern') return isClientPattern(place, node) ? 'destructured client' : null;
  if (node.type === 'MemberExpression') return isPassedOn(place, node) ? 'model passed on' : null;
  return node.type === 'CallExpression' ? callProblem(place, node) : null;
}

function callProblem(place: Place, node: Node): Problem['kind'] | null {
  const { callee } = node;
  if (!isNode(callee) || callee.type !== 'MemberExpression') return null;
  const method = nameOf(callee['property']);
  // A raw query that isn't a template literal may contain any SQL, so it counts as a write.
  if (RAW.test(method)) return isTransaction(place, callee['object']) ? null : 'write outside write()';
  const [argument] = Array.isArray(node['arguments']) ? node['arguments'] : [];
  return WRITES.test(method) || READS.test(method) ? modelProblem(place, callee['object'], method, argument) : null;
}

/** Whether a client's model occurs outside a method call, so that its later use can't be seen. */
function isPassedOn(place: Place, node: Node): boolean {
  const { object } = node;
  const isModel = MODELS.has(nameOf(node['property'])) || isUnknownModel(node);
  if (!isModel || !isNode(object) || !isClient(place, object)) return false;
  const [call, method] = [place.path.at(-2), place.path.at(-1)];
  return isUnknownModel(node) || method?.['object'] !== node || call?.['callee'] !== method;
}

/** Whether a member's name is known only at runtime: `db[name]`. */
const isUnknownModel = ({ computed, property }: Node): boolean =>
  computed === true && isNode(property) && property.type !== 'Literal';

/** Whether an expression is a database client, judged by its name or its type. */
function isClient(place: Place, object: Node): boolean {
  const { expression } = object;
  // A non-null assertion: judges the expression before the exclamation mark.
  if (object.type === 'TSNonNullExpression' && isNode(expression)) return isClient(place, expression);
  const name = nameOf(object.type === 'MemberExpression' ? object['property'] : object);
  if (['db', 'tx'].includes(name) || isTransaction(place, object)) return true;
  const owner = place.path.findLast((node) => isFunction(node) && parameterOf(node, name) !== null);
  return /:\s*(Db|PrismaClient)\b/.test(textOf(place, owner && parameterOf(owner, name)));
}

function modelProblem(place: Place, model: unknown, method: string, argument: unknown): Problem['kind'] | null {
  if (!isNode(model)) return null;
  if (model.type === 'Identifier') return isDestructured(place, nameOf(model)) ? 'destructured client' : null;
  const name = nameOf(model['property']);
  if (model.type !== 'MemberExpression' || !MODELS.has(name)) return null;
  const isTx = isTransaction(place, model['object']);
  if (WRITES.test(method)) return isTx ? null : 'write outside write()';
  return isFine(place, name, argument, isTx) ? null : 'read without a scope';
}

const isFine = (place: Place, model: string, argument: unknown, isTx: boolean): boolean =>
  isOwned(model) ? isScoped(place, whereOf(argument), isTx) : !readsRelated(place, model, argument);

/** Whether a read of shared rows includes all rows of an account's relation: `include: { stacks: true }`. */
function readsRelated(place: Place, model: string, argument: unknown): boolean {
  return membersOf(argument)
    .filter(({ key }) => ['include', 'select'].includes(nameOf(key)))
    .flatMap(({ value }) => membersOf(value))
    .some(({ key, value }) => {
      const [name, related] = [nameOf(key), relationOf(model, nameOf(key))];
      if (name === '_count') return readsRelated(place, model, value);
      if (related === undefined || textOf(place, value) === 'false') return false;
      return isOwned(related) ? !isScoped(place, whereIn(value), false) : readsRelated(place, related, value);
    });
}

const membersOf = (node: unknown): Node[] =>
  isNode(node) && Array.isArray(node['properties']) ? node['properties'].filter(isNode) : [];
const whereIn = (node: unknown): unknown => membersOf(node).find(({ key }) => nameOf(key) === 'where')?.['value'];

/** The literal `where` of a query; all of its argument if built elsewhere. */
function whereOf(argument: unknown): unknown {
  if (!isNode(argument) || argument.type !== 'ObjectExpression') return argument;
  return whereIn(argument) ?? membersOf(argument).find(({ type }) => type === 'SpreadElement');
}

/** Scoped by its `where`, by both of two branches, or inside a function for the operator only. */
function isScoped(place: Place, where: unknown, isTx: boolean): boolean {
  if (isNode(where) && where.type === 'ConditionalExpression')
    return [where['consequent'], where['alternate']].every((each) => isScoped(place, each, isTx));
  const owner = place.path.find(isFunction);
  const scope = isTx ? SCOPE_IN_TX : SCOPE;
  // Removes conditions that Prisma ignores: `column: {}`, and values that may be undefined.
  const text = argumentText(place, where).replaceAll(/\w+: *(?:\{\s*\}|[^,;(){}\n]*\bundefined\b[^,;{}\n]*)/g, '');
  return scope.test(text) || /\brequireOperator\(/.test(textOf(place, owner));
}

function rawProblem(place: Place, tag: unknown, template: unknown): Problem['kind'] | null {
  const isFragment = textOf(place, tag) === 'Prisma.sql';
  if (!isNode(tag) || !(isFragment || RAW.test(nameOf(tag['property'])))) return null;
  const text = withFragments(place, textOf(place, template));
  const sql = plainSql(text);
  const isTx = isTransaction(place, tag['object']);
  if (isWritingSql(sql)) return isTx ? null : 'write outside write()';
  const owned = { tables: TABLES_OWNED, columns: isTx ? COLUMNS_IN_TX : COLUMNS };
  // Raw text after a value may be a condition.
  const isUnread = /\}\s*\$\{\s*Prisma\.raw\(/.test(text);
  return readsUnscoped(sql, owned) || opens(sql) || isUnread ? 'read without a scope' : null;
}

/** A template's text, with the fragments from the same file that it always includes. */
function withFragments({ source }: Place, template: string, depth = 0): string {
  if (depth === 3) return template;
  return template.replaceAll(/\$\{(\w+)(?:\([^{}]*\))?\}/g, (value, name: string) => {
    const declared = declarationOf(source, name, '^') ?? '';
    const fragment = /^(?:\s*\([\s\S]*?\)(?:: [\w.]+)? =>)?\s*Prisma\.sql`([\s\S]*)`$/.exec(declared)?.[1];
    return fragment === undefined ? value : withFragments({ source, path: [] }, fragment, depth + 1);
  });
}

/**
 * Whether a name is destructured from a client: `const { stack } = tx`, `const { stack: rows } = db`, `({ stack }: Tx)
 * => …`.
 */
function isDestructured({ source }: Place, name: string): boolean {
  const patterns = [
    ...source.matchAll(/\{([^{}]*)\}\s*(?:=\s*(?:\w+\.)*(?:tx|db|client)\b|:\s*(?:Tx|Db|PrismaClient)\b)/g),
  ];
  return patterns.some(([, members = '']) =>
    members.split(',').some((member) => {
      const [key = '', local = key] = member.split(':').map((part) => part.trim());
      return MODELS.has(key) && local === name;
    }),
  );
}

/** Whether a model is destructured together with its client: `const { db: { stack } } = ctx`. */
function isClientPattern({ path }: Place, pattern: Node): boolean {
  const holder = path.at(-1);
  const isOfClient = holder?.type === 'Property' && ['db', 'tx'].includes(nameOf(holder['key']));
  return isOfClient && membersOf(pattern).some(({ key }) => MODELS.has(nameOf(key)));
}

/** The accessed member for the report, such as `stack.update`. */
function accessOf(node: Node): string {
  const callee = node['callee'] ?? node['tag'];
  if (!isNode(callee)) return nameOf(node['key']);
  const { object } = callee;
  const name = nameOf(callee['property']);
  if (!isNode(object) || RAW.test(name)) return name;
  return `${nameOf(object['property'] ?? object)}.${name}`;
}

/**
 * Lists a source file's database accesses that no verb may make. Assumes that transactions come from `write()`; their
 * reads may refer to a stack or server that the verb found within its scope. Works on text, and catches mistakes, not
 * malice. Blind spots:
 * - a scope that may be undefined at runtime or comes from a function elsewhere
 * - a `where` variable with two values, and relations named by a variable
 * - in SQL, column equalities (`a.version = b.version`) and rows returned by database functions
 */
export function databaseProblems(source: string): readonly Problem[] {
  const { program, errors } = parseSync('source.ts', source);
  if (errors.length > 0) throw new Error(`The source does not parse: ${errors[0]?.message}`);
  const problems: Problem[] = [];
  const visit = (node: Node, path: readonly Node[]): void => {
    const kind = problemOf({ source, path }, node);
    if (kind) problems.push({ kind, line: source.slice(0, node.start).split('\n').length, access: accessOf(node) });
    for (const child of childrenOf(node)) visit(child, [...path, node]);
  };
  if (isNode(program)) visit(program, []);
  return problems;
}
