import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/**
 * What graphql-js says is wrong with a value, as far as it says so without the value. Anything else that follows a quoted
 * value may be a part of it.
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
  [/^(Syntax Error: .*?\b(?:Block)?String) "/s, (_, found) => String(found)],
];

/** A message of GraphQL itself without the values it quotes: any may be a credential, and messages end up in clients' logs. */
export function withoutValues(message: string): string {
  for (const [pattern, instead] of REWRITES) {
    const groups = pattern.exec(message);
    if (groups) return instead(...groups);
  }
  return message;
}

/** Last of all, so that errors of every phase pass: parsing and validation quote as much as execution does. */
export const quotedValuesPlugin: Plugin = {
  onResultProcess: ({ result, setResult }) => {
    if ('errors' in result) setResult(withoutQuotedValues(result));
  },
};

/** The result, whose errors quote no value. */
export const withoutQuotedValues = (result: ExecutionResult): ExecutionResult =>
  result.errors ? { ...result, errors: result.errors.map(withoutQuote) } : result;

function withoutQuote({ message, nodes, source, positions, path, extensions }: GraphQLError): GraphQLError {
  return new GraphQLError(withoutValues(message), {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions,
  });
}
