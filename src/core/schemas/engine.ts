import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { RE2JS } from 're2js';
import { isRecord, type JsonObject } from '../lib/json.ts';

/** JSON Schema 2020-12, or draft-07, which older MCP servers use. */
export type Dialect = '2020-12' | 'draft-07';

type Matcher = { test(text: string): boolean; toString(): string };

const compilePattern = (pattern: string): ((text: string) => boolean) => {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return (text) => compiled.matcher(text).find();
  } catch {
    // Look-around and back references need a backtracking engine, which is never used here; the upstream has to check
    // them. The constructor only parses, and throws for a pattern that no engine knows.
    new RegExp(pattern, 'u');
    return () => true;
  }
};

/**
 * True for a pattern that every validator compiles (ECMA-262 with the `u` flag); imported schemas may hold no other.
 */
export const isPatternUsable = (pattern: string): boolean => {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
};

const linearRegExp = Object.assign(
  (pattern: string): Matcher => ({ test: compilePattern(pattern), toString: () => pattern }),
  { code: 'linearRegExp' },
);

const EMAIL = /^[^\s@]{1,254}@[^\s@]{1,253}$/;
const URI_SCHEME = /^[a-z][a-z0-9+.-]{0,63}:/i;

// Only formats that are checked in linear time; all others are annotations.
const FORMATS: NonNullable<Options['formats']> = {
  date: fullFormats.date,
  time: fullFormats.time,
  'date-time': fullFormats['date-time'],
  duration: fullFormats.duration,
  ipv4: fullFormats.ipv4,
  ipv6: fullFormats.ipv6,
  uuid: fullFormats.uuid,
  int32: fullFormats.int32,
  int64: fullFormats.int64,
  email: EMAIL,
  uri: (text: string) => URI_SCHEME.test(text) && URL.canParse(text),
};

const OPTIONS = {
  strict: false,
  logger: false,
  coerceTypes: false,
  useDefaults: false,
  validateSchema: false,
  inlineRefs: false,
  multipleOfPrecision: 6,
  formats: FORMATS,
  code: { regExp: linearRegExp },
} as const satisfies Options;

const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
};

// Ajv compares every pair of items: 100,000 small objects would take minutes.
const UNIQUE_ITEMS = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate: (isOn: boolean, items: unknown[]) => !isOn || new Set(items.map(canonical)).size === items.length,
  error: { message: 'must NOT have duplicate items' },
} as const;

const createEngine = (dialect: Dialect, allErrors: boolean): Ajv => {
  const options = { ...OPTIONS, allErrors, meta: false };
  const engine = dialect === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
  engine.removeKeyword('uniqueItems').addKeyword(UNIQUE_ITEMS);
  return engine;
};

const dialectsOf = (schema: JsonObject): readonly Dialect[] => {
  const declared = schema['$schema'];
  if (typeof declared !== 'string') return ['2020-12', 'draft-07'];
  return /draft-0[467]/.test(declared) ? ['draft-07'] : ['2020-12'];
};

const withoutIdentity = (schema: JsonObject): JsonObject => {
  const { $schema: _dialect, $id: _id, id: _oldId, $async: _async, ...rest } = schema;
  return rest;
};

let metaEngines: Readonly<Record<Dialect, Ajv>> | null = null;

// Kept after the first use: compiling the meta-schemas takes longer than compiling most tools' schemas.
const metaEngine = (dialect: Dialect): Ajv => {
  metaEngines ??= {
    '2020-12': new Ajv2020({ strict: false, logger: false, validateFormats: false }),
    'draft-07': new Ajv({ strict: false, logger: false, validateFormats: false }),
  };
  return metaEngines[dialect];
};

const META_SCHEMA = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
} as const satisfies Record<Dialect, string>;

/** The dialect whose rules the schema follows, or the rule that it breaks. */
export const findDialect = (schema: JsonObject): { dialect: Dialect } | { problem: string } => {
  const plain = withoutIdentity(schema);
  const candidates = dialectsOf(schema);
  const fits = candidates.find((dialect) => metaEngine(dialect).validate(META_SCHEMA[dialect], plain));
  if (fits !== undefined) return { dialect: fits };
  const engine = metaEngine(candidates[0] ?? '2020-12');
  engine.validate(META_SCHEMA[candidates[0] ?? '2020-12'], plain);
  const [error] = engine.errors ?? [];
  return { problem: `is not a JSON Schema: ${error?.instancePath ?? ''} ${error?.message ?? ''}` };
};

/**
 * Compiles with a new engine, which is freed with the validator; a shared one would keep every schema it ever saw.
 * @throws Error when a reference or pattern cannot be resolved
 */
export const compileSchema = (schema: JsonObject, dialect: Dialect, allErrors: boolean): ValidateFunction =>
  createEngine(dialect, allErrors).compile(withoutIdentity(schema));
