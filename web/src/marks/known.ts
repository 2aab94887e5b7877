/** The servers of the catalogue that have a symbol in `/marks.svg`, which `npm run catalogue` makes. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'asana bigquery bitbucket box digitalocean everything figma filesystem giphy github gmail ' +
    'google-calendar google-contacts google-docs google-drive google-sheets google-tasks hetzner-cloud jira linear ' +
    'mailchimp memory netlify notion sequential-thinking spotify square stack-exchange stripe telegram ' +
    'trello vercel x xero youtube zoom'
  ).split(' '),
);

/** An id that begins so is a duplicate of that server; shorter ids begin too many others. */
const PREFIX_MIN = 4;

/** The id of the mark of a server, or of the server that it was duplicated from; null where there is none. */
export function markOf(serverId: string): string | null {
  if (KNOWN.has(serverId)) return serverId;
  const [longest] = [...KNOWN]
    .filter((id) => id.length >= PREFIX_MIN && serverId.startsWith(`${id}-`))
    .sort((one, other) => other.length - one.length);
  return longest ?? null;
}

const COLOURS = ['#0f766e', '#1d4ed8', '#7c3aed', '#be185d', '#b45309', '#4d7c0f', '#0369a1', '#57534e'] as const;

/** The same colour for a server wherever it stands. */
export function colourOf(serverId: string): string {
  const sum = [...serverId].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 7);
  return COLOURS[sum % COLOURS.length] ?? COLOURS[0];
}

/** One or two letters of a name, such as “ST” of “Sequential Thinking”. */
export function lettersOf(name: string): string {
  const [first = '', second = ''] = name.split(/[\s_.-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = second === '' ? [...first].slice(0, 2) : [...first].slice(0, 1).concat([...second].slice(0, 1));
  return letters.join('').toUpperCase() || '?';
}
