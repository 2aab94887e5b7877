import { type DocumentNode, Kind, parse } from 'graphql';
import { documentNesting } from './nesting.ts';

const NESTING_MAX = 10;
const TOKENS_MAX = 200;

/**
 * Root fields that anyone may query. They are listed here and not at the fields, so that a visitor can be refused
 * without loading the schema.
 */
export const PUBLIC_FIELDS: ReadonlySet<string> = new Set([
  '__typename',
  'invitedTo',
  'beginPasskeySignIn',
  'finishPasskeySignIn',
  'signInOptions',
  'acceptInvitation',
  'signIn',
  'signOut',
  'me',
]);

/**
 * Whether a document only queries public fields. Anything else from a visitor, including broken documents, is answered
 * like any request without credentials.
 */
export function asksOnlyForPublic(query: string): boolean {
  const document = readDocument(query);
  return (
    document?.definitions.every(
      (definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION ||
        (definition.kind === Kind.OPERATION_DEFINITION &&
          definition.selectionSet.selections.every(
            (node) => node.kind === Kind.FIELD && PUBLIC_FIELDS.has(node.name.value),
          )),
    ) ?? false
  );
}

function readDocument(query: string): DocumentNode | null {
  if (documentNesting(query, NESTING_MAX) > NESTING_MAX) return null;
  try {
    return parse(query, { maxTokens: TOKENS_MAX, noLocation: true });
  } catch {
    return null;
  }
}
