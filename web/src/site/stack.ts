import { element } from './element.ts';
import { chosenStack, fillIn, openPlaces } from './stackPlaces.ts';

/**
 * Offers to fill in the reader's own stack where examples leave one open. Nothing is asked of the service before the
 * reader wants it: most readers have no session.
 */
export function addStackChoice(): void {
  const places = openPlaces();
  const [first] = places;
  if (!first) return;
  const chosen = chosenStack();
  if (chosen !== null) fillIn(places, chosen);
  const button = element('button', { type: 'button' }, ['Choose']);
  const shown = element('span', {}, [chosen === null ? 'none yet ' : `${chosen} `, button]);
  const line = element('p', { class: 'yours' }, ['Your stack in the examples: ', shown]);
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
