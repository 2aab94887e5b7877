import { LRUCache } from 'lru-cache';
import { sha256Text } from '../lib/sha256.ts';

/** Why a tool's input schema cannot be used; null when it can. */
export type Verdict = { readonly problem: string | null };

const VERDICTS_MAX = 5_000;

// An import asks twice about each of up to two thousand schemas, at about a millisecond each: once to read, once to save.
const verdicts = new LRUCache<string, Verdict>({ max: VERDICTS_MAX });

/** Names a schema by its text. */
export const keyOf = (schema: object): string => sha256Text(JSON.stringify(schema), 'base64');

export const recallVerdict = (schema: object): Verdict | undefined => verdicts.get(keyOf(schema));

export const rememberVerdict = (schema: object, problem: string | null): void => {
  verdicts.set(keyOf(schema), { problem });
};

/** What `rememberUsable` takes in another thread: keys of those schemas that are known to be usable in this one. */
export const usableKeys = (schemas: readonly object[]): readonly string[] =>
  schemas.map(keyOf).filter((key) => verdicts.get(key)?.problem === null);

export const rememberUsable = (keys: readonly string[]): void => {
  for (const key of keys) verdicts.set(key, { problem: null });
};
