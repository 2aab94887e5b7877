import oasToHar from '@readme/oas-to-har';
import Oas from 'oas';
import { isRecord } from '../../src/core/lib/json.ts';
import { versionOf } from './operations.ts';
import { smallDocument } from './small.ts';
import type { Reading, Trial } from './trial.ts';
import { Bytes, type Value } from './values.ts';
import { bareMedia, bodyOf, normalised, pairsOf, partText, type Wire, type WireBody } from './wire.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Bytes as the library takes files: as data URLs. */
function native(value: Value): unknown {
  if (value instanceof Bytes) return `data:application/octet-stream;name=file;base64,${value.base64}`;
  if (Array.isArray(value)) return value.map(native);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, native(each as Value)]))
    : value;
}

type Har = ReturnType<typeof oasToHar>['log']['entries'][0]['request'];

function harBody({ postData }: Har): WireBody {
  if (postData === undefined) return { kind: 'none' };
  const { mimeType, params = [], text = '' } = postData;
  if (bareMedia(mimeType) === 'multipart/form-data')
    return { kind: 'parts', parts: params.map(({ name, value = '' }) => partText(name, bytesOf(value))) };
  if (bareMedia(mimeType) === FORM)
    return {
      kind: 'form',
      pairs: pairsOf(
        params.map(({ name, value = '' }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
      ),
    };
  return bodyOf(mimeType, text);
}

const bytesOf = (value: string): string => {
  const [, base64] = /^data:[^,]*;base64,(.*)$/.exec(value) ?? [];
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString('latin1');
};

/** The request that ReadMe's API explorer would send; it supports only OpenAPI 3. */
export function byOasToHar(trial: Trial, origin: string): Reading<Wire> {
  const { operation, values, body, media, secrets } = trial;
  if (versionOf(operation.document) === '2.0') return 'it does not read OpenAPI 2.0';
  const of = (place: string) =>
    Object.fromEntries(
      [...values]
        .filter(([key]) => key.startsWith(`${place} `))
        .map(([key, value]) => [key.slice(place.length + 1), native(value)]),
    );
  const auth = Object.fromEntries(
    Object.entries(secrets).map(([key, secret]) => [
      key,
      typeof secret === 'string' ? secret : { user: secret.username, pass: secret.password },
    ]),
  );
  const place = bareMedia(media) === FORM ? 'formData' : 'body';
  try {
    const small = smallDocument(trial, origin);
    // The library sends the body in its preferred media type, so give it only the type that is sent.
    const oas = Oas.init(withOneMedia(small, media));
    const match = oas.operation(operation.path, operation.method as 'get');
    const data = {
      path: of('path'),
      query: of('query'),
      header: of('header'),
      cookie: of('cookie'),
      ...(body !== undefined && { [place]: native(body) }),
    };
    const [{ request }] = oasToHar(oas, match, data, auth).log.entries;
    return toWire(request);
  } catch (error) {
    return `it does not build the request: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function toWire(request: Har): Wire {
  const { pathname, search } = new URL(request.url);
  const cookies = request.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const pairs = [search.slice(1), ...request.queryString.map(({ name, value }) => `${name}=${value}`)];
  return {
    method: request.method.toUpperCase(),
    path: normalised(pathname),
    query: pairsOf(pairs.join('&')),
    headers: {
      ...Object.fromEntries(request.headers.map(({ name, value }) => [name.toLowerCase(), String(value)])),
      ...(cookies !== '' && { cookie: cookies }),
    },
    body: harBody(request),
  };
}

function withOneMedia(small: Record<string, unknown>, media: string): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(small, (key, value) =>
      key === 'content' && isRecord(value) && media in value ? { [media]: value[media] } : value,
    ),
  );
}
