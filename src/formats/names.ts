import { SchemaProblem } from './schemaWalk.ts';

const NAME_CHARS_MAX = 64;

/** A tool's name for a provider that wants a letter or `_` first; `findTool` in core reads it back. */
export function nameFromLetter(name: string): string {
  if (/^[a-zA-Z_]/.test(name)) return name;
  if (name.length === NAME_CHARS_MAX) throw new SchemaProblem('its name does not start with a letter');
  return `_${name}`;
}
