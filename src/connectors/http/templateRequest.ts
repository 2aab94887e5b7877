import type { ToolCall } from '../../core/calls/connector.ts';
import { isRecord } from '../../core/lib/json.ts';
import { JSON_TYPE } from '../../core/lib/mediaType.ts';
import type { TemplatedRequest } from '../../core/servers/toolRequest.ts';
import { encodeForm } from './formBody.ts';
import type { Placed } from './placement.ts';
import { RequestBytes } from './requestBytes.ts';
import { toRawMessage } from './rfc822.ts';
import { fillHeaders, fillJson, fillPath, fillQuery, lookupIn } from './template.ts';
import { type RequestParts, UnusableInput } from './wireRequest.ts';

type EncodedBody = { readonly contentType: string | null; readonly body: string | null };

const NO_BODY: EncodedBody = { contentType: null, body: null };

/** Adds credentials at the top level of the body; they win over inputs of the same name. */
const withPlaced = (value: unknown, placed: Readonly<Record<string, string>>): unknown => {
  if (Object.keys(placed).length === 0) return value;
  if (value !== undefined && !isRecord(value)) {
    throw new UnusableInput('The body must be an object to hold credentials');
  }
  return { ...value, ...placed };
};

const members = (value: unknown): Record<string, unknown> => {
  if (!isRecord(value)) throw new UnusableInput('The body must be an object');
  return value;
};

const encodeBody = (encoding: TemplatedRequest['bodyEncoding'], value: unknown, bytes: RequestBytes): EncodedBody => {
  if (value === undefined) return NO_BODY;
  switch (encoding) {
    case 'json':
      return { contentType: JSON_TYPE, body: JSON.stringify(value) };
    case 'form':
      return { contentType: 'application/x-www-form-urlencoded', body: encodeForm(members(value), {}, bytes) };
    case 'rfc822-base64url':
      return { contentType: JSON_TYPE, body: JSON.stringify(toRawMessage(members(value))) };
  }
};

/** Fills a request template with a call's input and with the credentials that its slots name. @throws UnusableInput */
export const templateParts = (
  request: TemplatedRequest,
  { input: callInput, credentials }: Pick<ToolCall, 'input' | 'credentials'>,
  placed: Placed,
  bytes = new RequestBytes(),
): RequestParts => {
  const input = {
    ...callInput,
    ...Object.fromEntries(
      credentials.filter(({ placement }) => placement === null).map(({ fieldId, value }) => [fieldId, value]),
    ),
  };
  const lookup = lookupIn(input);
  const pathLookup = lookupIn({ ...input, ...placed.path });
  const value = request.body === undefined ? undefined : fillJson(request.body, lookup, bytes);
  const { contentType, body } = encodeBody(request.bodyEncoding, withPlaced(value, placed.body), bytes);
  return {
    method: request.method,
    path: fillPath(request.path, pathLookup, bytes),
    query: fillQuery(request.query ?? {}, lookup, bytes),
    headers: {
      ...(contentType === null ? {} : { 'content-type': contentType }),
      ...fillHeaders(request.headers ?? {}, lookup, bytes),
    },
    body,
  };
};
