import type { ServerId } from '../../core/ids.ts';
import { toolIdFor } from '../../core/marketplace/toolName.ts';
import { textAt } from './document.ts';
import type { OperationNode } from './readOperation.ts';

const TOOL_NAME_CHARS_MAX = 256;
// Hosts add prefixes of their own, and the server's id comes before it.
const MADE_NAME_CHARS_MAX = 48;

/** Names that operations had when the document was imported before, by method and path: `GET /pets`. */
export type KeptNames = Readonly<Record<string, string>>;

/** How an operation is written in warnings and kept names. */
export const labelOf = ({ method, path }: Pick<OperationNode, 'method' | 'path'>): string =>
  `${method.toUpperCase()} ${path}`;

const plainName = (text: string): string =>
  text
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, TOOL_NAME_CHARS_MAX);

const wordsIn = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word));

/** One thing of many: `pets` becomes `pet`, `categories` `category`. */
function singular(word: string): string {
  if (/(?:ss|us|is|news|series)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, '');
}

// Parts of a path that are about its form, not its meaning.
const FORMAT = /\.(?:json|xml|ya?ml|html?|php|aspx?|do)$/i;
const VERSION = /^v?\d+(?:[._-]\w+)*$/i;

type Part = { readonly words: string[]; readonly isSlot: boolean };

const partOf = (segment: string): Part => {
  const isSlot = /^[^a-zA-Z0-9]*\{[^{}]*\}/.test(segment);
  const words = wordsIn(segment.replace(FORMAT, ''));
  return { words: isSlot && words.length > 1 ? words.filter((word) => word !== 'id') : words, isSlot };
};

/** The words of a path: `/pets/{petId}/toys` is about the toys of one pet, `pet toys`. */
function wordsOfPath(path: string): string[] {
  const [address = ''] = path.split(/[?#]/);
  const segments = address.split('/').filter((segment) => segment !== '');
  const told = segments.filter((segment) => !VERSION.test(segment) && !/^(?:api|rest)$/i.test(segment));
  const words: string[] = [];
  for (const { words: own, isSlot } of (told.length === 0 ? segments : told).map(partOf)) {
    const last = words.at(-1);
    if (isSlot && last !== undefined) words[words.length - 1] = singular(last);
    else words.push(...own);
  }
  return words;
}

function shortened(words: readonly string[]): string {
  const left = [...words];
  // The end of a path is what it is about.
  while (left.length > 2 && left.join('_').length > MADE_NAME_CHARS_MAX) left.splice(1, 1);
  return left.join('_').slice(0, MADE_NAME_CHARS_MAX);
}

/** Names for an operation without a usable id, the most readable first. */
function generatedNames({ method, path }: OperationNode): string[] {
  const words = wordsOfPath(path);
  const slots = [...path.matchAll(/\{([^{}]*)\}/g)].flatMap(([, slot = '']) => wordsIn(slot));
  const short = shortened([method, ...(words.length === 0 ? ['root'] : words)]);
  const exact = slots.length === 0 ? [] : [shortened([method, ...words, 'by', ...slots])];
  return [short, ...exact, `${method}_${path.slice(1)}`, `${short}_2`];
}

/**
 * The names of the operations' tools: those they had, their ids, or ones made of method and path; null where all are
 * taken. What exists goes first, so that no operation that is new takes the name of another.
 */
export function namesFor(
  serverId: ServerId,
  operations: readonly OperationNode[],
  kept: KeptNames,
): ReadonlyMap<OperationNode, string> {
  const names = new Map<OperationNode, string>();
  const taken = new Set<string>();
  const name = (candidatesOf: (node: OperationNode) => readonly string[]): void => {
    for (const node of operations) {
      if (names.has(node)) continue;
      const free = candidatesOf(node).find((each) => each !== '' && !taken.has(toolId(each)));
      if (free === undefined) continue;
      names.set(node, free);
      taken.add(toolId(free));
    }
  };
  const toolId = (each: string): string => toolIdFor(serverId, each, { prefix: true });
  name((node) => (Object.hasOwn(kept, labelOf(node)) ? [kept[labelOf(node)] ?? ''] : []));
  for (const each of Object.values(kept)) taken.add(toolId(each));
  name((node) => [plainName(textAt(node.operation, 'operationId'))]);
  name((node) => generatedNames(node).map(plainName));
  return names;
}
