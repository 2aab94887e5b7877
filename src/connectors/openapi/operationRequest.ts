import type { ToolCall } from '../../core/calls/connector.ts';
import { isRecord } from '../../core/lib/json.ts';
import { isJsonType, isTextType, mediaTypeOf } from '../../core/lib/mediaType.ts';
import type { OperationRequest } from '../../core/marketplace/toolRequest.ts';
import { type BodyDocument, bytesOf, type EncodedBody, encodeForm } from '../http/formBody.ts';
import { encodeMultipart } from '../http/multipart.ts';
import type { Placed } from '../http/placement.ts';
import { textOf } from '../http/template.ts';
import { pathSegment, percentEncode, type RequestParts, UnusableInput } from '../http/wireRequest.ts';
import { cookieParameter, headerParameter, pathParameter, queryParameter } from './parameterStyle.ts';

type Input = ToolCall['input'];
type Parameter = OperationRequest['parameters'][number];

const inputValue = (input: Input, property: string): unknown =>
  Object.hasOwn(input, property) ? (input[property] ?? undefined) : undefined;

/** The parameters of one location for which the input has a value. */
const present = (request: OperationRequest, place: Parameter['in'], input: Input): Array<[Parameter, unknown]> =>
  request.parameters
    .filter((parameter) => parameter.in === place)
    .map((parameter): [Parameter, unknown] => [parameter, inputValue(input, parameter.property)])
    .filter(([, value]) => value !== undefined);

// `{+name}` is reserved expansion (RFC 6570, section 3.2.3), as `allowReserved` of the parameter says.
const SLOT = /\{\+?([^{}]+)\}/g;

const pathOf = (request: OperationRequest, input: Input, placed: Readonly<Record<string, string>>): string => {
  const values = new Map(
    present(request, 'path', input).map(([parameter, value]) => [parameter.name, pathParameter(parameter, value)]),
  );
  const fill = (name: string): string => {
    const credential = Object.hasOwn(placed, name) ? placed[name] : undefined;
    const value = credential === undefined ? values.get(name) : percentEncode(credential);
    if (value === undefined) throw new UnusableInput(`Input "${name}" is needed for the path`, name);
    return value;
  };
  // What follows a `#` tells operations of one address apart and is not sent.
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

/** The body's value, taken out of the input; undefined when the input has no part of it. */
const bodyValue = ({ body, parameters }: OperationRequest, input: Input): unknown => {
  if (body === undefined) return undefined;
  const { from } = body;
  if ('property' in from) return inputValue(input, from.property);
  const taken = new Set([...parameters.map(({ property }) => property), ...Object.keys(from.properties)]);
  const others = from.others === true ? Object.keys(input).filter((property) => !taken.has(property)) : [];
  const members = [...Object.entries(from.properties), ...others.map((name) => [name, name] as const)]
    // A null within a body is a value: it means "clear this".
    .filter(([property]) => Object.hasOwn(input, property))
    .map(([property, name]) => [name, input[property]] as const);
  return members.length > 0 || body.required ? Object.fromEntries(members) : undefined;
};

const withCredentials = (value: unknown, placed: Readonly<Record<string, string>>): unknown =>
  Object.keys(placed).length > 0 && (value === undefined || value === null || isRecord(value))
    ? { ...value, ...placed }
    : value;

/** Splits an operation's merged input into path, query, headers, cookies and body. @throws UnusableInput */
export const operationParts = (request: OperationRequest, input: Input, placed: Placed): RequestParts => {
  const { body } = request;
  const value = body === undefined ? undefined : withCredentials(bodyValue(request, input), placed.body);
  const encoded = body === undefined || value === undefined ? null : encodeRequestBody(body, value);
  const cookies = present(request, 'cookie', input).flatMap(([parameter, item]) => cookieParameter(parameter, item));
  return {
    method: request.method,
    path: pathOf(request, input, placed.path),
    query: present(request, 'query', input).flatMap(([parameter, item]) => queryParameter(parameter, item)),
    headers: {
      ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
      ...Object.fromEntries(
        present(request, 'header', input).flatMap(([parameter, item]) => {
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
const encodeRequestBody = (document: BodyDocument, value: unknown): EncodedBody => {
  const { contentType } = document;
  const media = mediaTypeOf(contentType);
  if (document.isSentAsIs === true) return { contentType, body: textOf(value) };
  if (isJsonType(media)) return { contentType, body: JSON.stringify(value) };
  if (media === 'application/x-www-form-urlencoded') return { contentType, body: formOf(document, value) };
  if (media === 'multipart/form-data') return multipartOf(document, value);
  if (isTextType(media)) return { contentType, body: textOf(value) };
  return { contentType, body: bytesOf('body', value) };
};

/** A text or a number has no names: it is taken to be encoded already. */
const formOf = ({ encoding = {} }: BodyDocument, value: unknown): string =>
  isRecord(value) || Array.isArray(value) || value === null ? encodeForm(membersOf(value), encoding) : textOf(value);

/** A body that is bytes and no object has one part, which the document leaves without a name. */
const multipartOf = ({ encoding = {}, files = [] }: BodyDocument, value: unknown): EncodedBody => {
  const isFile = typeof value === 'string';
  return encodeMultipart(isFile ? { file: value } : membersOf(value), {
    encoding,
    files: new Set(isFile ? ['file'] : files),
  });
};
