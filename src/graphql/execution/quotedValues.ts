import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

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
  [/^(Syntax Error: .*?\b(?:Block)?String) "/s, (_, found) => String(found)],
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

/** Runs last, so that errors of all phases pass it: parsing and validation quote values, too. */
export const quotedValuesPlugin: Plugin = {
  onResultProcess: ({ result, setResult }) => {
    if ('errors' in result) setResult(withoutQuotedValues(result));
  },
};

/** The result with quoted values removed from its errors. */
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
