import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isMultiple } from '../lib/decimal.ts';
import type { Issue } from '../lib/errors.ts';
import type { JsonObject } from '../lib/json.ts';
import { schemaTraits } from './bounds.ts';
import { type Dialect, withoutIdentity } from './dialect.ts';
import { truncated } from './exact/assertions.ts';
import { compileExact, type SchemaValidator } from './exact/evaluate.ts';
import { VOCABULARIES } from './exact/vocabularies.ts';
import { compilePattern } from './patterns.ts';
import { areUnique, NUMBER_FORMATS, TEXT_FORMATS } from './values.ts';

const ISSUES_MAX = 20;

type Matcher = { test(text: string): boolean; toString(): string };

const linearRegExp = Object.assign(
  (pattern: string): Matcher => ({ test: compilePattern(pattern), toString: () => pattern }),
  { code: 'linearRegExp' },
);

const OPTIONS = {
  strict: false,
  logger: false,
  coerceTypes: false,
  useDefaults: false,
  validateSchema: false,
  inlineRefs: false,
  formats: {
    ...TEXT_FORMATS,
    ...Object.fromEntries(
      Object.entries(NUMBER_FORMATS).map(([name, test]) => [name, { type: 'number', validate: test } as const]),
    ),
  },
  code: { regExp: linearRegExp },
} as const satisfies Options;

// Replace keywords of Ajv, which compares every pair of items, and divides decimals in floating point.
const UNIQUE_ITEMS = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate: (isOn: boolean, items: unknown[]) => !isOn || areUnique(items),
  error: { message: 'must NOT have duplicate items' },
} as const;
const MULTIPLE_OF = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (step: number, value: number) => isMultiple(value, step),
  error: { message: ({ schema }: { schema: unknown }) => `must be multiple of ${String(schema)}` },
} as const;

const messageOf = ({ keyword, params, message = 'does not fit' }: ErrorObject): string => {
  switch (keyword) {
    case 'additionalProperties':
      return `must not have the property ${truncated(JSON.stringify(params['additionalProperty']))}`;
    case 'enum': {
      const values: unknown = params['allowedValues'];
      const list = Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : '';
      return `must be one of ${truncated(list)}`;
    }
    case 'const':
      return `must be ${truncated(JSON.stringify(params['allowedValue']))}`;
    default:
      return truncated(message);
  }
};

const toIssues = (errors: readonly ErrorObject[] | null | undefined): readonly Issue[] => {
  const issues = (errors ?? []).slice(0, ISSUES_MAX).map((error) => ({
    path: error.instancePath,
    message: messageOf(error),
  }));
  return issues.length > 0 ? issues : [{ path: '', message: 'does not fit the schema' }];
};

const NO_ISSUES: readonly Issue[] = [];

const fromAjv = (schema: JsonObject, dialect: Dialect, allErrors: boolean): SchemaValidator | null => {
  const { needsExact, hasRefSiblings } = schemaTraits(schema);
  if (needsExact || (dialect === 'draft-07' ? hasRefSiblings : dialect !== '2020-12')) return null;
  try {
    // Create a new engine for each schema, since a shared one would keep every schema it has compiled in memory.
    const options = { ...OPTIONS, allErrors, meta: false };
    const engine = dialect === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
    engine.removeKeyword('uniqueItems').addKeyword(UNIQUE_ITEMS);
    engine.removeKeyword('multipleOf').addKeyword(MULTIPLE_OF);
    const validate = engine.compile(withoutIdentity(schema));
    return (value) => (validate(value) ? NO_ISSUES : toIssues(validate.errors));
  } catch (error) {
    // Ajv rejects some schemas that the specification allows. `compileExact` reports real problems.
    if (error instanceof RangeError) throw error;
    return null;
  }
};

/**
 * Compiles a schema with Ajv, the fastest validator, if Ajv follows the specification for it. Otherwise uses `exact/`,
 * which always follows it. Measured by `npm run proof:schemas`.
 * @throws Error if a reference or pattern cannot be resolved
 */
export const compileSchema = (schema: JsonObject, dialect: Dialect, allErrors: boolean): SchemaValidator =>
  fromAjv(schema, dialect, allErrors) ?? compileExact(schema, dialect, VOCABULARIES[dialect]);
