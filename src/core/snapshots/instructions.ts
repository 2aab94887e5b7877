import type { SnapshotServer, StackSnapshot } from './snapshot.ts';

/** Characters of what agents are told of all servers of a stack together. */
export const JOINED_CHARS_MAX = 16_384;
/** The part of them that is reserved for the sentence that names what did not fit, and how many servers it names. */
const REST_CHARS = 512;
const NAMED_MAX = 5;

const INTRODUCTION = 'What the servers of this stack say about their tools, each under its name, in its own words:';

/**
 * What agents are told of the servers whose tools they see, or that pass something else through: each server's words
 * under its id and name, in the order of the stack, as quoted lines, so that no server can speak for another. What does
 * not fit into `JOINED_CHARS_MAX` is left out whole, and said to be. Null where no server says anything.
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
    const part = partOf(server);
    left -= part.length + SEPARATOR.length;
    if (left >= 0) parts.push(part);
    else {
      left += part.length + SEPARATOR.length;
      rest.push(server);
    }
  }
  return [...parts, ...(rest.length > 0 ? [leftOut(rest)] : [])].join(SEPARATOR);
}

const SEPARATOR = '\n\n';

function partOf({ slug, name, isPrefixed, instructions }: SnapshotServer): string {
  const names = isPrefixed ? `, whose names begin with ${slug}_ here` : '';
  const quoted = instructions.split('\n').map((line) => `> ${line}`.trimEnd());
  return [`## ${slug} (${name})${names}`, '', ...quoted].join('\n');
}

function leftOut(servers: readonly SnapshotServer[]): string {
  const named = servers.slice(0, NAMED_MAX).map(({ slug }) => slug);
  const more = servers.length - named.length;
  return `Left out, since all together would be too long: what is said by ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
