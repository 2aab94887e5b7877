import { ALWAYS_EXPOSED } from '../http/answerHeaders.ts';
import { nodeAt, type OpenApiNode, resolved, textAt } from './document.ts';
import { plainText } from './plainText.ts';

const SUCCESS = /^(?:2..|default)$/i;

const successful = (document: OpenApiNode, operation: OpenApiNode): readonly (readonly [string, OpenApiNode])[] =>
  Object.entries(nodeAt(operation, 'responses'))
    .filter(([status]) => SUCCESS.test(status))
    .map(([status, node]) => [status, resolved(document, node) ?? {}]);

/** The parts of successful responses that a tool uses. The rest makes up most of a long document. */
export const usedResponses = (document: OpenApiNode, operation: OpenApiNode): OpenApiNode =>
  Object.fromEntries(
    successful(document, operation).map(([status, response]) => {
      const names = Object.keys(nodeAt(response, 'headers')).map((name) => [name, {}]);
      return [status, { description: response['description'], headers: Object.fromEntries(names) }];
    }),
  );

const HEADERS_MAX = 32;

/** The response headers that an operation declares for successful responses, in lower case. */
export function declaredHeaders(document: OpenApiNode, operation: OpenApiNode): string[] {
  const exposed = successful(document, operation)
    .flatMap(([, response]) => Object.keys(nodeAt(response, 'headers')))
    .map((name) => name.toLowerCase())
    .filter((name) => /^[a-z0-9_-]{1,128}$/.test(name) && !/^(?:set-cookie|content-type)$/.test(name));
  return [...new Set(exposed)].filter((name) => !ALWAYS_EXPOSED.includes(name)).slice(0, HEADERS_MAX);
}

/** Fewer words are a phrase such as `A successful response`. */
const WORDS_MIN = 4;
const PHRASE =
  /^(?:(?:an?|the|this|your|is|on|if|when|was|returns?|http|status)\s+)*(?:200|201|202|204|2xx|accepted|completed|created|default|expected|no content|ok|operation|request|response|success\w*)\b/i;

/** The description of a successful response, if it says more than that; otherwise empty. */
export function returnedBy(document: OpenApiNode, operation: OpenApiNode): string {
  const [text = ''] = successful(document, operation)
    .filter(([status]) => status !== 'default')
    .map(([, response]) => plainText(textAt(response, 'description')).trim())
    .filter((each) => each !== '');
  if (text.split(/\s+/).length < WORDS_MIN || PHRASE.test(text)) return '';
  return /^returns?\b/i.test(text) ? text : `Returns: ${text}`;
}
