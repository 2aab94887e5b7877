import type { ServerId } from '../../core/kernel/ids.ts';
import { toolIdFor } from '../../core/servers/toolName.ts';

/** Maximum length of a tool's public name, including the server's id, unless shortening loses meaning. */
const TOOL_ID_CHARS = 40;
/** Minimum budget for a name, however long the server's id is. No meaningful word is dropped to get below it. */
const NAME_CHARS = 32;
/** Maximum length of a name whose shorter variants are taken. */
export const LONG_NAME_CHARS = 44;
const SERVER_ID_CHARS = 20;

/**
 * The words of an operation id or a path, in lower case: `listPets_v2` becomes `list pets v2`. Numbers are left out.
 */
export const wordsIn = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]{2})(?=[A-Z][a-z]{2})/g, '$1_')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word));

/** Singular form: `pets` becomes `pet`, `categories` `category`. */
export function singular(word: string): string {
  if (/(?:ss|us|is|news|series)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, '');
}

/** Drops words after the first until the rest fits, because the end of a name identifies its subject. */
export function fitted(words: readonly string[], chars: number): string {
  let from = 1;
  let length = words.join('_').length;
  for (; words.length - from > 1 && length > chars; from++) length -= (words[from]?.length ?? 0) + 1;
  return [...words.slice(0, 1), ...words.slice(from)].join('_').slice(0, chars);
}

const FILLERS = new Set('a an and api by for from id in of on the to using with'.split(' '));
const isVersion = (word: string): boolean => /^v\d\w*$/.test(word);

/** Meaningful words without adjacent repetitions: `charge charges` keeps `charges`. */
function meaningfulWords(words: readonly string[]): string[] {
  const left = words.filter((word) => !FILLERS.has(word) && !isVersion(word));
  return left.filter((word, at) => at === left.length - 1 || singular(word) !== singular(left[at + 1] ?? ''));
}

/** Whether a name is short enough to keep. */
export const isShort = (serverId: ServerId, name: string): boolean =>
  toolIdFor(serverId, name, { prefix: true }).length <= TOOL_ID_CHARS;

/** Maximum length of a server's tool names without the server's id as prefix. */
export const roomFor = (serverId: ServerId): number => Math.max(NAME_CHARS, TOOL_ID_CHARS - serverId.length - 1);

/**
 * Shorter names for an operation with a long id, most meaningful first. They omit filler words, then qualifiers and, if
 * the id is longer than `roomFor`, words from the middle.
 */
export function shortNames(serverId: ServerId, operationId: string): readonly string[] {
  const words = wordsIn(operationId);
  const at = words.findIndex((word, i) => i > 1 && (word === 'by' || (word === 'using' && i === words.length - 2)));
  const [all, short] = [meaningfulWords(words), meaningfulWords(at === -1 ? words : words.slice(0, at))];
  const whole = [all, short].map((each) => each.join('_')).filter((name) => name !== '' && isShort(serverId, name));
  const room = roomFor(serverId);
  const cut = operationId.length <= room ? [] : [fitted(short, room), fitted(all, room), fitted(all, LONG_NAME_CHARS)];
  return [...new Set([...whole, ...cut])];
}

const NOISE = new Set([
  ...'a an and api apis by definition docs documentation for of official on openapi public'.split(' '),
  ...'reference rest restful s spec specification swagger the to web'.split(' '),
]);

/** Shortens a server's id: a long id keeps its first meaningful words, because all tool names begin with it. */
export function shortServerId(id: string): string {
  if (id.length <= SERVER_ID_CHARS) return id;
  const words = id.split('-').filter((word) => !NOISE.has(word) && !isVersion(word));
  const [first = id.slice(0, SERVER_ID_CHARS), ...rest] = words;
  let short = first;
  for (const word of rest) {
    if (`${short}-${word}`.length > SERVER_ID_CHARS) break;
    short = `${short}-${word}`;
  }
  return short.slice(0, SERVER_ID_CHARS);
}
