/** Singular and plural, such as “stack” and “stacks”. */
export type Noun = readonly [one: string, several: string];

const countedNoun = (count: number, [one, several]: Noun): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`;

type Totals = {
  /** The unfiltered total; null while unknown. */
  readonly all: number | null;
  readonly matching: number;
  readonly isFiltered: boolean;
};

/** “1,000 stacks”, or if filtered “12 of 1,000 stacks”. */
export function totalText({ all, matching, isFiltered }: Totals, noun: Noun): string {
  if (!isFiltered || all === null) return countedNoun(matching, noun);
  return `${matching.toLocaleString('en')} of ${countedNoun(all, noun)}`;
}
