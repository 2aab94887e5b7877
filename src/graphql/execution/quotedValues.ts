import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  typeFromAST,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError } from '../../core/lib/errors.ts';
import { isRecord } from '../../core/lib/json.ts';
import { addMember } from '../../core/lib/jsonMembers.ts';
import { MEMBERS_MAX } from '../../core/lib/parse.ts';
import { NAMED_TOOLS_MAX } from '../../core/servers/document.ts';

/**
 * The parts of graphql-js messages about a value that do not contain the value. Other text after a quoted value may be
 * part of it.
 */
const REASONS = [
  /Field "\w+" of required type "[\w![\]]+" was not provided\./,
  /Field "\w+" is not defined by type "\w+"\./,
  /Expected type "\w+" to be an object\./,
  /Expected non-nullable type "[\w![\]]+" not to be null\./,
  /(?:\w+|Enum "\w+") cannot represent [\w -]+/,
  /DateTime must be [\w :.,-]+/,
];
const REASON = new RegExp(`(?:${REASONS.map(({ source }) => source).join('|')})`);
const VARIABLE = new RegExp(
  String.raw`^(Variable "\$\w+") got invalid value [\s\S]*?( at "[\w.[\]]+")?; (${REASON.source})`,
);
const LITERAL = new RegExp(String.raw`^(Expected value of type "[\w![\]]+"), found [\s\S]*?(?:; (${REASON.source})|$)`);

type Rewrite = readonly [pattern: RegExp, instead: (...groups: readonly (string | undefined)[]) => string];

const REWRITES: readonly Rewrite[] = [
  [VARIABLE, (_, variable, at = '', reason) => `${variable}${at} is not valid: ${reason}`],
  [/^(Variable "\$\w+") got invalid value /, (_, variable) => `${variable} is not valid`],
  [LITERAL, (_, expected, reason) => `${expected}${reason === undefined ? '' : `: ${reason}`}`],
  [/^((?:\w+|Enum "\w+") cannot represent [\w -]+): /, (_, reason) => String(reason)],
  [/^Value "[\s\S]*" does not exist in "(\w+)" enum\./, (_, name) => `The value does not exist in "${name}" enum.`],
  [/^(Argument "\w+") has invalid value /, (_, argument) => `${argument} has an invalid value`],
  [/^(Syntax Error: .*?\b(?:Block)?String) "/s, (_, values) => String(values)],
];

/**
 * A GraphQL error message without the values that it quotes: any of them may be a credential, and clients log messages.
 */
export function withoutValues(message: string): string {
  for (const [pattern, instead] of REWRITES) {
    const groups = pattern.exec(message);
    if (groups) return instead(...groups);
  }
  return message;
}

/** graphql-js stops after this many errors of the variables. */
const ERRORS_MAX = 50;

type GivenVariables = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'>;

/**
 * The variables, with less of each invalid value. graphql-js writes up to 50 messages about a value, and each contains
 * all of its members. Valid values stay the same objects.
 */
export function quotableVariables({ schema, document, operationName, variableValues }: GivenVariables) {
  const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {};
  const values: Record<string, unknown> = { ...variableValues };
  for (const { variable, type } of variableDefinitions) {
    const expected = typeFromAST(schema, type);
    const name = variable.name.value;
    if (isInputType(expected) && Object.hasOwn(values, name)) values[name] = quotable(values[name], expected);
  }
  return values;
}

function quotable(value: unknown, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return quotable(value, type.ofType);
  if (isListType(type) && Array.isArray(value)) {
    const items = quotableItems(value, type.ofType);
    return items.length === value.length && items.every((item, at) => item === value[at]) ? value : items;
  }
  if (isListType(type)) return quotable(value, type.ofType);
  if (isInputObjectType(type) && isRecord(value)) return withOneUnknown(value, type);
  // Any value may be JSON. No other scalar, and no enum, accepts a list or an object.
  if (type.name === 'JSON' || !(isRecord(value) || Array.isArray(value))) return value;
  return Array.isArray(value) ? [] : {};
}

/** The most items of a list of input objects: graphql-js takes microseconds for each. Lists of tools may be longer. */
const OBJECTS_MAX = 1_000;
const OF_TOOLS = new Set(['StackDocumentToolInput', 'ToolSelectionInput', 'ToolWordingInput']);

/**
 * The items until enough of them are invalid. Verbs refuse longer lists, so the executor copies and checks only as many
 * members as that takes. @throws invalid_input for a long list of objects
 */
function quotableItems(list: readonly unknown[], type: GraphQLInputType): unknown[] {
  const named = getNamedType(type);
  const most = OF_TOOLS.has(named.name) ? NAMED_TOOLS_MAX : OBJECTS_MAX;
  if (list.length > most && isInputObjectType(named))
    throw new AppError('invalid_input', `A list of ${named.name} has more than ${most} items`);
  const items: unknown[] = [];
  let invalid = 0;
  for (let at = 0; at < list.length && at <= MEMBERS_MAX && invalid <= ERRORS_MAX; at += 1) {
    const item = quotable(list[at], type);
    if (item !== list[at] || lacksField(item, type)) invalid += 1;
    items.push(item);
  }
  return items;
}

const requiredNames = new WeakMap<GraphQLInputObjectType, readonly string[]>();

function requiredNamesOf(type: GraphQLInputObjectType): readonly string[] {
  const known = requiredNames.get(type);
  if (known) return known;
  const fields = Object.values(type.getFields()).filter(isRequiredInputField);
  const names = fields.map(({ name }) => name);
  requiredNames.set(type, names);
  return names;
}

/** Whether a required field of an object is absent. */
function lacksField(item: unknown, inputType: GraphQLInputType): boolean {
  const type = isNonNullType(inputType) ? inputType.ofType : inputType;
  if (!isInputObjectType(type) || !isRecord(item)) return false;
  return requiredNamesOf(type).some((name) => (item[name] ?? null) === null);
}

/** Keeps the known fields and the first unknown member, which is enough for the value to be refused. */
function withOneUnknown(value: Record<string, unknown>, type: GraphQLInputObjectType): Record<string, unknown> {
  const fields = type.getFields();
  let unknown: string | null = null;
  let changed: Map<string, unknown> | null = null;
  for (const name of Object.keys(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) {
      unknown ??= name;
      continue;
    }
    const member = quotable(value[name], field.type);
    if (member === value[name]) continue;
    changed ??= new Map();
    changed.set(name, member);
  }
  if (changed === null && unknown === null) return value;
  const known = Object.entries(value).filter(([name]) => Object.hasOwn(fields, name));
  const made = Object.fromEntries([...known, ...(changed ?? [])]);
  if (unknown !== null) addMember(made, unknown, null);
  return made;
}

/** Runs last, so that it sees errors of all phases: parsing and validation also quote values. */
export const quotedValuesPlugin: Plugin = {
  onExecute: ({ args }) => void Object.assign(args, { variableValues: quotableVariables(args) }),
  onSubscribe: ({ args }) => void Object.assign(args, { variableValues: quotableVariables(args) }),
  onResultProcess: ({ result, setResult }) => {
    if ('errors' in result) setResult(withoutQuotedValues(result));
  },
};

/** The result with quoted values removed from its errors. */
export function withoutQuotedValues(result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map(({ message, nodes, source, positions, path, extensions }) => {
    const at = { nodes: nodes ?? null, source: source ?? null, positions: positions ?? null, path: path ?? null };
    return new GraphQLError(withoutValues(message), { ...at, extensions });
  });
  return { ...result, errors };
}
