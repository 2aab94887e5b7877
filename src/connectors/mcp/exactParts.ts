import { isRecord } from '../../core/lib/json.ts';

type Node = Readonly<Record<string, unknown>>;

/** Members with free-form content, in results and log messages. Their numbers don't belong to the protocol. */
const FREE_FORM: ReadonlySet<string> = new Set([
  ...['structuredContent', '_meta', 'tools', 'data', 'inputRequests'],
  // Members of progress notifications; servers define the meaning of their numbers.
  ...['progress', 'total'],
]);
const QUESTION = 'elicitation/create';
/** Content blocks whose numbers belong to the protocol, except those in `_meta`. */
const KNOWN_BLOCKS: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);
/** The depth of a resource's `_meta` in a content block of a prompt message. No protocol member is deeper. */
const LEVELS_MAX = 6;

/**
 * A JSON-RPC message with exact number literals in its free-form parts, taken from `exact`. `exact` is the same
 * message with all numbers exact; those of the protocol stay plain.
 */
export function withExactParts(message: unknown, exact: unknown): unknown {
  if (Array.isArray(message) && Array.isArray(exact))
    return message.map((each: unknown, at) => withExactParts(each, exact[at]));
  if (!isRecord(message) || !isRecord(exact)) return message;
  return withMembers(message, (key, member) => {
    const written = exact[key];
    // The server's own request, whose id the response repeats.
    if (key === 'id' && 'method' in message) return written;
    // Elicitation parameters are passed on unchanged, with any members.
    if (key === 'params' && message['method'] === QUESTION) return written;
    const isPart = (key === 'result' || key === 'params' || key === 'error') && isRecord(member) && isRecord(written);
    if (!isPart) return member;
    return withMembers(member, (inner, plain) => {
      if (FREE_FORM.has(inner)) return written[inner];
      return inner === 'content' ? exactContent(plain, written[inner]) : withExactMeta(plain, written[inner], 1);
    });
  });
}

const exactContent = (plain: unknown, written: unknown): unknown =>
  Array.isArray(plain) && Array.isArray(written)
    ? plain.map((block: unknown, at) =>
        isRecord(block) && !KNOWN_BLOCKS.has(block['type']) ? written[at] : withExactMeta(block, written[at], 1),
      )
    : plain;

function withExactMeta(plain: unknown, written: unknown, level: number): unknown {
  if (level > LEVELS_MAX) return plain;
  if (Array.isArray(plain) && Array.isArray(written))
    return plain.map((item: unknown, at) => withExactMeta(item, written[at], level + 1));
  if (!isRecord(plain) || !isRecord(written)) return plain;
  return withMembers(plain, (key, member) =>
    key === '_meta' ? written[key] : withExactMeta(member, written[key], level + 1),
  );
}

const withMembers = (node: Node, map: (key: string, member: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, member]) => [key, map(key, member)]));
