const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Verbs that only read. */
export const READING = setOf(`
  get gets list lists search searches find finds fetch fetches read reads retrieve retrieves query queries describe
  describes view views show shows count counts lookup look looks return returns check checks download downloads browse
  head inspect inspects obtain obtains preview previews compare compares validate validates calculate calculates compute
  computes estimate estimates displays display load loads gives provides filter filters poll tail streams stream watch
  suggest suggests analyse analyses analyze analyzes translate translates explain explains detect detects infer infers
  summarize select selects parse parses decode decodes geocode predict predicts classify recognize autocomplete`);

/** Verbs of change that aren't nouns in operation names. */
const CHANGING = setOf(`
  create send add insert modify edit upload publish unpublish approve reject accept decline assign unassign attach
  activate enable register subscribe install invoke trigger grant promote demote rename rotate
  resend retry resume submit save write upsert apply mark unmark unfollow unlike unstar join leave invite unlock unmute
  unban unhide acknowledge renew redeem pay buy withdraw clone duplicate associate bind authorize authenticate
  force provision launch allocate enqueue dequeue requeue pin unpin notify toggle increment decrement consume exchange
  undelete unarchive undo redo reopen reassign reschedule resync synchronize put patch poke initiate initialize
  reorder replace swap reindex rebuild recreate reload republish transmit dispatch migrate
  propose attest begin finish complete finalize confirm set update start change`);

/** Verbs that delete, end or invalidate existing data. */
const ENDING = setOf(`
  delete remove revoke uninstall cancel terminate kill ban reboot restart destroy purge erase wipe deactivate disable
  deregister unregister unsubscribe detach disconnect disassociate unlink unbind deauthorize signout expire
  invalidate flush clear empty drop truncate evict drain kick suspend shutdown reset rollback revert overwrite discard
  trash abort halt stop unassign unpublish deprovision decommission unmount block regenerate forget hangup`);

/** Verbs that are equally often nouns. They count only with an object. */
const EITHER = setOf(`
  archive import sync transfer share order book comment post release schedule deploy move copy lock close open mute
  like star follow link pause charge queue record block push merge commit claim restore deposit
  purchase fork rate vote scan refund patch login logout`);

/** Verbs that are nouns at the end of a name, such as `rule set`, unless they are the whole name. */
export const NOUNS_AT_END = setOf('set update start stop reset drop ban expire empty drain invite finish complete');

/** Objects that make an ambiguous verb harmless: running a report or generating a name changes nothing. */
const HARMLESS_OBJECT =
  /\b(?:reports?|quer(?:y|ies)|search(?:es)?|calculations?|analys[ei]s|statistics|statements?|random|lorem|lists?|images?|pdfs?|plans?|previews?|names?|text|qr|barcodes?|charts?|summar(?:y|ies)|recommendations?|suggestions?|predictions?|forecasts?|stats)\b/;

/** Objects that a request creates as its result. */
const ISSUED =
  /\b(?:tokens?|secrets?|credentials?|passwords?|otp|tickets?|sessions?|access|link|url|(?:download|invite|payment|sharing|signed) (?:links|urls)|invitations?|login|codes?|uploads?|signatures?|certificates?|presigned)\b/;

/** Details of issued objects, such as `login details`, and codes that aren't issued. */
const ABOUT_ISSUED =
  /\b(?:bar|country|currency|error|phone|postal|qr|status|zip) ?codes?\b|\b(?:access )?\w+ (?:attempts?|data|details|events?|history|info|information|methods?|statistics|stats|status(?:es)?|types?)\b/g;

/** Whether words name something that a request with a reading verb, if any, creates as its result. */
export function isIssuing(words: string, readingVerb?: string): boolean {
  const left = words.replaceAll(ABOUT_ISSUED, ' ');
  if (readingVerb === undefined) return ISSUED.test(left);
  const kept = /^(?:check|validate)$/.test(readingVerb) ? CHECKED : /\b(?:certificates?|signatures?)\b/g;
  return !TAKING.test(readingVerb) && ISSUED.test(left.replaceAll(kept, ' '));
}

/** Objects that exist before they are checked. To check a token or a code may use it up. */
const CHECKED = /\b(?:certificates?|links?|passwords?|signatures?|uploads?|urls?)\b/g;

/** Verbs whose object exists before the request: `decode a token`, `list sessions`. */
const TAKING =
  /^(?:analy[sz]e|classify|compare|count|decode|describe|detect|explain|find|inspect|list|lookup|parse|query|recognize|search|summarize|translate)$/;

/** Verbs that only produce a response, unless they issue something. */
const MAKING = setOf('run execute perform generate make process build');

/** `either`: a verb or a noun. */
export type VerbKind = 'reads' | 'changes' | 'ends' | 'either' | null;

/** An unambiguous effect. */
export type Verb = Exclude<VerbKind, 'either'>;

export const isChange = (effect: VerbKind): boolean => effect === 'changes' || effect === 'ends';

/** The kind of a word as an imperative, such as `delete`. */
export function effectOf(word: string): VerbKind {
  if (READING.has(word)) return 'reads';
  if (EITHER.has(word)) return 'either';
  if (MAKING.has(word)) return 'changes';
  if (ENDING.has(word)) return 'ends';
  return CHANGING.has(word) ? 'changes' : null;
}

/** The kind of change that an ambiguous verb makes. */
export const changeOf = (word: string): 'changes' | 'ends' => (ENDING.has(word) ? 'ends' : 'changes');

/** The effect of a verb on its object; `run a search` only reads. Null if the verb only produces the object. */
export function changeUnlessMade(verb: string, object: readonly string[]): Verb {
  const words = object.join(' ');
  if (/^(?:run|perform|submit)$/.test(verb) && SEARCHING.test(words)) return 'reads';
  if (verb === 'submit' && TO_READ.test(words)) return 'reads';
  if (verb === 'send' && TO_COMPUTE.test(words)) return 'reads';
  // `Generate a PDF from a URL`
  const [made = ''] = words.split(/\b(?:from|using)\b/, 1);
  const isOnlyMade = MAKING.has(verb) && !isIssuing(made) && (verb !== 'execute' || HARMLESS_OBJECT.test(made));
  return isOnlyMade ? null : changeOf(verb);
}

const SEARCHING = /^(?:an? |the )?(?:search|lookup|query)\b/;
const TO_READ = /\bto (?:check|find|get|obtain|retrieve|search)\b/;
const TO_COMPUTE = /\bto (?:analy[sz]e|classify|detect|recognize|transcribe|translate)\b/;

/** The imperative of `deletes`, `cancels` and `deleting`; otherwise the word itself. */
export function imperativeOf(word: string): { readonly verb: string; readonly isInflected: boolean } {
  const stems = /ies$/.test(word)
    ? [word.replace(/ies$/, 'y')]
    : [word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ing$/, ''), word.replace(/ing$/, 'e')];
  const undoubled = word.replace(/([a-z])\1ing$/, '$1');
  const match = [...stems, undoubled].find((stem) => stem !== word && effectOf(stem) !== null);
  return match === undefined || effectOf(word) !== null
    ? { verb: word, isInflected: false }
    : { verb: match, isInflected: true };
}
