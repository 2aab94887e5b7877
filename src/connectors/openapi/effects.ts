import type { JsonObject } from '../../core/lib/json.ts';
import { textAt } from './document.ts';
import { ISSUED, isChange, type Verb } from './effectWords.ts';
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
  const saidBy = [ofId, ofPath, ofProse];
  return { isReadOnly: !saidBy.some(isChange), isDestructive: saidBy.includes('ends') };
}

/** A POST changes something, unless names or text describe a search and nothing contradicts that. */
function effectsOfPost(node: OperationNode): Effects {
  const { id, path, prose } = verbsOf(node);
  const saidBy = [id.verb, path.verb, prose];
  if (saidBy.includes('ends')) return { isReadOnly: false, isDestructive: true };
  // Prose counts only if the id carries no meaning, because the text of `licenseVideos` describes its response, or if
  // the prose begins with a verb that only computes an answer.
  const isSaid =
    (prose === 'reads' && id.isEmpty && !RETURNING.test(textAt(node.operation, 'summary'))) || computes(node);
  const isRead = id.verb === 'reads' || path.verb === 'reads' || isSaid;
  return { isReadOnly: isRead && !saidBy.includes('changes') && !issues(node), isDestructive: false };
}

/**
 * Whether the operation's text begins with a verb that only computes a response. Other reading verbs are too weak a
 * sign.
 */
const computes = ({ operation }: OperationNode): boolean =>
  ['summary', 'description'].some((key) =>
    COMPUTING.test(plainText(textAt(operation, key).slice(0, PROSE_CHARS_MAX)).replace(/^\[[^\]]*\]\s*/, '')),
  );

const COMPUTING =
  /^(?:(?:calculate|compute|infer|detect|estimate|translate|compare|retrieve|validate)s? (?!and\b)|(?:get|list|find)s? (?!or\b)|verif(?:y|ies) (?:an? |the )?(?:hash|signature|checksum)|(?:verif(?:y|ies)|checks?) (?:if|whether|that) |classif(?:y|ies) (?!and\b)|executes? (?:an? |the )?quer(?:y|ies)\b|api to verify |(?:run|perform)s? (?:an? |the )?(?:\w+ )?(?:search|lookup|detection|calculations?)\b)/i;

/** Summaries that may mean a change, such as returning goods or storing a download. */
const RETURNING = /^(?:return|download)s? (?!an?\b|the\b|all\b)/i;

const CHANGED_LATER =
  /\b(?:will be|automatically|is then|are then)\s+(?:automatically\s+)?(?:added|created|stored|saved|sent|queued|deleted|removed|updated|charged)\b/i;

const OR_CHANGES = /\b(?:or|and)\s+(?:then\s+)?(?:creates?|updates?|saves?|sends?|adds?|stores?|starts?)\b/i;

/** Whether a read request creates its result, such as a token or a link, or the text describes a later change. */
function issues({ operation, path }: OperationNode): boolean {
  const text = plainText(textAt(operation, 'description').slice(0, PROSE_CHARS_MAX));
  const object = plainText(textAt(operation, 'summary')).split(/\s+/).slice(0, 5).join(' ');
  const id = textAt(operation, 'operationId').slice(0, ID_CHARS_MAX);
  if (/^api to verify /i.test(text)) return false;
  // The part before the last dot names objects, as in `resourceAccessProfiles.queryByPlatformType`.
  const last = path.split('/').findLast((part) => part !== '') ?? '';
  const names = [...wordsIn(id.split('.').at(-1) ?? ''), ...wordsIn(last)].join(' ');
  // For a lookup by an id, use only its names: the summary may mention links that the response merely contains.
  const issued = /\bby (?:\w+ )?\w*id\b/.test(names) ? names : `${names} ${object.toLowerCase()}`;
  return ISSUED.test(issued) || OR_CHANGES.test(`${names}. ${text}`) || CHANGED_LATER.test(text);
}

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
