/** Patterns that make a native reader stop. They are warnings: `see what changed` is fine. */
export type Pattern = { readonly name: string; readonly test: (sentence: string) => boolean };

const WORDS_MAX = 30;
const CLAUSES_MAX = 2;
const PASSIVES_MAX = 2;

const matches =
  (pattern: RegExp) =>
  (sentence: string): boolean =>
    pattern.test(sentence);

const count = (pattern: RegExp, sentence: string): number => sentence.match(pattern)?.length ?? 0;

export const wordsIn = (sentence: string): number => count(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu, sentence);

const NOUN_CLAUSE = /\bwhat\b(?! (?:to|changed|happened|went|it does|you))/i;
const PASSIVE =
  /\b(?:is|are|was|were|be|been|being) (?:\w+ly )?(?:\w+ed|made|kept|told|given|taken|sent|shown|said|read)\b/gi;

export const PATTERNS: readonly Pattern[] = [
  { name: '“what …” as a noun', test: (each) => !each.trimEnd().endsWith('?') && NOUN_CLAUSE.test(each) },
  { name: 'whoever, nobody', test: matches(/\b(?:whoever|whatever|whichever|nobody|somebody|whom)\b/i) },
  {
    name: 'is told, is looked for',
    test: matches(
      /\b(?:is|are|was|were|be|been|gets?) (?:told|looked (?:for|at)|seen to|taken for|gone by|let through)\b/i,
    ),
  },
  { name: 'beside', test: matches(/\bbesides?\b/i) },
  { name: 'of its own', test: matches(/\bof (?:its|his|her|their|our|your|an?|one['’]s) own\b/i) },
  { name: 'else as a conjunction', test: matches(/(?:^|[,;:] )else\b/i) },
  {
    name: 'German order',
    test: matches(/\b(?:no longer|not yet|any ?more)[.;]?$|\bstands? (?:in|here|there|at|below|for itself)\b/i),
  },
  { name: 'chain of clauses', test: (each) => count(/\b(?:which|that|whose|who)\b/gi, each) > CLAUSES_MAX },
  { name: 'chain of passives', test: (each) => count(PASSIVE, each) > PASSIVES_MAX },
  { name: `over ${WORDS_MAX} words`, test: (each) => wordsIn(each) > WORDS_MAX },
];
