import { ModelFailure, type ModelFailureKind } from '../../core/chat/modelPort.ts';
import { withoutHidden } from '../../core/lib/hiddenText.ts';
import { isRecord } from '../../core/lib/json.ts';

/** Longer ones are not repeated: a cut could leave the beginning of a key, which is not known here. */
const WORDS_CHARS_MAX = 20_000;

const KINDS: Readonly<Record<number, ModelFailureKind>> = { 401: 'refused', 403: 'refused', 429: 'rate_limited' };

const MEANINGS: Readonly<Partial<Record<ModelFailureKind, string>>> = {
  refused: 'the service refuses the key, or wants one',
  rate_limited: 'the service wants fewer questions for now',
};

/** Of a status that is no success: what it means, and the service's own words, which often name the model or limit. */
export function modelFailureOf(host: string, status: number, body: unknown): ModelFailure {
  const kind = KINDS[status] ?? 'error';
  const words = wordsIn(body);
  const meaning = MEANINGS[kind] ?? `the service answered with the status ${status}`;
  return new ModelFailure(kind, `${host}: ${meaning}${words === '' ? '' : `: ${words}`}`, status);
}

/** `error.message` of both formats, and where local programs say it. */
function wordsIn(body: unknown): string {
  const { error, message, detail } = isRecord(body) ? body : {};
  const said = [isRecord(error) ? error['message'] : error, message, detail].find((each) => typeof each === 'string');
  return typeof said === 'string' && said.length <= WORDS_CHARS_MAX ? withoutHidden(said) : '';
}
