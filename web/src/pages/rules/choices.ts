import { useApiQuery } from '../../api/hooks.ts';
import type { Choice } from '../../ui/Combobox.tsx';
import { useDebounced } from '../../ui/useDebounced.ts';
import { RULES_CALLER_NAMES, RULES_CALLERS, RULES_TOOLS } from './operations.ts';

const CHOICES_MAX = 20;

const choiceOf = (id: string, name: string): Choice => ({ id, name, disabledReason: null });

const hasWords = (name: string, text: string): boolean => {
  const lower = name.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
};

/** The matches of a typed text, and the text itself, because it may be an ID or a pattern. */
function listedOf(choices: readonly Choice[], text: string, isFetching: boolean) {
  const matches = choices.filter(({ name }) => hasWords(name, text));
  const isNew = text !== '' && choices.every(({ id }) => id !== text);
  return {
    choices: [...matches.slice(0, CHOICES_MAX), ...(isNew ? [choiceOf(text, `Use “${text}”`)] : [])],
    rest: matches.length > CHOICES_MAX ? matches.length - CHOICES_MAX : 0,
    isFetching,
  };
}

/** Tools of matching servers, and for each server a pattern for all of them. */
export function useToolChoices(typed: string) {
  const text = typed.trim();
  const search = useDebounced(text);
  const { data, isFetching } = useApiQuery(RULES_TOOLS, { search: search || null }, { keepPrevious: true });
  const servers = data?.servers?.nodes ?? [];
  const choices = servers.flatMap(({ name, slug, tools }) => [
    choiceOf(`${slug}_*`, `All tools of ${name} (${slug}_*)`),
    ...(tools?.nodes ?? []).map(({ toolId, title }) =>
      choiceOf(toolId, `${title === null ? toolId : `${title} (${toolId})`}, ${name}`),
    ),
  ]);
  return listedOf(choices, text, isFetching || search !== text);
}

/** Endpoints of the stack, or of the first stacks if there is none, and the account's API keys and people. */
export function useCallerChoices(typed: string, stackId: string) {
  const text = typed.trim();
  const search = useDebounced(text);
  const variables = { search: search || null, stackId, hasStack: stackId !== '' };
  const { data, isFetching } = useApiQuery(RULES_CALLERS, variables, { keepPrevious: true });
  const stacks = data?.stack ? [data.stack] : (data?.stacks?.nodes ?? []);
  const choices = [
    ...stacks.flatMap(({ name, endpoints }) =>
      (endpoints?.nodes ?? []).map((each) => choiceOf(each.id, `${each.name}, endpoint of ${name}`)),
    ),
    ...(data?.apiKeys?.nodes ?? []).map(({ id, name }) => choiceOf(id, `${name}, API key`)),
    ...(data?.users ?? []).map(({ id, displayName }) => choiceOf(id, `${displayName}, person`)),
  ];
  return listedOf(choices, text, isFetching || search !== text);
}

/** Returns a function that gives the name of a caller, or its ID if it has none. */
export function useCallerNames(ids: readonly string[]): (id: string) => string {
  const { data } = useApiQuery(RULES_CALLER_NAMES, { ids: [...ids] }, { enabled: ids.length > 0, keepPrevious: true });
  const nodes = data?.nodes ?? [];
  return (id) => {
    const node = nodes.find((each) => each?.id === id);
    return node && 'displayName' in node ? node.displayName : id;
  };
}
