import type { ServerId } from '../../core/kernel/ids.ts';
import { withoutEnds } from '../../core/lib/trim.ts';
import { TOOL_NAME_CHARS_MAX, toolIdFor } from '../../core/servers/toolName.ts';
import { textAt } from './document.ts';
import type { OperationNode } from './readOperation.ts';
import { fitted, isShort, LONG_NAME_CHARS, roomFor, shortNames, singular, wordsIn } from './shortName.ts';

/** Maximum characters of an operation's id or path that its name is built from. */
const GIVEN_CHARS_MAX = 4_096;

/** Names from the earlier import, by method and path: `GET /pets`. */
export type PreservedNames = Readonly<Record<string, string>>;

/** The notation of an operation in warnings and stored names. */
export const labelOf = ({ method, path }: Pick<OperationNode, 'method' | 'path'>): string =>
  `${method.toUpperCase()} ${path}`;

const plainName = (text: string): string =>
  withoutEnds(text.slice(0, GIVEN_CHARS_MAX).replace(/[^a-zA-Z0-9_-]+/g, '_'), '_').slice(0, TOOL_NAME_CHARS_MAX);

// Path endings that express a format, not a meaning.
const FORMAT = /\.(?:json|xml|ya?ml|html?|php|aspx?|do)$/i;
// After the first `_`, `\w` also matches underscores.
const VERSION = /^v?\d+(?:_\w+)?(?:[.-]\w+)*$/i;

/** The words of a path: `/pets/{petId}/toys` returns the toys of one pet, so `pet toys`. */
function wordsOfPath(path: string): string[] {
  const [address = ''] = path.split(/[?#]/);
  const segments = address.split('/').filter((segment) => segment !== '');
  const named = segments.filter((segment) => !VERSION.test(segment) && !/^(?:api|rest)$/i.test(segment));
  const words: string[] = [];
  for (const { words: own, isSlot } of (named.length === 0 ? segments : named).map((segment) => {
    const isSlot = /^[^a-zA-Z0-9]*\{[^{}]*\}/.test(segment);
    const words = wordsIn(segment.replace(FORMAT, ''));
    return { words: isSlot && words.length > 1 ? words.filter((word) => word !== 'id') : words, isSlot };
  })) {
    const last = words.at(-1);
    if (isSlot && last !== undefined) words[words.length - 1] = singular(last);
    else words.push(...own);
  }
  return words;
}

/** Names for an operation without a usable id, the most readable first. */
function generatedNames({ method, path }: OperationNode, room: number): string[] {
  const words = wordsOfPath(path);
  const slots = [...path.matchAll(/\{([^{}]*)\}/g)].flatMap(([, slot = '']) => wordsIn(slot));
  const shortWords = [method, ...(words.length === 0 ? ['root'] : words)];
  const exact = slots.length === 0 ? [] : [[method, ...words, 'by', ...slots]];
  const [short = '', ...longer] = [shortWords, ...exact].map((each) => fitted(each, room));
  return [short, ...longer, fitted(shortWords, LONG_NAME_CHARS), `${method}_${path.slice(1)}`, `${short}_2`];
}

/** Assigns names to operations, each name once. */
class Naming {
  readonly names = new Map<OperationNode, string>();
  readonly #serverId: ServerId;
  readonly #operations: readonly OperationNode[];
  readonly #usedIds = new Set<string>();

  constructor(serverId: ServerId, operations: readonly OperationNode[]) {
    this.#serverId = serverId;
    this.#operations = operations;
  }

  #toolId(name: string): string {
    return toolIdFor(this.#serverId, name, { prefix: true });
  }

  reserve(name: string): void {
    this.#usedIds.add(this.#toolId(name));
  }

  /** Gives each operation without a name its first free candidate. */
  give(candidatesOf: (node: OperationNode) => readonly string[]): void {
    for (const node of this.#operations) {
      if (this.names.has(node)) continue;
      const free = candidatesOf(node).find((each) => each !== '' && !this.#usedIds.has(this.#toolId(each)));
      if (free === undefined) continue;
      this.names.set(node, free);
      this.reserve(free);
    }
  }

  /** As `give`, but a name that fits several operations goes to none, because it would be ambiguous. */
  giveDistinct(candidatesOf: (node: OperationNode) => readonly string[]): void {
    const candidates = new Map(this.#operations.map((node) => [node, this.names.has(node) ? [] : candidatesOf(node)]));
    const counts = new Map<string, number>();
    for (const name of [...candidates.values()].flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
    this.give((node) => (candidates.get(node) ?? []).filter((name) => counts.get(name) === 1));
  }
}

/**
 * Names of the operations' tools: earlier names, ids, shortened long ids, or names built from method and path; null if
 * all are taken. Existing operations go first, so a new one cannot take another's name and no import renames a tool.
 */
export function namesFor(
  serverId: ServerId,
  operations: readonly OperationNode[],
  preserved: PreservedNames,
): ReadonlyMap<OperationNode, string> {
  const naming = new Naming(serverId, operations);
  const idOf = (node: OperationNode) => plainName(textAt(node.operation, 'operationId'));
  naming.give((node) => (Object.hasOwn(preserved, labelOf(node)) ? [preserved[labelOf(node)] ?? ''] : []));
  for (const each of Object.values(preserved)) naming.reserve(each);
  naming.give((node) => [idOf(node)].filter((id) => isShort(serverId, id)));
  naming.giveDistinct((node) => shortNames(serverId, idOf(node)));
  naming.give((node) => [idOf(node)]);
  naming.give((node) => generatedNames(node, roomFor(serverId)).map(plainName));
  return naming.names;
}
