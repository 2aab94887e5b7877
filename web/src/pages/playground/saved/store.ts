import { parseExact } from '../../../api/exactJson.ts';
import { isRecord } from '../../../api/isRecord.ts';
import type { JsonObject } from '../json.ts';

/** A call from this page, without secrets. */
export type SavedCall = {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly input: JsonObject;
  readonly ended: string;
  readonly isGood: boolean;
  readonly tookMs: number;
};

/** Named arguments. */
export type Example = { readonly id: string; readonly name: string; readonly input: JsonObject };

export const CALLS_MAX = 20;
export const EXAMPLES_MAX = 50;
/** Larger inputs aren't stored, because browsers limit storage to a few megabytes per origin. */
const INPUT_CHARS_MAX = 20_000;

/** Stored rows of one tool, newest first. */
export type StoredRows<Row> = { read(): readonly Row[]; write(rows: readonly Row[]): void };

const isRow = (value: unknown): boolean =>
  isRecord(value) && typeof value['id'] === 'string' && isRecord(value['input']);

/** Boundary: only this page writes these keys, and it writes rows. */
const asRows = <Row>(values: readonly unknown[]): readonly Row[] => values.filter(isRow) as Row[];

/** Stores rows in the browser. If the browser refuses storage, the page still works but keeps nothing. */
function shelf<Row>(storage: () => Storage, key: string, most: number): StoredRows<Row> {
  return {
    read() {
      try {
        const value: unknown = parseExact(storage().getItem(key) ?? '[]');
        return Array.isArray(value) ? asRows<Row>(value).slice(0, most) : [];
      } catch {
        return [];
      }
    },
    write(rows) {
      try {
        if (rows.length === 0) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(rows.slice(0, most)));
      } catch {
        // Storage is full or blocked.
      }
    },
  };
}

/** This tab's calls, until it closes or the person signs out. */
export const callsOf = (stackId: string, toolId: string): StoredRows<SavedCall> =>
  shelf(() => sessionStorage, `toolyard.calls.${stackId}.${toolId}`, CALLS_MAX);

export const examplesOf = (stackId: string, toolId: string): StoredRows<Example> =>
  shelf(() => localStorage, `toolyard.examples.${stackId}.${toolId}`, EXAMPLES_MAX);

export const fits = (input: JsonObject): boolean => JSON.stringify(input).length <= INPUT_CHARS_MAX;
