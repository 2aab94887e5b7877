import { stemmer } from 'stemmer';

// Words that say nothing about what a tool does.
const STOP = new Set(
  'a an and are as at be by can do for from has have i in into is it its me my of on or our please some that the their them this to up us want was we what when where which who will with would you your'.split(
    ' ',
  ),
);

/**
 * Verbs and nouns that interface authors and people use for one another. A word also counts as the first of its line,
 * in tools and in queries alike; common to many tools, that weighs little beside the word itself.
 */
const SYNONYMS = [
  'create add make new open start build register insert begin generate issue',
  'delete remove destroy drop erase clear discard purge wipe uninstall',
  'list all every enumerate browse overview show see display view which',
  'get fetch read retrieve find look see show view display obtain check tell details info',
  'update edit change modify set alter adjust rename configure replace patch turn switch',
  'search find look query seek',
  'send post publish submit deliver mail',
  'enable activate allow permit turn on',
  'disable deactivate forbid turn off block stop suspend',
  'cancel stop abort halt kill interrupt',
  'run execute trigger launch start dispatch rerun again repeat redo',
  'download export save archive',
  'upload import attach',
  'member people person user collaborator teammate colleague who',
  'repository repo codebase project',
  'organization organisation org company',
  'issue ticket bug problem',
  'comment reply remark note answer',
  'message text chat email mail',
  'permission access right privilege role allowed',
  'token key secret credential password',
  'file document content',
  'branch ref',
  'merge combine join',
  'lock freeze',
  'assign assignee give responsible',
  'approve accept confirm grant',
  'reject decline refuse deny dismiss',
  'subscribe watch follow notify notification',
  'star favorite favourite bookmark like',
  'event calendar meeting appointment',
  'folder directory path',
  'picture image photo',
  'cost billing usage spend money price charge',
  'count number statistic metric amount many',
  'transfer move hand',
  'copy fork clone duplicate',
  'limit quota restrict restriction',
  'vulnerability security alert leak weakness',
  'verify test validate check',
].map((line) => line.split(' ').map((word) => stemmer(word)));

const GROUPS: ReadonlyMap<string, readonly string[]> = groupsByWord();

function groupsByWord(): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const line of SYNONYMS) {
    const [name = ''] = line;
    for (const word of line) groups.set(word, [...(groups.get(word) ?? []), `~${name}`]);
  }
  return groups;
}

/** The words of a name or a sentence: `createPull_request` has three. */
export const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** What a word is found by: its stem, and the groups of words like it. Null for one that says nothing. */
export function termsOf(word: string): string[] | null {
  if (STOP.has(word)) return null;
  const stem = stemmer(word);
  return [stem, ...(GROUPS.get(stem) ?? [])];
}

/** Whether a term stands for a group of words rather than for itself. */
export const isGroup = (term: string): boolean => term.startsWith('~');
