import { isJsonObject, type JsonObject } from '../core/lib/json.ts';
import { examplesOf, listAt, objectAt, resolved, textAt } from './openApi.ts';
import { type DescribedOperation, schemesOf } from './operations.ts';

type Parameter = { readonly name: string; readonly in: string; readonly required: boolean };

/** The parts of an operation's request. The page's script builds a form from them: `web/src/site/tryIt.ts`. */
export type ExampleRequest = {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The body's example as indented JSON; null if the operation takes no body. */
  readonly body: string | null;
  /** The name of its security scheme. */
  readonly scheme: string;
};

export function exampleRequest(document: JsonObject, { method, path, about }: DescribedOperation): ExampleRequest {
  const parameters = listAt(about, 'parameters').map((value) => {
    const one = resolved(document, value);
    return { name: textAt(one, 'name'), in: textAt(one, 'in'), required: one['required'] === true };
  });
  const [scheme = ''] = schemesOf(about);
  const media = objectAt(resolved(document, objectAt(about, 'requestBody')), 'content')['application/json'];
  const body = isJsonObject(media) ? JSON.stringify(examplesOf(media)[0] ?? {}, null, 2) : null;
  return { method, path, parameters, body, scheme };
}

/** The shell variable with the token. */
const VARIABLES: Readonly<Record<string, string>> = { api_key: 'TOOLYARD_API_KEY', stack_token: 'TOOLYARD_TOKEN' };

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The request as a curl command, including everything that is required. */
export function curlText({ method, path, body, scheme }: ExampleRequest, address: string): string {
  return [
    `curl -i${method === 'GET' ? '' : ` -X ${method}`} ${quoted(address + path)}`,
    `-H "Authorization: Bearer $${VARIABLES[scheme] ?? 'TOKEN'}"`,
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}
