import { SchemaProblem } from './schemaWalk.ts';

const NAME_CHARS_MAX = 64;

/** A tool's name for a provider that wants a letter or `_` first. */
export function nameFromLetter(toolId: string): string {
  if (/^[a-zA-Z_]/.test(toolId)) return toolId;
  if (toolId.length === NAME_CHARS_MAX) throw new SchemaProblem('its name does not start with a letter');
  return `_${toolId}`;
}

/** The tool that a caller means: its own name, or the one that a format had to give it. Undefined where there is none. */
export function toolIdFromName(name: string, isTool: (toolId: string) => boolean): string | undefined {
  return [name, name.replace(/^_/, '')].find(isTool);
}
