import type { JsonObject } from '../../core/lib/json.ts';
import { textAt } from './document.ts';
import { effectOf, isChange, isIssuing, type Verb } from './effectWords.ts';
import { plainText } from './plainText.ts';
import type { OperationNode } from './readOperation.ts';
import { wordsIn } from './shortName.ts';
import { type IdVerb, type PathVerb, verbOfId, verbOfPath } from './verbsInNames.ts';
import { verbOfProse } from './verbsInText.ts';

/** Effects of an operation on data, derived from its method and wording. */
type Effects = { readonly isReadOnly: boolean; readonly isDestructive: boolean };

const PROSE_CHARS_MAX = 600;

/**
 * The annotations of an operation, from its method (RFC 9110, section 9.2) and the verbs of its id, path and text.
 * Many services make changes through GET and search through POST. Measured by `test/corpus/hints.test.ts`.
 */
export function annotationsOf(node: OperationNode): JsonObject {
  const { isReadOnly, isDestructive } = effectsOf(node);
  return {
    readOnlyHint: isReadOnly,
    destructiveHint: isDestructive,
    idempotentHint: isReadOnly || ['put', 'delete'].includes(node.method),
    openWorldHint: true,
  };
}

function effectsOf(node: OperationNode): Effects {
  switch (node.method) {
    case 'get':
      return effectsOfGet(node);
    case 'post':
      return effectsOfPost(node);
    case 'delete':
      return { isReadOnly: false, isDestructive: true };
    case 'put':
    case 'patch':
      return { isReadOnly: false, isDestructive: false };
    default:
      return { isReadOnly: true, isDestructive: false };
  }
}

/** A GET reads, unless a name or the text says otherwise. */
function effectsOfGet(node: OperationNode): Effects {
  const { id, path, prose } = verbsOf(node);
  const isSaidToRead = prose === 'reads' || id.verb === 'reads';
  // A path's noun may look like a verb: `/merge_requests`, `/trigger/{name}`, `Line_StopPoints`.
  const ofPath = path.isName && isSaidToRead && !isChange(id.verb) ? null : path.verb;
  const ofId = !id.isFirst && prose === 'reads' ? null : id.verb;
  const ofProse = path.verb === 'reads' && prose === 'changes' ? null : prose;
  const verbs = [ofId, ofPath, ofProse];
  return { isReadOnly: !verbs.some(isChange), isDestructive: verbs.includes('ends') };
}

/** A POST changes something, unless names or text describe a search and nothing contradicts that. */
function effectsOfPost(node: OperationNode): Effects {
  const { id, path, prose } = verbsOf(node);
  // `createTranslation` in the style of REST: its text says that it translates.
  const isStyled =
    STYLED.test(textAt(node.operation, 'operationId')) &&
    ['summary', 'description'].some((key) => STRONGLY.test(textAt(node.operation, key)));
  // `postDocumentUploadValidateDocument`: its path and text say that it validates.
  const isNoun = !id.isFirst && path.verb === 'reads' && prose === 'reads';
  const ofId = isStyled || isNoun ? null : id.verb;
  const evidence = [ofId, path.verb, prose];
  if (evidence.includes('ends')) return { isReadOnly: false, isDestructive: true };
  const description = textAt(node.operation, 'description').slice(0, PROSE_CHARS_MAX);
  if (SAYS_READING.test(description)) return { isReadOnly: true, isDestructive: false };
  if (isLater(node)) return { isReadOnly: false, isDestructive: false };
  // Prose counts only if the id carries no meaning, because the text of `licenseVideos` describes its response, or if
  // the prose begins with a verb that only computes an answer.
  const isReadInProse =
    (prose === 'reads' && id.isEmpty && !RETURNING.test(textAt(node.operation, 'summary'))) || computes(node);
  const isRead = id.verb === 'reads' || path.verb === 'reads' || isReadInProse;
  return { isReadOnly: isRead && !evidence.includes('changes') && !issues(node), isDestructive: false };
}

const STYLED = /^create[A-Z_]/;

/** Whether the text says that an operation only computes or finds a response. Other reading verbs are too weak. */
function computes(node: OperationNode): boolean {
  const [summary = '', description = ''] = ['summary', 'description'].map((key) =>
    plainText(textAt(node.operation, key).slice(0, PROSE_CHARS_MAX)).replace(/^\[[^\]]*\]\s*/, ''),
  );
  if (IN_BACKGROUND.test(description) || UNPACKING.test(`${summary} ${description}`)) return false;
  return (
    [summary, description].some((text) => COMPUTING.test(text)) ||
    /^(?:returns |return .*\b(?:data|details|info|information|list|results?|statistics|status)\b)/i.test(summary) ||
    converts(node) ||
    ([summary, description.split(/[.!?\n]/, 1)[0] ?? ''].some(namesReading) && !COLLECTION.test(node.path))
  );
}

const SAYS_READING =
  /(?<!\bnot an? )\bread-only\s+(?:retrieval|operation|request|method|query|endpoint)\b|\b(?:version|variant|equivalent) (?:of|to) (?:the )?`?GET\b/i;

/** Whether the names or the summary tell of later work, or of a request that the service itself sends. */
const isLater = ({ operation }: OperationNode): boolean =>
  IN_BACKGROUND.test(
    `${wordsIn(textAt(operation, 'operationId').slice(0, ID_CHARS_MAX)).join(' ')} ${textAt(operation, 'summary')}`,
  ) || LATER.test(textAt(operation, 'description'));

/** Azure returns the address of a later response in `Operation-Location`. */
const LATER = /^(?:this )?webhook\b|\boperation-location\b|\bworks asynchronously\b/i;

/** Extracting an archive, or extracting something to a place, is a change. */
const UNPACKING = /\bextract\w*\b.*\b(?:archives?|directory|folder|into|tar|zip)\b/is;

const IN_BACKGROUND =
  /\b(?:async\w*|in the background|(?:background|batch) jobs?|enqueue\w*|queue[ds]?|callback url|saved (?:search|quer(?:y|ies))|new task)\b/i;

/** Nouns that name only computations and searches. */
const NOUN =
  'analysis|autocomplete|calculation|classification|comparison|detection|estimation|extraction|geocoding|lemmatization|lookup|prediction|recognition|search|segmentation|similarity|stemming|summarization|transcription|translation|transliteration';

/** Verbs that name only computations. */
const STRONGLY_COMPUTING =
  '(?:(?:analy[sz]|calculat|compar|comput|decod|estimat|evaluat|geocod|pars|recogni[sz]|summari[sz]|transcrib|translat|transliterat)(?:es?|ing)|infer(?:s|ring)?|(?:detect|explain|extract|predict)(?:s|ing)?|classif(?:y|ies|ying))';

/** `The search endpoint computes …`. */
const OPENING = '(?:(?:the|this) (?:\\w+ )?(?:api|endpoint|method|operation|service) )?';

const STRONG = `(?:${OPENING}${STRONGLY_COMPUTING} (?!and\\b)|answers (?:an? |the )?(?:\\w+ )?questions?\\b)`;
const STRONGLY = new RegExp(`^${STRONG}`, 'i');

/** `Creates a PDF file from HTML`, but not from data that the service has. */
const WRITING =
  '(?:create|generate|make)s? (?:an? )?(?:[\\w-]+ )?(?:pdf|png|svg|images?|screenshots?)(?:[ -]files?| documents?)?(?: or \\w+)? from ';

/** How texts of operations that only compute or find something begin. */
const BEGINNINGS = [
  STRONG,
  'renders? (?:an? |the )',
  '(?:a list of )?available \\w+ (?:for|in|of)\\b',
  '(?:retriev|validat)(?:es?|ing) (?!and\\b)',
  '(?:get|list|find)s? (?!or\\b)',
  '(?:fetch|search)(?:es)? (?!and\\b)',
  'looks? up ',
  // Analytics services store the person that a call identifies.
  'identif(?:y|ies) (?!and\\b|(?:an? |the |your )?(?:contact|customer|person|user|visitor)s?\\b)',
  'verif(?:y|ies) (?:an? |the )?(?:hash|signature|checksum)',
  '(?:this api (?:can|may) be used to )?(?:verif(?:y|ies)|checks?|determines?) (?:if|whether|that) ',
  'executes? (?:an? |the )?quer(?:y|ies)\\b',
  `(?:run|perform)s? (?:an? |the )?(?:\\w+ )?(?:${NOUN})s?\\b`,
  '(?:an? |the |this )?(?:api |endpoint |method |operation |service ){1,2}(?:for|that|to|which) (?:check|compar|comput|find|get|list|look|retriev|search|validat|verif)\\w*',
  'returns (?:an? |the )?(?:array|collection|count|list|number) of ',
  'tests? (?:(?:an?|if|the|whether|your)\\b.*|\\w+ )?\\b(?:connection|connectivity|expression|pattern|query)\\b',
  'provides? (?:an? )?(?:\\w+ )?(?:list|preview|summary)\\b',
  'submits? (?:an? )?(?:query|search)\\b',
  '(?:de|en)crypts? (?:an? |the )?(?:data|message|string|text|value)\\b',
  'generates? .*\\b(?:based on|for|from|of) (?:an? |the )?(?:given|input|provided|specified|supplied)\\b',
  'generates? (?:an? )?(?:\\w+ )?(?:bar|qr) ?codes?\\b',
  WRITING,
];
const COMPUTING = new RegExp(BEGINNINGS.map((beginning) => `^${beginning}`).join('|'), 'i');

/** The words of an operation's names and texts. */
const wordsOf = ({ operation, path }: OperationNode): string =>
  [
    ...wordsIn(path.replaceAll(/\{[^{}]*\}/g, ' ')),
    ...wordsIn(textAt(operation, 'operationId').slice(0, ID_CHARS_MAX)),
    plainText(textAt(operation, 'summary')),
    plainText(textAt(operation, 'description').slice(0, PROSE_CHARS_MAX)),
  ]
    .join(' ')
    .toLowerCase();

/** Whether an operation writes its input in another format. To convert a lead to a customer is a change. */
function converts(node: OperationNode): boolean {
  const words = wordsOf(node);
  return (
    (/\b(?:conver(?:t|ts|sion)|renders?|transforms?)\b/.test(words) && FORMATS.test(words)) ||
    ['summary', 'description'].some((key) => WRITES.test(textAt(node.operation, key)))
  );
}

const WRITES = new RegExp(`^${WRITING}`, 'i');
const FORMATS =
  /\b(?:to|into|as) (?:(?:an?|its|the) )?(?:\w+ )?(?:pdf|png|jpe?g|gif|svg|webp|tiff?|html|xml|json|ya?ml|csv|tsv|markdown|docx?|xlsx?|txt|text|words|images?|screenshots?|thumbnails?|speech|openapi|swagger|base64|latex|geojson|(?:another|different|other|various) formats?)\b/;

/** A summary that only names a computation or a search, such as `Sentiment analysis`. */
function namesReading(summary: string): boolean {
  const [first = ''] = wordsIn(summary);
  const mayRead = [null, 'reads'].includes(effectOf(first)) || /^(?:make|perform|run)$/.test(first);
  return mayRead && READING_NOUN.test(summary);
}

const WORD = '(?:(?!(?:for|of|to|by|and|with|from|saved|new|scheduled)\\b)[\\w-]+ )';
/** Ends with the noun, or begins with it and names its object. */
const READING_NOUN = new RegExp(
  `^(?:${WORD}{0,5}(?:${NOUN})(?: (?:service|api|endpoint))?[.!]?(?: \\([^()]*\\))?$|${WORD}?(?:${NOUN}) (?:for|of|in|on)\\b)`,
  'i',
);

/** A path whose items are stored searches or computations. */
const COLLECTION = /\/(?:\w+[-_])?(?:searches|analyses|predictions|calculations|translations|lookups)\/?$/i;

/** Summaries that may mean a change, such as returning goods or storing a download. */
const RETURNING = /^(?:return|download)s? (?!an?\b|the\b|all\b)/i;

const CHANGED_LATER =
  /\b(?:will be|automatically|is then|are then)\s+(?:automatically\s+)?(?:added|created|stored|saved|sent|queued|deleted|removed|updated|charged)\b/i;

const OR_CHANGES =
  /\b(?:or|and)\s+(?:then\s+)?(?:creates?|updates?|saves?|sends?|adds?|stores?|starts?)\b(?! (?:of|that)\b)/i;

/** Whether a read request creates its result, such as a token or a link, or the text describes a later change. */
function issues(node: OperationNode): boolean {
  const { operation, path } = node;
  const text = plainText(textAt(operation, 'description').slice(0, PROSE_CHARS_MAX));
  const summary = plainText(textAt(operation, 'summary'));
  // The names are of the document or token that is checked.
  if ([summary, text].some((each) => CHECKING.test(each))) return false;
  const object = summary.split(/\s+/).slice(0, 5).join(' ');
  const id = textAt(operation, 'operationId').slice(0, ID_CHARS_MAX);
  if (SAYS_CREATING.test(text)) return true;
  // The part before the last dot names objects, as in `resourceAccessProfiles.queryByPlatformType`.
  const last =
    path
      .replaceAll(/\{[^{}]*\}/g, ' ')
      .split('/')
      .findLast((part) => part !== '') ?? '';
  const names = [...wordsIn(id.split('.').at(-1) ?? ''), ...wordsIn(last)].join(' ');
  // For a lookup by an id, use only its names: the summary may mention links that the response merely contains.
  const issued = /\bby (?:\w+ )?\w*id\b/.test(names) ? names : `${names} ${object.toLowerCase()}`;
  // The address may be the input of a conversion.
  const verb = issued.split(' ').find((word) => effectOf(word) === 'reads');
  const isIssued = isIssuing(converts(node) ? issued.replaceAll(/\burls?\b/g, ' ') : issued, verb);
  return isIssued || OR_CHANGES.test(`${names}. ${text}`) || CHANGED_LATER.test(text);
}

/** A description that begins by saying that the request only checks something. */
const CHECKING =
  /^(?:(?:an? |the |this )?(?:api|endpoint|method|operation|request|service) (?:to|that|which|(?:can|may) be used to) (?:check|validate|verif[iy])|checks? (?:the )?validity of\b)/i;

/** A description that begins by saying that the request creates or changes something. */
const SAYS_CREATING =
  /^(?:this|the) (?:api|call|endpoint|method|operation|request|route) (?:(?:allows|enables|lets) (?:the |a )?\w+ to )?(?:adds?|creates?|registers?|saves?|sends?|starts?|stores?|updates?) /i;

type Verbs = { readonly id: IdVerb; readonly path: PathVerb; readonly prose: Verb };

function verbsOf({ operation, path, method }: OperationNode): Verbs {
  const pathWords = new Set(wordsIn(path.replaceAll(/[{}]/g, ' ')));
  const id = verbOfId(textAt(operation, 'operationId').slice(0, ID_CHARS_MAX), method, pathWords);
  const summary = plainText(textAt(operation, 'summary').slice(0, PROSE_CHARS_MAX));
  const description = plainText(textAt(operation, 'description').slice(0, PROSE_CHARS_MAX));
  const isLate = id.verb !== 'reads';
  return {
    id,
    path: verbOfPath(path, id.verb === 'reads'),
    prose: THIS_CHANGES.test(description)
      ? verbOfProse(description, isLate)
      : (verbOfProse(summary, isLate) ?? verbOfProse(description, isLate)),
  };
}

const ID_CHARS_MAX = 256;
const THIS_CHANGES = /^this \w+ (?:creates|deletes|removes|revokes|sends|cancels|starts|stops|resets|updates)\b/i;
