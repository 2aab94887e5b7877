import { LRUCache } from 'lru-cache';
import { stemmer } from 'stemmer';
import { lruOptions } from './lru.ts';

// Stop words, which carry no information about a tool.
const STOP = new Set(
  'a all an and are as at away back be been belong by can did do does for from had has have here i in into is it its just kind let like lately many more much of on once one or our out over please same some somebody someone something still that the their them there these they this those to under up us want was we were what when where which who whose will with would yet you your my me mine how i am she he her his him hers no not any anyone anybody very really bit need needs got s t ll re ve im d'.split(
    ' ',
  ),
);

/** Interchangeable words. Each word of a line also counts as the line's first word, in tools and queries. */
const SYNONYMS = [
  'create add make new open start build register insert generate file form define propose spin publish',
  'delete remove destroy drop erase clear discard purge wipe uninstall scrap rid throw withdraw kick',
  'list enumerate browse overview show see display view',
  'get fetch read retrieve find look show view display obtain tell details info facts state status',
  'update edit change modify set alter adjust rename configure replace patch correct',
  'search find look query seek',
  'send post submit deliver mail',
  'enable activate allow permit switch',
  'disable deactivate forbid block stop suspend',
  'cancel stop abort halt kill interrupt',
  'run execute execution trigger launch start dispatch',
  'rerun again repeat redo retry rerequest',
  'download export archive',
  'upload import attach put',
  'write create update save store',
  'member people person user collaborator teammate colleague employee contributor assignee',
  'authenticated me my mine myself own current',
  'team group',
  'repository repo codebase',
  'organization organisation org company',
  'issue ticket bug problem',
  'comment reply remark note answer discuss talk conversation',
  'message text chat email mail',
  'permission access right privilege role allowed grant',
  'token key credential password',
  'secret encrypted leak',
  'variable setting config configuration preference option',
  'file document content',
  'merge combine join land',
  'diff difference compare change',
  'lock freeze',
  'unlock reopen',
  'assign assignee give responsible',
  'approve accept confirm review',
  'reject decline refuse deny dismiss',
  'invite invitation ask join',
  'watch follow subscribe subscription',
  'notification inbox alert news',
  'star favorite favourite bookmark',
  'event activity happen history log recent',
  'calendar meeting appointment',
  'folder directory path',
  'picture image photo',
  'cost billing usage spend spending money price charge pay budget',
  'count number statistic metric amount stat',
  'transfer move hand',
  'copy fork clone duplicate',
  'limit quota restrict restriction left',
  'vulnerability security weakness',
  'test validate check verify ci',
  'workflow pipeline automation job',
  'runner machine server host',
  'environment staging production workspace',
  'deployment rollout rolled deploy release',
  'webhook hook callback',
  'label tag topic subject',
  'milestone deadline target plan',
  'version release published',
  'latest newest last recent',
  'child sub nested subordinate',
  'account profile user',
  'customer client',
  'protection protect guard safeguard shield',
  'rule ruleset policy guideline',
  'commit revision changeset',
  'pull pr',
  'visibility public private hidden',
  'license licence legal',
  'seat license',
  'reaction react emoji thumb',
  'gist snippet paste',
  'package library dependency module',
  'artifact output build bundle binary',
  'log trace output',
  'retention retain keep expire',
  'schedule cron periodic recurring',
  'redeliver resend retry',
  'page site website',
  'domain dns hostname',
  'alert finding warning',
  'scan analysis analyze inspect examine',
  'import migration migrate bring',
  'attestation provenance proof',
  'suspend pause',
  'revoke invalidate withdraw',
  'app application integration bot',
  'classroom course class lesson',
  'assignment homework exercise',
  'reviewer approver',
  'block ban',
  'traffic visitor visit view',
  'popular top trending most',
  'sha hash checksum digest',
  'sign signing signature gpg pgp',
  'quota limit cap ceiling maximum',
  'usage consumption consume used',
  'metric analytic statistic report insight',
  'template boilerplate skeleton',
  'image container docker',
  'priority prioritize order reorder',
  'pending outstanding waiting unanswered',
  'reference ref pointer branch tag',
  'bulk batch multiple several',
  'render format convert',
  'exclude exclusion ignore skip',
  'plan subscription tier',
  'bypass override circumvent skip',
  'reusable shared',
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

// Caches terms by word: a large stack's tools contain a hundred thousand words, most of them repeated.
const known = new LRUCache<string, string[]>(lruOptions(20_000));

/** The terms that match a word: its stem, and its synonym groups. Null for a stop word. */
export function termsOf(word: string): string[] | null {
  if (STOP.has(word)) return null;
  const cached = known.get(word);
  if (cached) return cached;
  const stem = stemmer(word);
  const terms = [stem, ...(GROUPS.get(stem) ?? [])];
  known.set(word, terms);
  return terms;
}

/** Whether a term is a synonym group rather than a word's stem. */
export const isGroup = (term: string): boolean => term.startsWith('~');
