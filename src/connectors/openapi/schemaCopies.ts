import { isRecord } from '../../core/lib/json.ts';
import { valueAtPath } from '../../core/lib/jsonPointer.ts';
import type { OpenApiNode } from './document.ts';

/** A path in a document. */
export type Path = readonly string[];

/** The target schema of each dynamic reference's name; null for a name that one schema declares twice. */
export type BoundNames = ReadonlyMap<string, Path | null>;

/** Maximum copied schemas and parts. In a document that needs more copies, dynamic references stay unresolved. */
const COPIES_MAX = 1_000;
const PARTS_MAX = 20_000;

/** Too many paths lead to the schemas of a document. */
export class TooManyPaths extends Error {
  override readonly name = 'TooManyPaths';
}

/** A schema, with the bindings of names along one path to it. */
type BoundSchema = { readonly path: Path; readonly bound: BoundNames };
/** The copy of a schema, stored among the document's schemas. */
type Copy = BoundSchema & { readonly name: string };

/** The copies of schemas that references need. */
export type Copies = {
  /** The path of a copy; `key` is equal for equal bindings. @throws TooManyPaths */
  pathOf(schema: BoundSchema, key: string): Path;
  /** Counts a part of a copy. @throws TooManyPaths */
  spend(): void;
  /** The next copy to make; undefined if there is none. */
  next(): Copy | undefined;
};

/** Creates an empty set of copies. Their names don't occur in the document. */
export function createCopies(document: OpenApiNode): Copies {
  const existing = valueAtPath(document, ['components', 'schemas']);
  const names = new Set(Object.keys(isRecord(existing) ? existing : {}));
  const known = new Map<string, string>();
  const open: Copy[] = [];
  let partsLeft = PARTS_MAX;
  const newName = (last: string): string => {
    let at = known.size + 2;
    while (names.has(`${last}-${at}`)) at += 1;
    return `${last}-${at}`;
  };
  return {
    pathOf(schema, key) {
      const full = JSON.stringify([schema.path, key]);
      const name = known.get(full) ?? newName(schema.path.at(-1) ?? 'schema');
      if (!known.has(full)) open.push({ ...schema, name });
      known.set(full, name);
      names.add(name);
      if (known.size > COPIES_MAX) throw new TooManyPaths();
      return ['components', 'schemas', name];
    },
    spend() {
      partsLeft -= 1;
      if (partsLeft < 0) throw new TooManyPaths();
    },
    next: () => open.pop(),
  };
}
