import { LRUCache } from 'lru-cache';
import { lruOptions } from '../lib/lru.ts';
import { sha256Text } from '../lib/sha256.ts';

/** The result of checking a tool's input schema: why it cannot be used, or null. */
export type SchemaCheck = { readonly problem: string | null };

const CHECKS_MAX = 5_000;

// Caches checks, since an import checks up to two thousand schemas when it reads them and again when it saves them.
// Each takes about a millisecond.
const checks = new LRUCache<string, SchemaCheck>(lruOptions(CHECKS_MAX));

/** SHA-256 (base64) of a schema's text. */
export const keyOf = (schema: object): string => sha256Text(JSON.stringify(schema), 'base64');

/** The result of an earlier check, if still cached. */
export const findSchemaCheck = (schema: object): SchemaCheck | undefined => checks.get(keyOf(schema));

/** Caches the result of a check. Only the schema's digest is stored with it. */
export const cacheSchemaCheck = (schema: object, problem: string | null): void => {
  checks.set(keyOf(schema), { problem });
};

/** The keys of the schemas that this thread knows to be usable, for `keepUsable` in another thread. */
export const usableKeys = (schemas: readonly object[]): readonly string[] =>
  schemas.map(keyOf).filter((key) => checks.get(key)?.problem === null);

/** Adds the keys that `usableKeys` returned in another thread. */
export const keepUsable = (keys: readonly string[]): void => {
  for (const key of keys) checks.set(key, { problem: null });
};
