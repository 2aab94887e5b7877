import type { ToolCall } from '../../core/calls/connector.ts';
import { isRecord } from '../../core/lib/json.ts';
import { charsIn } from '../../core/lib/jsonSize.ts';
import { isJsonType, isTextType, mediaTypeOf } from '../../core/lib/mediaType.ts';
import type { OperationRequest } from '../../core/servers/toolRequest.ts';
import { type BodyDocument, bytesOf, type EncodedBody, encodeForm } from '../http/formBody.ts';
import { encodeMultipart } from '../http/multipart.ts';
import type { Placed } from '../http/placement.ts';
import { RequestBytes } from '../http/requestBytes.ts';
import { textOf } from '../http/template.ts';
import { pathSegment, percentEncode, type RequestParts, UnusableInput } from '../http/wireRequest.ts';
import { cookieParameter, headerParameter, pathParameter, queryParameter } from './parameterStyle.ts';

type Input = ToolCall['input'];
type Parameter = OperationRequest['parameters'][number];

const inputValue = (input: Input, property: string): unknown =>
  Object.hasOwn(input, property) ? (input[property] ?? undefined) : undefined;

type Present = ReadonlyArray<readonly [Parameter, unknown]>;

/**
 * The parameters in one location that have a value in the input. Counts each value first, because one value can become
 * several parameters.
 */
const presentIn =
  (request: OperationRequest, input: Input, bytes: RequestBytes) =>
  (place: Parameter['in']): Present =>
    request.parameters.flatMap((parameter) => {
      const value = parameter.in === place ? inputValue(input, parameter.property) : undefined;
      if (value === undefined) return [];
      bytes.consume(charsIn(value, bytes.left));
      return [[parameter, value] as const];
    });

// `{+name}` is reserved expansion (RFC 6570, section 3.2.3), from the parameter's `allowReserved`.
const SLOT = /\{\+?([^{}]+)\}/g;

const pathOf = (
  request: OperationRequest,
  present: Present,
  placed: Readonly<Record<string, string>>,
  bytes: RequestBytes,
): string => {
  const values = new Map(present.map(([parameter, value]) => [parameter.name, pathParameter(parameter, value, bytes)]));
  const fill = (name: string): string => {
    const credential = Object.hasOwn(placed, name) ? placed[name] : undefined;
    const value = credential === undefined ? values.get(name) : percentEncode(credential);
    if (value === undefined) throw new UnusableInput(`Input "${name}" is required for the path`, name);
    return bytes.text(value);
  };
  // The fragment after `#` distinguishes operations with the same address and is not sent.
  const [path = ''] = request.path.split('#');
  return path
    .split('/')
    .map((segment) => {
      const filled = segment.replace(SLOT, (_slot, name: string) => fill(name));
      const name = segment.replace(/[{}+]/g, '');
      return filled === segment ? segment : pathSegment(name, filled, name);
    })
    .join('/');
};

/** The body's value, built from the input; undefined if the input has none. */
const bodyValue = ({ body, parameters }: OperationRequest, input: Input): unknown => {
  if (body === undefined) return undefined;
  const { from } = body;
  if ('property' in from) return inputValue(input, from.property);
  const usedNames = new Set([...parameters.map(({ property }) => property), ...Object.keys(from.properties)]);
  const others = from.others === true ? Object.keys(input).filter((property) => !usedNames.has(property)) : [];
  const members = [...Object.entries(from.properties), ...others.map((name) => [name, name] as const)]
    // A null within a body is a value: it means "clear this".
    .filter(([property]) => Object.hasOwn(input, property))
    .map(([property, name]) => [name, input[property]] as const);
  return members.length > 0 || body.required ? Object.fromEntries(members) : undefined;
};

/** Splits an operation's merged input into path, query, headers, cookies and body. @throws UnusableInput */
export const operationParts = (
  request: OperationRequest,
  input: Input,
  placed: Placed,
  bytes = new RequestBytes(),
): RequestParts => {
  const { body } = request;
  const present = presentIn(request, input, bytes);
  const requestBody = body === undefined ? undefined : bodyValue(request, input);
  const hasPlaced = body !== undefined && Object.keys(placed.body).length > 0;
  const value =
    hasPlaced && (requestBody === undefined || requestBody === null || isRecord(requestBody))
      ? { ...requestBody, ...placed.body }
      : requestBody;
  const encoded = body === undefined || value === undefined ? null : encodeRequestBody(body, value, bytes);
  const cookies = present('cookie').flatMap(([parameter, item]) => cookieParameter(parameter, item, bytes));
  return {
    method: request.method,
    path: pathOf(request, present('path'), placed.path, bytes),
    query: present('query').flatMap(([parameter, item]) => queryParameter(parameter, item, bytes)),
    headers: {
      ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
      ...Object.fromEntries(
        present('header').flatMap(([parameter, item]) => {
          const text = headerParameter(parameter, item);
          return text === null ? [] : [[parameter.name, text]];
        }),
      ),
      ...(encoded === null ? {} : { 'content-type': encoded.contentType }),
    },
    body: encoded?.body ?? null,
  };
};

const membersOf = (value: unknown): Record<string, unknown> => {
  if (!isRecord(value)) throw new UnusableInput('Input "body" must be an object', 'body');
  return value;
};

/** Encodes the body in the media type that the operation declares. @throws UnusableInput */
const encodeRequestBody = (document: BodyDocument, value: unknown, bytes: RequestBytes): EncodedBody => {
  bytes.consume(charsIn(value, bytes.left));
  const { contentType } = document;
  const media = mediaTypeOf(contentType);
  if (document.isSentAsIs === true) return { contentType, body: textOf(value) };
  if (isJsonType(media)) return { contentType, body: JSON.stringify(value) };
  if (media === 'application/x-www-form-urlencoded') return { contentType, body: formOf(document, value, bytes) };
  if (media.startsWith('multipart/')) return multipartOf(document, value, bytes);
  if (isTextType(media)) return { contentType, body: textOf(value) };
  return { contentType, body: bytesOf('body', value) };
};

/** A string or number has no properties, so it counts as encoded already. */
const formOf = ({ encoding = {} }: BodyDocument, value: unknown, bytes: RequestBytes): string =>
  isRecord(value) || Array.isArray(value) || value === null
    ? encodeForm(membersOf(value), encoding, bytes)
    : textOf(value);

/** A multipart body that is bytes or a list has unnamed parts. */
const multipartOf = (document: BodyDocument, value: unknown, bytes: RequestBytes): EncodedBody => {
  const { encoding = {}, files = [], contentType } = document;
  const isWhole = 'property' in document.from && files.includes('body');
  const isNameless = typeof value === 'string' || Array.isArray(value) || isWhole;
  const isOfFiles = typeof value === 'string' || isWhole;
  const shape = { contentType, encoding, files: new Set(isNameless ? (isOfFiles ? ['file'] : []) : files) };
  return encodeMultipart(isNameless ? { file: value } : membersOf(value), shape, bytes);
};
