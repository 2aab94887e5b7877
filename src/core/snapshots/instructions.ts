import type { SnapshotServer, StackSnapshot } from './snapshot.ts';

/** Maximum characters of the joined instructions of all servers in a stack. */
export const JOINED_CHARS_MAX = 16_384;
/** Characters reserved for the sentence that names omitted servers, and the maximum number of servers it names. */
const REST_CHARS = 512;
const NAMED_MAX = 5;

const INTRODUCTION = 'Instructions of the servers in this stack, each under the server’s name:';

/**
 * Joined instructions of servers with visible tools or pass-through features. Each server's text follows its id and
 * name, in stack order, as quoted lines, so that no server can impersonate another. Texts that do not fit into
 * `JOINED_CHARS_MAX` are omitted entirely, and the result says so. Null if no server has instructions.
 */
export const joinedInstructions = (listed: StackSnapshot): string | null =>
  listed.memo('instructions', () => join(serversWithInstructions(listed)));

function serversWithInstructions({ servers, tools }: StackSnapshot): readonly SnapshotServer[] {
  const seen = new Set([...tools.values()].map(({ server }) => server.stackServerId));
  return servers.filter(
    ({ instructions, stackServerId, connector }) =>
      instructions !== '' &&
      (seen.has(stackServerId) || ('passThrough' in connector && (connector.passThrough ?? []).length > 0)),
  );
}

function join(servers: readonly SnapshotServer[]): string | null {
  if (servers.length === 0) return null;
  const parts = [INTRODUCTION];
  const rest: SnapshotServer[] = [];
  let left = JOINED_CHARS_MAX - REST_CHARS - INTRODUCTION.length;
  for (const server of servers) {
    const { slug, name, isPrefixed, instructions } = server;
    const names = isPrefixed ? `, whose names begin with ${slug}_ here` : '';
    const quoted = instructions.split('\n').map((line) => `> ${line}`.trimEnd());
    const part = [`## ${slug} (${name})${names}`, '', ...quoted].join('\n');
    left -= part.length + SEPARATOR.length;
    if (left >= 0) parts.push(part);
    else {
      left += part.length + SEPARATOR.length;
      rest.push(server);
    }
  }
  if (rest.length > 0) {
    const named = rest.slice(0, NAMED_MAX).map(({ slug }) => slug);
    const more = rest.length > named.length ? ` and ${rest.length - named.length} more` : '';
    parts.push(`Left out for length: the instructions of ${named.join(', ')}${more}.`);
  }
  return parts.join(SEPARATOR);
}

const SEPARATOR = '\n\n';
