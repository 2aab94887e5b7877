import { ApiError, sendOperation } from '../api/operation.ts';
import { PickStacksDocument } from '../gql/graphql.ts';
import { element } from './element.ts';

type Choice = { readonly chosen: string | null; readonly onChoose: (id: string | null) => void };

/** A select of the account’s stacks, or a link to sign in for readers without a session. */
export async function stackChoice(choice: Choice): Promise<HTMLElement> {
  const select = element('select', { 'aria-label': 'Stack in the examples' });
  select.addEventListener('change', () => choice.onChoose(select.value || null));
  try {
    const isMany = await list(select, '', choice.chosen);
    return element('span', { class: 'choice' }, [select, ...(isMany ? [finding(select, choice)] : [])]);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED')
      return element('span', {}, [element('a', { href: '/signin' }, ['Sign in']), ' to choose one of your stacks.']);
    return element('span', {}, [error instanceof Error ? error.message : 'The stacks couldn’t be loaded.']);
  }
}

/** Lists stacks whose names match; true if there are more. */
async function list(select: HTMLSelectElement, search: string, chosen: string | null): Promise<boolean> {
  const orderBy = { field: 'NAME', direction: 'ASC' } as const;
  const { stacks } = await sendOperation(PickStacksDocument, { search: search || null, orderBy });
  const options = (stacks?.nodes ?? []).map(({ id, name }) => new Option(name, id, false, id === chosen));
  select.replaceChildren(new Option('None', ''), ...options);
  return stacks !== null && stacks.totalCount > stacks.nodes.length;
}

/** A search field for long lists. */
function finding(select: HTMLSelectElement, { chosen }: Choice): HTMLElement {
  const input = element('input', { type: 'search', 'aria-label': 'Find a stack by name', placeholder: 'Find' });
  input.addEventListener('change', () => void list(select, input.value.trim(), chosen).catch(() => undefined));
  return input;
}
