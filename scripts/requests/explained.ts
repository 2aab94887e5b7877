import { isRecord } from '../../src/core/lib/json.ts';
import type { Trial } from './trial.ts';
import { Bytes, type Value } from './values.ts';
import { bareMedia, type Wire } from './wire.ts';

/** A library whose request is compared with the service's. */
export type Library = 'swagger-client' | 'oas-to-har';

/** The sent request, and the library's request or its reason for having none. */
export type Disagreement = {
  readonly trial: Trial;
  readonly library: Library;
  readonly differs: readonly string[];
  readonly ours: Wire;
  readonly theirs: Wire | string;
};

const isIn = (value: Value, test: (each: Value) => boolean): boolean =>
  test(value) ||
  (Array.isArray(value)
    ? value.some((each) => isIn(each, test))
    : isRecord(value) && !(value instanceof Bytes) && Object.values(value).some((each) => isIn(each as Value, test)));

const isNested = (value: Value): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Bytes) &&
  Object.values(value).some((each) => typeof each === 'object' && each !== null);

const only = ({ differs }: Disagreement, ...parts: readonly string[]): boolean =>
  differs.every((each) => parts.some((part) => each === part || (part === 'header' && each.startsWith('header '))));

const anyValue = ({ trial: { values, body } }: Disagreement, test: (value: Value) => boolean): boolean =>
  [...values.values(), ...(body === undefined ? [] : [body])].some((each) => isIn(each, test));

const parameterNames = ({ trial }: Disagreement): string[] =>
  trial.operation.parameters.map(({ name }) => String(name).toLowerCase());

const media = ({ trial }: Disagreement): string => bareMedia(trial.media);

/**
 * Why a library disagrees, by the specifications; the first matching reason counts. A disagreement without a reason
 * fails the comparison.
 */
const REASONS: ReadonlyArray<readonly [reason: string, fits: (disagreement: Disagreement) => boolean]> = [
  ['it reads OpenAPI 3 alone', ({ theirs }) => theirs === 'it does not read OpenAPI 2.0'],
  [
    'it wants parameters Accept, Content-Type and Authorization, which are ignored (3.1, parameter object, `name`)',
    ({ theirs }) => typeof theirs === 'string' && /parameter (accept|content-type|authorization) is not/i.test(theirs),
  ],
  [
    'it cuts a path at # or leaves the slots of such a path open; what follows a # is no part of a request (RFC 3986, 3.5)',
    (disagreement) => disagreement.trial.operation.path.includes('#') && only(disagreement, 'path', 'query', 'header'),
  ],
  [
    'it sends no credentials where the description says nothing of security; the service sends what is stored for it',
    (disagreement) => saysNothing(disagreement) && only(disagreement, 'header', 'query'),
  ],
  [
    'a parameter is where a credential goes: it sends both, or the parameter; the service sends the credential',
    (disagreement) => only(disagreement, 'query', 'header') && isCredentialPlace(disagreement),
  ],
  [
    'it knows no openIdConnect, or schemes of `http` other than basic and bearer',
    (disagreement) => disagreement.library === 'oas-to-har' && only(disagreement, 'header authorization'),
  ],
  [
    'it sends the names of files, or their data URLs, in place of their bytes',
    (disagreement) =>
      disagreement.library === 'oas-to-har' &&
      only(disagreement, 'body') &&
      anyValue(disagreement, (each) => each instanceof Bytes),
  ],
  [
    'it sends no body where the media type is a range, or sends the range (3.1, request body object: "keys of `content`")',
    ({ trial, differs }) =>
      differs.some((each) => each === 'body' || each === 'header content-type') &&
      Object.keys(contentNode(trial)).every((each) => each.includes('*') || each === trial.media) &&
      Object.keys(contentNode(trial)).some((each) => each.includes('*')),
  ],
  [
    'it sends no body with GET, DELETE and HEAD, or none that is a text; a described body is sent (3.1, operation object)',
    ({ theirs }) => typeof theirs !== 'string' && theirs.body.kind === 'none',
  ],
  [
    'it drops empty texts, lists and members; only absent values are left out (RFC 6570, 3.2.1)',
    (disagreement) =>
      anyValue(
        disagreement,
        (each) =>
          each === '' ||
          (typeof each === 'object' && each !== null && !(each instanceof Bytes) && Object.keys(each).length === 0),
      ),
  ],
  [
    'a list or object within one has no form in this style (3.1, parameter object: "behavior is undefined")',
    (disagreement) =>
      only(disagreement, 'path', 'query', 'header') && [...disagreement.trial.values.values()].some(isNested),
  ],
  [
    'it leaves out a part of the path that is no plain slot, such as `{.format}` or `{+name}`',
    ({ trial, differs }) => differs.includes('path') && /\{[^{}]*[^\w{}-][^{}]*\}/.test(trial.operation.path),
  ],
  [
    'it sends a list in a path as JSON, or encodes the commas between items (RFC 6570, 3.2.2: they are not)',
    (disagreement) =>
      disagreement.library === 'oas-to-har' && only(disagreement, 'path') && anyValue(disagreement, Array.isArray),
  ],
  [
    'it joins or encodes pairs of cookies; each is `name=value` (3.1, style `form`; RFC 6265, 4.2.1)',
    (disagreement) => only(disagreement, 'header cookie'),
  ],
  [
    'it keeps one of several members of the same name; `form` exploded repeats them (RFC 6570, 3.2.8)',
    (disagreement) => only(disagreement, 'query') && anyValue(disagreement, isRecord),
  ],
  [
    'it sends what a list has in `deepObject` in another way: the specification leaves it open',
    (disagreement) =>
      only(disagreement, 'query') &&
      disagreement.trial.operation.parameters.some((each) => each['style'] === 'deepObject'),
  ],
  [
    'it sends an object in a multipart body member by member, or a list in one part (3.0, encoding object: JSON for objects, a part for each item of a list)',
    (disagreement) => only(disagreement, 'body') && media(disagreement) === 'multipart/form-data',
  ],
  [
    'it takes a member called RAW_BODY for the whole body, which is an extension of its own',
    ({ trial, library }) => library === 'oas-to-har' && JSON.stringify(trial.body)?.includes('RAW_BODY') === true,
  ],
  [
    'it takes a text for a form, and sends it letter by letter',
    (disagreement) =>
      only(disagreement, 'body') &&
      media(disagreement) === 'application/x-www-form-urlencoded' &&
      typeof disagreement.trial.body !== 'object',
  ],
  [
    'it writes members of a form as JSON; without a media type they have a style (3.1, encoding object)',
    (disagreement) => only(disagreement, 'body') && media(disagreement) === 'application/x-www-form-urlencoded',
  ],
];

const contentNode = ({ operation: { requestBody } }: Trial): Readonly<Record<string, unknown>> => {
  const content = requestBody?.['content'];
  return isRecord(content) ? content : {};
};

function saysNothing({ trial: { operation } }: Disagreement): boolean {
  const security = operation.node['security'] ?? operation.document['security'];
  return (
    security === undefined ||
    (operation.node['security'] === undefined && Array.isArray(security) && security.length === 0)
  );
}

const isCredentialPlace = (disagreement: Disagreement): boolean =>
  disagreement.differs.every((each) => {
    if (each !== 'query') return parameterNames(disagreement).includes(each.slice('header '.length));
    return disagreement.ours.query.some(
      (pair) =>
        /=secret-\d+$/.test(pair) && parameterNames(disagreement).includes(pair.split('=')[0]?.toLowerCase() ?? ''),
    );
  });

/** The reason for a disagreement; null if there is none. */
export const reasonFor = (disagreement: Disagreement): string | null =>
  REASONS.find(([, fits]) => fits(disagreement))?.[0] ?? null;
