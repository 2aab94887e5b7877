import { changeUnlessMade, effectOf, imperativeOf, READING, type Verb, type VerbKind } from './effectWords.ts';

const WORDS_MAX = 16;

const DETERMINER =
  /^(?:an?|the|all|any|your|this|these|that|one|some|multiple|existing|new|specified|given|another|each|every|current|my|both)$/;
const OPENING = new Set([
  'this',
  'the',
  'use',
  'used',
  'allows',
  'allow',
  'api',
  'endpoint',
  'method',
  'call',
  'lets',
  'enables',
]);

/** The first verb of a text: an imperative, `Deletes …`, `This endpoint deletes …` or `Use it to delete …`. */
export function verbOfProse(text: string, isLate: boolean): Verb {
  const sentences = text
    .replaceAll(/[*_`#>]+/g, ' ')
    .split(/(?<=[.!?:])\s+/)
    .map((each) => each.trim());
  const sentence = sentences.find((each) => each !== '' && !NOTE.test(each) && !/^\w+:$/.test(each)) ?? '';
  const words =
    sentence
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.slice(0, WORDS_MAX) ?? [];
  // In OData, a function changes nothing but an action may, so `invoke` alone says nothing about the effect.
  if (words[0] === 'invoke' && /^(?:function|action)$/.test(words[1] ?? '')) return null;
  const [first = ''] = words;
  const opening = verbAt(words, 0, true);
  const verb = opening ?? (isLate && OPENING.has(first) ? laterVerb(words) : null);
  const also = first.endsWith('s') ? ALSO_ENDS : ALSO_END;
  return also.test(sentence) ? 'ends' : verb;
}

const ALSO_END = /\b(?:and|then)\s+(?:then\s+)?(?:delete|remove|revoke|cancel|uninstall|reset)\b/i;
const ALSO_ENDS = /\b(?:and|then)\s+(?:then\s+)?(?:deletes|removes|revokes|cancels|uninstalls|resets)\b/i;

function laterVerb(words: readonly string[]): Verb {
  for (let at = 1; at < words.length; at += 1) {
    const before = words[at - 1] ?? '';
    // `the action on a list`
    if (DETERMINER.test(before) && READING.has(words[at] ?? '')) continue;
    const isAfterTo = /^(?:to|can|will|may|you)$/.test(before);
    const verb = verbAt(words, at, isAfterTo);
    if (verb !== null) return verb;
  }
  return null;
}

/** The verb at a position in a text; `isBare`: it may also be an imperative. */
function verbAt(words: readonly string[], at: number, isBare: boolean): Verb {
  const word = words[at] ?? '';
  const { verb, isInflected } = imperativeOf(word);
  const effect = isInflected || isBare ? effectOf(verb) : READING.has(word) ? 'reads' : null;
  const object = words.slice(at + 1, at + 8);
  if (effect === null || isForCallers(word, at, object) || isNoun(word, effect, object[0] ?? '')) return null;
  return effect === 'reads' ? 'reads' : changeUnlessMade(verb, object);
}

/**
 * True for verbs that describe a benefit for callers, not an effect on data: `enables an app to find …`, `accepts a
 * list of …`.
 */
const isForCallers = (word: string, at: number, object: readonly string[]): boolean =>
  (word === 'enables' && object.includes('to')) || (at > 0 && /^(?:accepts|makes)$/.test(word));

/** Whether the following words show that the word is a noun: `the update endpoint`, `set of rules`, `order details`. */
function isNoun(word: string, effect: VerbKind, next: string): boolean {
  if (/^(?:endpoint|api|operation|method|call|resource|service|object)$/.test(next)) return true;
  if (effect !== 'reads' && /^(?:of|for|is|are|by|from|in)$/.test(next)) return true;
  return (effect === 'either' || word.endsWith('ing')) && !DETERMINER.test(next);
}

const NOTE = /^(?:note|deprecat\w*|important|warning|changelog|beta)\b/i;
