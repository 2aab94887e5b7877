import { isRecord } from '../../core/lib/json.ts';
import { charsIn } from '../../core/lib/jsonSize.ts';
import { JSON_TYPE } from '../../core/lib/mediaType.ts';
import type { GraphqlToolRequest } from '../../core/servers/toolRequest.ts';
import type { RequestSource } from '../http/buildRequest.ts';
import { encodeMultipart } from '../http/multipart.ts';
import type { Placed } from '../http/placement.ts';
import type { RequestBytes } from '../http/requestBytes.ts';
import type { RequestParts } from '../http/wireRequest.ts';

/** GraphQL over HTTP; older servers only know JSON. */
const ACCEPT = 'application/graphql-response+json, application/json;q=0.9';

/**
 * The request of a GraphQL operation, whose variables are the call's input. Absent files make it plain JSON.
 * @throws UnusableInput, RequestTooLarge
 */
export function graphqlParts(
  { query, files = [] }: GraphqlToolRequest,
  { connector, input }: Pick<RequestSource, 'connector' | 'input'>,
  placed: Placed,
  bytes: RequestBytes,
): RequestParts {
  bytes.consume(query.length + charsIn(input, bytes.left));
  const filesByName = new Map<string, unknown>();
  const variables = withoutFiles(
    input,
    files.map((path) => path.split('.')),
    ['variables'],
    filesByName,
  );
  const operation = { ...placed.body, query, variables };
  const parts = {
    method: 'POST',
    path: 'baseUrl' in connector && /^[^?#]*[^/?#:]\/(?:$|[?#])/.test(connector.baseUrl) ? '/' : '',
    query: [],
  };
  if (filesByName.size === 0) {
    const headers = { accept: ACCEPT, 'content-type': JSON_TYPE };
    return { ...parts, headers, body: JSON.stringify(operation) };
  }
  const map = Object.fromEntries([...filesByName.keys()].map((path) => [path, [path]]));
  const { contentType, body } = encodeMultipart(
    { operations: JSON.stringify(operation), map: JSON.stringify(map), ...Object.fromEntries(filesByName) },
    { contentType: 'multipart/form-data', encoding: {}, files: new Set(filesByName.keys()) },
    bytes,
  );
  // Apollo Server refuses multipart requests without this header, which browsers don't send across origins.
  const headers = { accept: ACCEPT, 'content-type': contentType, 'apollo-require-preflight': 'true' };
  return { ...parts, headers, body };
}

/**
 * The variables with null in place of each file, as the GraphQL multipart request specification has it. Collects the
 * files by their paths.
 */
function withoutFiles(
  value: unknown,
  places: readonly (readonly string[])[],
  path: readonly string[],
  files: Map<string, unknown>,
): unknown {
  if (places.length === 0 || value === null || value === undefined) return value;
  if (places.some((place) => place.length === 0)) {
    files.set(path.join('.'), value);
    return null;
  }
  const below = (name: string, each: unknown): unknown => {
    const inner = places.filter(([head]) => head === name || (head === '*' && Array.isArray(value)));
    return withoutFiles(
      each,
      inner.map(([, ...rest]) => rest),
      [...path, name],
      files,
    );
  };
  if (Array.isArray(value)) return value.map((each, at) => below(String(at), each));
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, below(name, each)]))
    : value;
}
