import { Kind, print, type ValueNode, valueFromASTUntyped } from 'graphql';
import { mayHoldExactNumber, parseJson } from '../core/lib/exactNumber.ts';

type Variables = Readonly<Record<string, unknown>> | null | undefined;

/** The JSON value of a literal in a document, its numbers as they are written there. */
export const jsonLiteral = (node: ValueNode, variables?: Variables): unknown =>
  mayHoldExactNumber(print(node)) ? parseJson(jsonText(node, variables)) : valueFromASTUntyped(node, variables);

function jsonText(node: ValueNode, variables: Variables): string {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return node.value;
    case Kind.LIST:
      return `[${node.values.map((value) => jsonText(value, variables)).join()}]`;
    case Kind.OBJECT:
      return `{${node.fields.map(({ name, value }) => `${JSON.stringify(name.value)}:${jsonText(value, variables)}`).join()}}`;
    default:
      return JSON.stringify(valueFromASTUntyped(node, variables)) ?? 'null';
  }
}
