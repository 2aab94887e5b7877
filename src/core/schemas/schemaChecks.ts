import { LRUCache } from 'lru-cache';
import { sha256Text } from '../lib/sha256.ts';

/** Why a tool's input schema cannot be used; null when it can. */
export type SchemaCheck = { readonly problem: string | null };

const CHECKS_MAX = 5_000;

// An import asks twice about each of up to two thousand schemas, at about a millisecond each: once to read, once to save.
const checks = new LRUCache<string, SchemaCheck>({ max: CHECKS_MAX });

/** Names a schema by its text. */
export const keyOf = (schema: object): string => sha256Text(JSON.stringify(schema), 'base64');

export const findSchemaCheck = (schema: object): SchemaCheck | undefined => checks.get(keyOf(schema));

export const keepSchemaCheck = (schema: object, problem: string | null): void => {
  checks.set(keyOf(schema), { problem });
};

/** What `rememberUsable` takes in another thread: keys of those schemas that are known to be usable in this one. */
export const usableKeys = (schemas: readonly object[]): readonly string[] =>
  schemas.map(keyOf).filter((key) => checks.get(key)?.problem === null);

export const keepUsable = (keys: readonly string[]): void => {
  for (const key of keys) checks.set(key, { problem: null });
};
