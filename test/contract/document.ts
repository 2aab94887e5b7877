import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { isRecord } from '../../src/core/lib/json.ts';
import { toPointer } from '../../src/core/lib/jsonPointer.ts';

const FILE = 'openapi.json';

/** The committed document, the source of generated clients. */
export const DOCUMENT: unknown = JSON.parse(readFileSync(FILE, 'utf8'));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: FILE, ...(isRecord(DOCUMENT) ? DOCUMENT : {}) });

const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);

/** Follows a local reference. */
function resolved(value: unknown): { readonly value: unknown; readonly pointer: string | null } {
  const reference = at(value, '$ref');
  if (typeof reference !== 'string') return { value, pointer: null };
  return { value: at(DOCUMENT, ...reference.replace('#/', '').split('/')), pointer: reference };
}

export type DocumentedAnswer = { readonly method: string; readonly path: string; readonly status: string };

const entries = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);

/** Every operation and status in the document. */
export const DOCUMENTED: readonly DocumentedAnswer[] = entries(at(DOCUMENT, 'paths')).flatMap(([path, item]) =>
  entries(item).flatMap(([method, operation]) =>
    Object.keys(isRecord(operation) && isRecord(operation['responses']) ? operation['responses'] : {}).map(
      (status) => ({
        method: method.toUpperCase(),
        path,
        status,
      }),
    ),
  ),
);

const PATHS = [...new Set(DOCUMENTED.map(({ path }) => path))].map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The documented path for a request's path; null if there is none. */
export function documentedPath(path: string): string | null {
  const [bare = ''] = path.split('?', 1);
  return PATHS.find(({ pattern }) => pattern.test(bare))?.path ?? null;
}

/** Asserts that a documented operation's response has a documented status, body and headers. */
export function checkAgainstDocument(
  method: string,
  path: string,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): void {
  const template = documentedPath(path);
  const operation = template === null ? undefined : at(DOCUMENT, 'paths', template, method.toLowerCase());
  if (template === null || operation === undefined) return;
  const keys = ['paths', template, method.toLowerCase(), 'responses', String(status)];
  const { value: response, pointer } = resolved(at(DOCUMENT, ...keys));
  expect(response, `${method} ${template} documents ${status}`).toBeDefined();
  expect(Object.keys(headers)).toEqual(
    expect.arrayContaining(mandatoryHeaders(response).map((name) => name.toLowerCase())),
  );
  if (status === 304) return;
  const base = pointer ?? `#${encodeURI(toPointer(keys))}`;
  const validate = validatorAt(`${FILE}${base}${toPointer(['content', 'application/json', 'schema'])}`);
  expect(validate(body), ajv.errorsText(validate.errors)).toBe(true);
}

const validators = new Map<string, ValidateFunction>();

/** Compiled once for all cases with the same response. */
function validatorAt(reference: string): ValidateFunction {
  const validate = validators.get(reference) ?? ajv.compile({ $ref: reference });
  validators.set(reference, validate);
  return validate;
}

// Optional members of a response with its status: a failed tool has no validation errors, and the last page no cursor.
const OPTIONAL = ['X-Validation-Errors', 'Link'];
const mandatoryHeaders = (response: unknown): string[] =>
  Object.keys(isRecord(response) && isRecord(response['headers']) ? response['headers'] : {}).filter(
    (name) => !OPTIONAL.includes(name),
  );
