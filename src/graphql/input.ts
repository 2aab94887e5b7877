import { isRecord } from '../core/lib/json.ts';

/** An input whose optional fields are absent where the caller said null: to a verb, only absent means "leave it". */
export function withoutNulls(input: object): Record<string, unknown> {
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, isRecord(value) ? withoutNulls(value) : value]));
}
