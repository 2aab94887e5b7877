/** What a list has: one of it and several, such as “stack” and “stacks”. */
export type Noun = readonly [one: string, several: string];

const countedNoun = (count: number, [one, several]: Noun): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`;

type Totals = {
  /** How many there are; null while that is not known. */
  readonly all: number | null;
  /** How many the search and the filter let through. */
  readonly found: number;
  readonly isNarrowed: boolean;
};

/** “1,000 stacks”, or of a narrowed list “12 of 1,000 stacks”. */
export function totalText({ all, found, isNarrowed }: Totals, noun: Noun): string {
  if (!isNarrowed || all === null) return countedNoun(found, noun);
  return `${found.toLocaleString('en')} of ${countedNoun(all, noun)}`;
}
