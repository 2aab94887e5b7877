import { changeOf, changeUnlessMade, effectOf, isChange, NOUNS_AT_END, type Verb } from './effectWords.ts';
import { wordsIn } from './shortName.ts';

/** `isFirst`: the verb is the first word. `isEmpty`: the id carries no meaning. */
export type IdVerb = { readonly verb: Verb; readonly isFirst: boolean; readonly isEmpty: boolean };
/** `isName`: the part may also be a noun, because it has more words or an identifier follows. */
export type PathVerb = { readonly verb: Verb; readonly isName: boolean };
/** Filler words of ids that are built from a method and a path. */
const FILLING = new Set(['by', 'using', 'id', 'ids', 'for', 'of', 'with', 'the', 'a', 'and', 'or', 'v', 'api']);

/**
 * The verb of an id: a read verb at the start of one of its parts (`Namespaces_GetRules`), otherwise its first word,
 * otherwise any verb that changes data (`apps.uninstall`). An id built from the method and the path carries no meaning.
 */
export function verbOfId(operationId: string, method: string, pathWords: ReadonlySet<string>): IdVerb {
  // Springfox appends `UsingPOST` to the name of a Java method.
  const id = operationId.replace(/Using(?:GET|POST)(?:_\d+)?$/, '');
  const words = wordsIn(id);
  const named = words.filter((word) => word !== method && !FILLING.has(word) && !/^v?\d+$/.test(word));
  const isMadeOfPath = words.includes(method) && named.every((word) => pathWords.has(word));
  if (isMadeOfPath || words.length === 0) return { verb: null, isFirst: false, isEmpty: true };
  // AWS: `GET_ExecutePolicy`. Others: `post_snp_group`, `postFilterReviews`.
  const isAfterMethod = /^(?:[A-Z]+[_-]|post(?:[_-]|[A-Z]))/.test(id) && words[0] === method;
  const [first = '', ...rest] = isAfterMethod ? words.slice(1) : words;
  const begins = isAfterMethod
    ? []
    : id
        .split(/[._/:]/)
        .slice(1)
        .map((part) => wordsIn(part)[0] ?? '');
  if (/(?:^|\.)testIamPermissions$/.test(id)) return { verb: 'reads', isFirst: true, isEmpty: false };
  const ofMethod = verbOfMethod(id);
  if (ofMethod !== null) return ofMethod;
  const isLastAlone = wordsIn(id.split(/[._/:-]/).at(-1) ?? '').length === 1;
  const verb = verbOfWords(first, rest, begins, isLastAlone);
  // `postListItem` creates a list item.
  if (isAfterMethod && id.startsWith('post') && verb.verb === 'reads' && verb.isFirst && !GETTING.has(first))
    return { verb: null, isFirst: false, isEmpty: false };
  return { isEmpty: id !== operationId && verb.verb === null, ...verb };
}

/** The verb after the last dot, if an object follows: `dataStores.siteSearchEngine.enableAdvancedSiteSearch`. */
function verbOfMethod(id: string): IdVerb | null {
  const [first = '', ...object] = wordsIn(id.split('.').slice(1).at(-1) ?? '');
  const effect = effectOf(first);
  if (object.length === 0 || effect === null || effect === 'either') return null;
  return effect === 'reads'
    ? { verb: 'reads', isFirst: false, isEmpty: false }
    : { verb: changeUnlessMade(first, object), isFirst: true, isEmpty: false };
}

function verbOfWords(
  first: string,
  rest: readonly string[],
  begins: readonly string[],
  isLastAlone: boolean,
): Omit<IdVerb, 'isEmpty'> {
  const effect = effectOf(first);
  if (effect === 'reads' || (PREDICATE.test(first) && rest.length > 0)) return { verb: 'reads', isFirst: true };
  if (begins.some((word) => STRICTLY_READING.has(word))) return { verb: 'reads', isFirst: false };
  if (isChange(effect)) return { verb: changeUnlessMade(first, rest), isFirst: !NOUNS_AT_END.has(first) };
  if (rest.some((word) => GETTING.has(word)) || (first !== 'export' && ENDS_READING.has(rest.at(-1) ?? '')))
    return { verb: 'reads', isFirst: false };
  if (effect === 'either' && rest.length > 0) return { verb: changeUnlessMade(first, rest), isFirst: true };
  const isNoun = (word: string, at: number): boolean =>
    at === rest.length - 1 && !isLastAlone && NOUNS_AT_END.has(word);
  const verb = rest.find((word, at) => isChange(effectOf(word)) && !isNoun(word, at));
  return { verb: verb === undefined ? null : changeOf(verb), isFirst: false };
}

/** `isRoutingValid` */
const PREDICATE = /^(?:is|has)$/;
/** `gettotals` */
const GLUED = /^get(?!away)[a-z]{4,}$/;
const GETTING = new Set(['get', 'find', 'search', 'fetch', 'retrieve', 'query', 'describe']);
/** Reading verbs that aren't nouns: `/validate_document`. */
const ONLY_VERB =
  /^(?:analy[sz]e|calculate|classify|compute|decode|detect|parse|predict|recognize|translate|validate)$/;
const STRICTLY_READING = new Set([
  ...GETTING,
  'list',
  'count',
  'read',
  'lookup',
  'calculate',
  'preview',
  'validate',
  'filter',
]);
const ENDS_READING = new Set(['list', 'count', 'read', 'info']);

/** The verb of a path's last literal part: `/screenshot/delete`, `/apps.uninstall`, `/jobs/1:cancel`. */
export function verbOfPath(path: string, isReadById: boolean): PathVerb {
  const parts = path.split(/[/?]/).filter((part) => part !== '');
  const at = parts.findLastIndex((part) => !part.startsWith('{') || part.includes('}:'));
  const named = (parts[at] ?? '').split(/[.:=]/).findLast((part) => part !== '' && !FORMAT.test(part)) ?? '';
  const [first = '', ...rest] = wordsIn(named);
  // A custom method (AIP-136) is a verb: `services/{name}:check`.
  const isMethod = rest.length === 0 && (parts[at] ?? '').includes(':') && effectOf(first) === 'reads';
  return {
    verb: isMethod ? 'reads' : verbOfPart(first, rest),
    isName: rest.length > 0 || at < parts.length - 1 || isReadById,
  };
}

function verbOfPart(first: string, rest: readonly string[]): Verb {
  const last = rest.at(-1) ?? '';
  if ((PREDICATE.test(first) && rest.length > 0) || GLUED.test(first)) return 'reads';
  switch (effectOf(first)) {
    case 'reads': {
      const isVerb = GETTING.has(first) || ONLY_VERB.test(first) || (STRICTLY_READING.has(first) && rest.length === 0);
      return isVerb || ENDS_READING.has(last) || ANSWERING.test(last) ? 'reads' : null;
    }
    case 'changes':
    case 'ends':
      return changeUnlessMade(first, rest);
    case 'either':
      return rest.length > 0 && !last.endsWith('s') && !FACT.test(last) ? changeUnlessMade(first, rest) : null;
    case null:
      return verbAtEnd(first, last);
  }
}

function verbAtEnd(first: string, last: string): Verb {
  if (ENDS_READING.has(first) || GETTING.has(last) || ANSWERING.test(last || first)) return 'reads';
  return isChange(effectOf(last)) && !NOUNS_AT_END.has(last) ? changeOf(last) : null;
}

/** Nouns for facts about an order, a transfer or a share: operations on them only read. */
const FACT = /^(?:count|estimate|fee|history|impact|info|limit|preview|rate|summary)$/;
const ANSWERING = /^(?:availability|available|calculator|checker|finder|overview|sparql|validator)$/;
const FORMAT = /^(?:json|xml|php|aspx?|do|html?)$/i;
