import type { Choice } from '../../ui/choice.ts';

const CHOICES_MAX = 20;

export const choiceOf = (id: string, name: string): Choice => ({ id, name, disabledReason: null });

const hasWords = (name: string, text: string): boolean => {
  const lower = name.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
};

/** The first choices that contain all words of a text, and how many more there are. */
export function matchesOf(choices: readonly Choice[], text: string) {
  const matches = choices.filter(({ name }) => hasWords(name, text));
  return { choices: matches.slice(0, CHOICES_MAX), rest: Math.max(0, matches.length - CHOICES_MAX) };
}

type Typed = {
  readonly text: string;
  readonly noun: 'tool' | 'caller';
  /** Describes the typed text as a value, such as “a pattern”. */
  readonly use: string;
  readonly isFetching: boolean;
};

/**
 * The matches of a typed text. The text itself is an explicit last choice, offered only after the search, so that half
 * a name isn't taken for a pattern. `isNamed` says whether it is the ID of a choice.
 */
export function listedOf(choices: readonly Choice[], { text, noun, use, isFetching }: Typed) {
  const matches = matchesOf(choices, text);
  const isNamed = choices.some(({ id }) => id === text);
  const used = matches.choices.length === 0 ? `No ${noun} matches: use “${text}” as ${use}` : `Use “${text}” as ${use}`;
  return {
    choices: [...matches.choices, ...(text === '' || isNamed || isFetching ? [] : [choiceOf(text, used)])],
    rest: matches.rest,
    isFetching,
    isNamed,
  };
}

/** Whether a tool is given as a pattern with a wildcard. */
export const isPattern = (tool: string): boolean => tool.includes('*');

/** Whether a caller is given by its ID. */
export const isCallerId = (caller: string): boolean => /^(endpoint|key|user|token|machine|issuer)_[\w-]+$/.test(caller);
