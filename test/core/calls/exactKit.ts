import { expect } from 'vitest';

/** Numbers that JavaScript would change or write differently. */
export const NUMBERS = [
  ...['9007199254740993', '1.10', '1e400', '1e999999', '-0', '-12345678901234567890'],
  ...['0.1234567890123456789', '1E5'],
];

/** Members with these numbers, whose names start with the letter. */
export const membersOf = (letter: string): readonly string[] =>
  NUMBERS.map((number, at) => `"${letter}${at}":${number}`);

const listOf = (letter: string): string => `"l${letter}":[${NUMBERS.join()}]`;

/** A member, named by the letter, that contains all numbers: each as a member, and together in a list. */
export const holding = (letter: string): string => `"${letter}":{${membersOf(letter).join()},${listOf(letter)}}`;

/** Counts cases, so that a run prints how many ran and which failed. */
export function countCases(label: string) {
  const tried = { count: 0, wrong: [] as string[] };
  const note = (count: number, wrong: readonly string[]): void => {
    tried.count += count;
    tried.wrong.push(...wrong);
    expect.soft(wrong).toEqual([]);
  };
  return {
    note,
    /** Records which numbers of these letters are missing from a text. */
    check(place: string, text: string, letters: readonly string[]): void {
      const parts = letters.flatMap((letter) => [...membersOf(letter), listOf(letter)]);
      const missing = parts.filter((part) => !text.includes(part));
      note(
        parts.length,
        missing.map((part) => `${place}: ${part}`),
      );
    },
    report(): void {
      const summary = `${label}: ${tried.count - tried.wrong.length} of ${tried.count} as they were written`;
      process.stdout.write(`${[summary, ...tried.wrong].join('\n  ')}\n`);
    },
  };
}
