/** A server's names in a query: `digitalocean` for "Digital Ocean". `index` is the number of its id in the index. */
export type ServiceName = { readonly name: string; readonly service: number };

/** Everyday names of services, by the server's name without spaces, in lower case. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  x: ['twitter', 'tweet', 'tweets', 'tweeted', 'tweeting', 'retweet'],
  gmail: ['googlemail'],
  googlecalendar: ['gcal'],
  googlecontacts: ['addressbook', 'phonebook'],
  googledocs: ['gdocs', 'googledoc'],
  googledrive: ['gdrive'],
  googlesheets: ['gsheets', 'gsheet', 'googlesheet'],
  googletasks: ['todolist'],
  bigquery: ['bq'],
  digitalocean: ['droplet', 'droplets'],
  hetznercloud: ['hetzner'],
  stackexchange: ['stackoverflow'],
  openai: ['chatgpt', 'gpt', 'dalle'],
  youtube: ['yt'],
  github: ['gh', 'gist', 'gists'],
  filesystem: ['disk', 'hdd'],
  twilio: ['sms', 'whatsapp'],
  slack: [],
};

/** Names that are ordinary words. They count as names only after one of `BEFORE`. */
const ORDINARY = new Set(
  'x box square linear memory everything mail tasks notes files calendar contacts messages disk search weather test api'.split(
    ' ',
  ),
);
const BEFORE = new Set('in on from to via with using at into through of'.split(' '));

const NAME_WORDS_MAX = 3;
/** Minimum characters of a name that also matches with one wrong letter. */
const FUZZY_CHARS_MIN = 6;
/** Second-level domains that do not name a service. */
const HOSTING = new Set(
  'co com org net gov ac googleapis amazonaws azure windows cloudfront herokuapp vercel netlify'.split(' '),
);

const joined = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** The texts that name a server in a query: its name, its id, and its requests' host. */
type Named = { readonly name: string; readonly slug: string; readonly host: string | null };

export function namesOfServer({ name, slug, host }: Named): readonly string[] {
  const own = [joined(name), joined(slug)];
  const [, second = '', third = ''] = (host ?? '').toLowerCase().split('.').reverse();
  const domain = HOSTING.has(second) && second.length < 4 ? third : second;
  const aliases = own.flatMap((known) => (Object.hasOwn(ALIASES, known) ? (ALIASES[known] ?? []) : []));
  return [
    ...new Set([...own, ...(HOSTING.has(domain) || /^\d*$/.test(domain) ? [] : [joined(domain)]), ...aliases]),
  ].filter((known) => known !== '');
}

/** The numbers of the services named in a query. `words` are the query's words in order, including stop words. */
export function servicesIn(words: readonly string[], names: readonly ServiceName[]): ReadonlySet<number> {
  const spans = words.flatMap((_word, at) =>
    Array.from({ length: Math.min(NAME_WORDS_MAX, words.length - at) }, (_each, more) => ({
      text: words.slice(at, at + more + 1).join(''),
      isPlaced: BEFORE.has(words[at - 1] ?? ''),
    })),
  );
  const named = names.filter(({ name }) =>
    spans.some(
      ({ text, isPlaced }) =>
        (isPlaced || !ORDINARY.has(name)) &&
        (text === name || (name.length >= FUZZY_CHARS_MIN && isOneEdit(text, name))),
    ),
  );
  return new Set(named.map(({ service }) => service));
}

/** Whether one insertion, deletion, replacement or swap of adjacent letters turns one text into the other. */
export function isOneEdit(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const [rest, otherRest] = [one.slice(at), other.slice(at)];
  if (rest.length < otherRest.length) return rest === otherRest.slice(1);
  if (rest.length > otherRest.length) return rest.slice(1) === otherRest;
  if (rest.slice(1) === otherRest.slice(1)) return true;
  return rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2);
}
