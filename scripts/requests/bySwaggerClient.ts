import { buildRequest } from 'swagger-client/es/execute/index.js';
import { isRecord } from '../../src/core/lib/json.ts';
import { followed } from './operations.ts';
import { schemesOf, smallDocument } from './small.ts';
import type { Reading, Secret, Trial } from './trial.ts';
import { Bytes, type Value } from './values.ts';
import { bareMedia, bodyOf, normalised, pairsOf, partText, sorted, type Wire, type WireBody } from './wire.ts';

/** Bytes in the form in which the library takes files. */
function native(value: Value): unknown {
  if (value instanceof Bytes) return new File([Buffer.from(value.base64, 'base64')], 'file');
  if (Array.isArray(value)) return value.map(native);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, native(each as Value)]))
    : value;
}

const authorizedBy = (type: unknown, secret: Secret): unknown => {
  if (typeof secret !== 'string') return { value: secret, ...secret };
  return type === 'oauth2' || type === 'openIdConnect' ? { token: { access_token: secret } } : { value: secret };
};

async function builtBody(media: string, body: unknown): Promise<WireBody> {
  if (body instanceof FormData) {
    const parts = [...body.entries()].map(async ([name, value]) =>
      partText(name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('latin1')),
    );
    return { kind: 'parts', parts: await Promise.all(parts) };
  }
  if (body === undefined) return { kind: 'none' };
  if (body instanceof Blob) return bodyOf(media, Buffer.from(await body.arrayBuffer()).toString('latin1'));
  if (/[/+]json$/.test(bareMedia(media))) return { kind: 'json', value: sorted(body) };
  return bodyOf(media, typeof body === 'string' ? body : JSON.stringify(body));
}

/** The request that Swagger UI's client would send. */
export async function bySwaggerClient(trial: Trial, origin: string): Promise<Reading<Wire>> {
  const { operation, values, body, media, secrets } = trial;
  const spec = smallDocument(trial, origin);
  const schemes = schemesOf(operation.document);
  const authorized = Object.fromEntries(
    Object.entries(secrets).map(([key, secret]) => [
      key,
      authorizedBy(followed(operation.document, schemes[key])?.['type'], secret),
    ]),
  );
  const inBody = operation.parameters.find((each) => each['in'] === 'body');
  const parameters = Object.fromEntries([
    ...[...values].map(([key, value]) => [key.replace(' ', '.'), native(value)]),
    ...(inBody === undefined || body === undefined ? [] : [[`body.${inBody['name']}`, native(body)]]),
  ]);
  try {
    const built = buildRequest({
      spec,
      operationId: 'op',
      parameters,
      securities: { authorized },
      ...(body !== undefined && { requestBody: native(body), requestContentType: media }),
    });
    const { pathname, search } = new URL(built.url);
    const headers = Object.fromEntries(
      Object.entries(built.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    return {
      method: built.method.toUpperCase(),
      path: normalised(pathname),
      query: pairsOf(search.slice(1)),
      headers,
      body: await builtBody(headers['content-type'] ?? media, built.body),
    };
  } catch (error) {
    return `it does not build the request: ${error instanceof Error ? error.message : String(error)}`;
  }
}
