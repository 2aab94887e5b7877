/** Compares definitions, in the threads of `core/lib/workerPool.ts` or inline for small workloads. */
import type { ToolId, ToolKey } from '../kernel/ids.ts';
import { simplified } from '../lib/decimal.ts';
import { parseLongJson } from '../lib/json.ts';
import { type ChangeKind, type DefinitionChange, strongestOf } from './change.ts';
import { digestOfDefinition, type ToolDefinition } from './definition.ts';
import { changesOf } from './definitionChanges.ts';

/** A tool's definition in stacks: the current one, or an older one. */
type Base = {
  readonly toolKey: ToolKey;
  readonly toolId: ToolId;
  /** Empty for a tool stored before digests existed. */
  readonly digest: string;
  readonly isPresent: boolean;
  readonly definition: ToolDefinition;
};

/** How a base differs from the tool's new definition. `kind` is null if they are equal. */
export type ComparedTool = Omit<Base, 'definition'> & {
  /** The digest of the new definition; `REMOVED` if the server no longer lists the tool. */
  readonly next: string;
  readonly kind: ChangeKind | null;
  /** Impact of each change; the tool is held if the account reviews any of these kinds. */
  readonly kinds: readonly ChangeKind[];
  readonly changes: readonly DefinitionChange[];
};

/** Maximum listed changes of one tool. Its kind is that of the most severe of all changes. */
const CHANGES_MAX = 50;
const PATH_CHARS_MAX = 300;

/** Safe cast: this module's callers wrote both texts. */
const parse = <T>(text: string): T => parseLongJson(text) as T;

/** The digests of definitions, from the JSON text of their list. */
export const digests = (text: string): string[] => parse<ToolDefinition[]>(text).map(digestOfDefinition);

/** `bases` is a list of `Base`, `next` has definitions by tool id: both are JSON texts. */
export type ComparisonTexts = { readonly bases: string; readonly next: string; readonly shownCharsMax: number };

/**
 * Compares each base with the tool's new definition; if there is none, the tool is removed. Beyond `shownCharsMax`
 * characters, only a change's kind is stored.
 */
export function compared({ bases, next, shownCharsMax }: ComparisonTexts): ComparedTool[] {
  // A map, since a tool may be called `constructor`.
  const definitions = new Map(Object.entries(parse<Record<string, ToolDefinition>>(next)));
  let charsLeft = shownCharsMax;
  return parse<Base[]>(bases).map(({ definition, digest, ...base }): ComparedTool => {
    const after = definitions.get(base.toolId);
    const own = digestOfDefinition(definition);
    if (!after)
      return {
        ...base,
        digest: digest || own,
        next: REMOVED,
        kind: 'removed',
        kinds: ['removed'],
        changes: NOT_LISTED,
      };
    // A different notation of the same number is not a change.
    const changes = changesOf(simplified(definition), simplified(after));
    const isSame = own === digestOfDefinition(after);
    const shown = changes.slice(0, CHANGES_MAX).map(({ path, ...change }) => ({
      ...change,
      path: path.slice(0, PATH_CHARS_MAX),
    }));
    charsLeft -= shownChars(shown);
    return {
      ...base,
      digest: digest || own,
      next: digestOfDefinition(after),
      kind: isSame ? null : strongestOf(changes),
      kinds: isSame ? [] : [...new Set(changes.map(({ kind }) => kind))],
      changes: charsLeft < 0 ? [{ kind: strongestOf(changes), path: '', difference: NOT_SHOWN }] : shown,
    };
  });
}

/** Used instead of the digest of a tool that its server no longer lists. */
export const REMOVED = 'removed';
const NOT_LISTED: readonly DefinitionChange[] = [
  { kind: 'removed', path: '', difference: 'is gone: the server no longer has this tool' },
];

const NOT_SHOWN = 'has more changes than are listed here';

/** Length of the changes as JSON, in which some characters take six. */
export const shownChars = (changes: readonly DefinitionChange[]): number => JSON.stringify(changes).length;
