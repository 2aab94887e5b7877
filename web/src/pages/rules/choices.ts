import { useApiQuery } from '../../api/hooks.ts';
import { useDebounced } from '../../ui/useDebounced.ts';
import { labelKey } from './labels.ts';
import { choiceOf, listedOf, matchesOf } from './listed.ts';
import { RULES_CALLER_NAMES, RULES_CALLERS, RULES_TOOLS } from './operations.ts';

/** Tools of matching servers, and for each server a pattern for all of them. */
export function useToolChoices(typed: string, use: string) {
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
  return listedOf(choices, { text, noun: 'tool', use, isFetching: isFetching || search !== text });
}

/** Matching servers and their tools, by label key. */
export function useLabelChoices(typed: string) {
  const text = typed.trim();
  const search = useDebounced(text);
  const { data, isFetching } = useApiQuery(RULES_TOOLS, { search: search || null }, { keepPrevious: true });
  const choices = (data?.servers?.nodes ?? []).flatMap(({ name, slug, tools }) => [
    choiceOf(labelKey({ serverId: slug, toolId: null }), `All tools of ${name} (${slug})`),
    ...(tools?.nodes ?? []).map(({ toolId, title }) =>
      choiceOf(labelKey({ serverId: slug, toolId }), `${title === null ? toolId : `${title} (${toolId})`}, ${name}`),
    ),
  ]);
  return { ...matchesOf(choices, text), isFetching: isFetching || search !== text };
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
  return listedOf(choices, { text, noun: 'caller', use: 'an ID', isFetching: isFetching || search !== text });
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
