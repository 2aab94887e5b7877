import { type DocumentNode, type GraphQLSchema, Kind, parse } from 'graphql';
import { isRecord } from '../../core/lib/json.ts';
import { documentNesting } from './nesting.ts';

const NESTING_MAX = 10;
const TOKENS_MAX = 200;

/** Root fields that anyone may query. */
export function publicFieldsOf(schema: GraphQLSchema): ReadonlySet<string> {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const isPublic = fields.filter(({ extensions }) => extensions['isPublic'] === true);
  return new Set(['__typename', ...isPublic.map(({ name }) => name)]);
}

/**
 * Whether a request only queries public fields. Anything else from a visitor, including broken documents, is answered
 * like any request without credentials.
 */
export function asksOnlyFor(fields: ReadonlySet<string>, body: string): boolean {
  const document = readDocument(body);
  return (
    document?.definitions.every(
      (definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION ||
        (definition.kind === Kind.OPERATION_DEFINITION &&
          definition.selectionSet.selections.every((node) => node.kind === Kind.FIELD && fields.has(node.name.value))),
    ) ?? false
  );
}

function readDocument(body: string): DocumentNode | null {
  try {
    const request: unknown = JSON.parse(body);
    const query = isRecord(request) ? request['query'] : null;
    if (typeof query !== 'string' || documentNesting(query, NESTING_MAX) > NESTING_MAX) return null;
    return parse(query, { maxTokens: TOKENS_MAX, noLocation: true });
  } catch {
    return null;
  }
}
