import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import Draft04 from 'ajv-draft-04';
import { hasExactNumber } from '../lib/decimal.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';

/** The JSON Schema specifications in use. */
export type Dialect = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12';

const META_SCHEMA = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
  'draft-06': 'http://json-schema.org/draft-06/schema',
  'draft-04': 'http://json-schema.org/draft-04/schema',
} as const satisfies Record<Dialect, string>;

const OPTIONS = { strict: false, logger: false, validateFormats: false } as const;

const ENGINES = {
  '2020-12': () => new Ajv2020(OPTIONS),
  '2019-09': () => new Ajv2019(OPTIONS),
  'draft-07': () => new Ajv(OPTIONS),
  'draft-06': () => new Ajv(OPTIONS).addMetaSchema(draft06),
  'draft-04': () => new Draft04.default(OPTIONS),
} as const satisfies Record<Dialect, () => Pick<Ajv, 'validate' | 'errors' | 'getSchema'>>;

type MetaEngine = Pick<Ajv, 'validate' | 'errors' | 'getSchema'>;

const metaEngines = new Map<Dialect, MetaEngine>();

// Cached after the first use: compiling the meta-schemas takes longer than compiling most tools' schemas.
const metaEngine = (dialect: Dialect): MetaEngine => {
  const engine = metaEngines.get(dialect) ?? ENGINES[dialect]();
  metaEngines.set(dialect, engine);
  return engine;
};

const DECLARED: readonly Dialect[] = ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12'];

const dialectsOf = (schema: JsonObject): readonly [Dialect, ...Dialect[]] => {
  const declared = schema['$schema'];
  if (typeof declared !== 'string') return ['2020-12', 'draft-07'];
  return [DECLARED.find((dialect) => declared.includes(dialect)) ?? '2020-12'];
};

/** A schema without the keywords that identify it, since several tools' schemas may have the same id. */
export const withoutIdentity = (schema: JsonObject): JsonObject => {
  const { $schema: _dialect, $id: _id, id: _oldId, $async: _async, ...rest } = schema;
  return rest;
};

/** Whether a schema is valid in a dialect. Allows an empty or repetitive `enum`, and a repetitive `required`. */
function fitsDialect(dialect: Dialect, schema: unknown): boolean {
  const engine = metaEngine(dialect);
  if (engine.validate(META_SCHEMA[dialect], schema)) return true;
  const isOfList = /\/(?:enum|required)$/.test(engine.errors?.[0]?.instancePath ?? '');
  return (
    isOfList &&
    engine.validate(
      META_SCHEMA[dialect],
      JSON.parse(JSON.stringify(schema), (key, value) => {
        if (!Array.isArray(value)) return value;
        if (key === 'enum') return [null];
        const isNames = key === 'required' && value.every((name) => typeof name === 'string');
        return isNames ? ['name'] : value;
      }),
    )
  );
}

/** The dialect that the schema follows, or the rule that it breaks. */
export const findDialect = (schema: JsonObject): { dialect: Dialect } | { problem: string } => {
  const own = withoutIdentity(schema);
  // Use plain, finite numbers, since the validity of a schema does not depend on the last digits of a number.
  const plain: unknown = hasExactNumber(own)
    ? JSON.parse(JSON.stringify(own), (_key, value: unknown) =>
        typeof value === 'number' ? Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value)) : value,
      )
    : own;
  const candidates = dialectsOf(schema);
  const fits = candidates.find((dialect) => fitsDialect(dialect, plain));
  if (fits !== undefined) return { dialect: fits };
  const engine = metaEngine(candidates[0]);
  engine.validate(META_SCHEMA[candidates[0]], plain);
  const [error] = engine.errors ?? [];
  return { problem: `is not a JSON Schema: ${error?.instancePath ?? ''} ${error?.message ?? ''}` };
};

const META_HOST = /^https?:\/\/json-schema\.org\/(?:draft\/)?([^/]+)\//;

/**
 * Finds a meta-schema by its address without a fragment. Meta-schemas are the only external documents that a schema
 * may reference.
 */
export const findMetaSchema = (uri: string): JsonObject | null => {
  const named = META_HOST.exec(uri)?.[1];
  const dialect = DECLARED.find((known) => known === named);
  const schema = dialect && metaEngine(dialect).getSchema(uri)?.schema;
  return isJsonObject(schema) ? schema : null;
};
