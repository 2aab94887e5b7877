import { isRecord } from '../../src/core/lib/json.ts';

/**
 * The text at a path of a response.
 * @throws if there is none
 */
export function at(value: unknown, ...path: readonly string[]): string {
  const text = path.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), value);
  if (typeof text !== 'string') throw new Error(`No text at ${path.join('.')} of ${JSON.stringify(value)}`);
  return text;
}
