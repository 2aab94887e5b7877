/** One word per concept: `say` is the word in `src/README.md`, `word` matches its synonyms. */
export type RetiredWord = { readonly word: RegExp; readonly say: string };

export const RETIRED_WORDS: readonly RetiredWord[] = [
  { word: /sign-?in[- ]?links?\b/i, say: 'connect link' },
  { word: /audit (entry|entries|rows?|records?)\b|\bAuditEntry\b/i, say: 'audit event' },
  { word: /account['’]s own servers?\b/i, say: 'private server' },
  { word: /(?<!MCP )servers? that (is a|are) programs?\b|servers? that runs? a command/i, say: 'stdio server' },
  { word: /server definitions?\b/i, say: 'server document' },
  { word: /policy rules?\b/i, say: 'rule' },
  { word: /endpoint tokens?\b/i, say: 'stack token' },
  {
    word: /(?:\b(?:read|write|invoke|approve|admin)`?|(?:role|caller|creator|person)['’]s|\b(?:fewer|more|other|their)) permissions?\b/i,
    say: 'right',
  },
  { word: /\bnarrowings?\b|\bnarrowed tokens?\b/i, say: 'attenuation' },
];
