import { firstNames, plural } from '../../core/lib/text.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';

/** Parts that a tool has no place for, as its warning names them. */
const PARTS = {
  pattern: ['pattern', 'that ECMAScript does not accept'],
  default: ['default', 'of more than 200 characters'],
  keyword: ['schema keyword', 'with an invalid value'],
  example: ['example', 'beyond the limits or not valid for the input'],
  link: ['link', 'to other documentation (externalDocs)'],
  path: ['path description', 'next to that of an operation'],
} as const;

type LostPart = keyof typeof PARTS;

/** How many parts of each kind a tool lost. */
export class LostParts {
  readonly #counts = new Map<LostPart, number>();

  count(part: LostPart): number {
    return this.#counts.get(part) ?? 0;
  }

  add(part: LostPart, count = 1): void {
    this.#counts.set(part, this.count(part) + count);
  }
}

const NAMES_SHOWN = 3;
const KINDS = Object.entries(PARTS) as [LostPart, (typeof PARTS)[LostPart]][];

/** One warning for each kind of part that tools lost, with the first of these tools. */
export const lostParts = (
  tools: readonly { readonly name: string; readonly lost: LostParts }[],
): ImportedServer['warnings'] =>
  KINDS.flatMap(([part, [noun, rest]]) => {
    const losing = tools.filter(({ lost }) => lost.count(part) > 0);
    if (losing.length === 0) return [];
    const count = losing.reduce((sum, { lost }) => sum + lost.count(part), 0);
    const names = firstNames(
      losing.map(({ name }) => name),
      NAMES_SHOWN,
    );
    return [{ tool: '', reason: `left out: ${plural(count, noun)} ${rest}, in ${names}` }];
  });
