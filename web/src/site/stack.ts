import { element } from './element.ts';
import { chosenStack, fillIn, openPlaces } from './stackPlaces.ts';

/**
 * Offers to insert the reader's stack into the examples. Sends no request until the reader asks, because most readers
 * have no session.
 */
export function addStackChoice(): void {
  const places = openPlaces();
  const [first] = places;
  if (!first) return;
  const chosen = chosenStack();
  if (chosen !== null) fillIn(places, chosen);
  const button = element('button', { type: 'button' }, ['Choose']);
  const shown = element('span', {}, [chosen === null ? 'none ' : `${chosen} `, button]);
  const line = element('p', { class: 'yours' }, ['Stack used in the examples: ', shown]);
  button.addEventListener('click', async () => {
    button.disabled = true;
    const { stackChoice } = await import('./stackChoice.ts');
    const choice = await stackChoice({ chosen: chosenStack(), onChoose: (id) => fillIn(places, id) });
    shown.replaceWith(choice);
    choice.querySelector<HTMLElement>('select, a')?.focus();
  });
  const before = document.querySelector('.operations') ?? first.node.parentElement?.closest('.block');
  before?.before(line);
}
