import { isRecord } from '../../src/core/lib/json.ts';
import type { TypedDocumentString } from '../../src/generated/gql/graphql.ts';

export type GraphqlFailure = {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
};

export type GraphqlAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors: readonly GraphqlFailure[];
};

/** Boundary: the body of a GraphQL response, as its specification shapes it. */
function parseBody(text: string): Pick<GraphqlAnswer, 'data' | 'errors'> {
  const body: unknown = JSON.parse(text);
  if (!isRecord(body)) throw new Error(`No GraphQL answer: ${text}`);
  return { data: undefined, errors: [], ...body } as Pick<GraphqlAnswer, 'data' | 'errors'>;
}

/** A raw request. The test's values replace those of a well-behaved client. */
export async function post(url: string, apiKey: string | null, init: RequestInit): Promise<GraphqlAnswer> {
  const authorization = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  const headers = { 'content-type': 'application/json', ...authorization, ...init.headers };
  const response = await fetch(`${url}/graphql`, { method: 'POST', ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, ...parseBody(text) };
}

/** One operation over HTTP. */
export const ask = (url: string, apiKey: string | null, query: string, variables: object = {}) =>
  post(url, apiKey, { body: JSON.stringify({ query, variables }) });

/** The data of an operation that has no errors. */
export async function dataOf(answer: Promise<GraphqlAnswer>): Promise<Readonly<Record<string, unknown>>> {
  const { data, errors } = await answer;
  if (errors.length > 0 || !data) throw new Error(`Unexpected errors: ${JSON.stringify(errors)}`);
  return data;
}

type Value<R> = NonNullable<R[keyof R]>;
type Member<T, N> = Extract<T, { readonly __typename: N }>;

/** The only root field of a typed document, by its generated type. */
export async function run<R extends object, V>(
  url: string,
  apiKey: string,
  document: TypedDocumentString<R, V>,
  variables: V & object,
): Promise<Value<R>> {
  const [value] = Object.values(await dataOf(ask(url, apiKey, document.toString(), variables)));
  // Boundary: the response comes from the schema that types the document.
  return value as Value<R>;
}

/** The payload of a result union, by its name. */
export function payloadOf<T extends { readonly __typename: string }, N extends string>(
  result: T,
  name: N,
): Member<T, N> {
  const isNamed = (value: T): value is Member<T, N> => value.__typename === name;
  if (!isNamed(result)) throw new Error(`Unexpected ${JSON.stringify(result)}`);
  return result;
}
