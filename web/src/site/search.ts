import { contextOf, marked, type Part } from '../documents/context.ts';
import type { Finder, FoundSection } from '../documents/finder.ts';
import { element } from './element.ts';

const SHOWN_MAX = 12;
const UNREACHED = 'Search is unavailable because Toolyard can’t be reached.';

type Box = {
  readonly input: HTMLInputElement;
  readonly panel: HTMLElement;
  readonly list: HTMLElement;
  readonly status: HTMLElement;
};

/** Document search: `/` focuses it, arrow keys choose, Enter opens, Escape closes. */
export function addSearch(): void {
  const place = document.querySelector('.find');
  if (!place) return;
  const box = createBox();
  place.append(box.input, box.panel);
  box.input.addEventListener('input', () => void show(box));
  box.input.addEventListener('focus', () => void show(box));
  box.input.addEventListener('keydown', (event) => onKey(box, event));
  box.list.addEventListener('click', () => close(box));
  place.addEventListener('focusout', (event) => {
    if (!(event instanceof FocusEvent && event.relatedTarget instanceof Node && place.contains(event.relatedTarget)))
      close(box);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
    event.preventDefault();
    box.input.focus();
    box.input.select();
  });
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

function createBox(): Box {
  const list = element('div', { role: 'listbox', id: 'found', 'aria-label': 'Results' });
  const status = element('p', { role: 'status', class: 'found-count' });
  const panel = element('div', { class: 'found', hidden: '' }, [status, list]);
  const input = element('input', {
    type: 'search',
    role: 'combobox',
    'aria-label': 'Search documentation',
    'aria-autocomplete': 'list',
    'aria-controls': 'found',
    'aria-expanded': 'false',
    'aria-keyshortcuts': '/',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Search (press /)',
  });
  return { input, panel, list, status };
}

let finder: Promise<Finder> | null = null;

/** The document index, which loads with the first search. A failed load is retried with the next one. */
function theFinder(): Promise<Finder> {
  finder ??= import('../documents/finder.ts')
    .then(({ loadFinder }) => loadFinder())
    .catch((error: unknown) => {
      finder = null;
      throw error;
    });
  return finder;
}

async function show(box: Box): Promise<void> {
  const search = box.input.value.trim();
  if (search === '') {
    close(box);
    return;
  }
  const results = await theFinder().then(
    (find) => find(search).slice(0, SHOWN_MAX),
    () => null,
  );
  // The text may have changed, or the field lost focus, in the meantime.
  if (box.input.value.trim() !== search || document.activeElement !== box.input) return;
  box.list.replaceChildren(...(results ?? []).map(optionOf));
  box.status.textContent = results === null ? UNREACHED : countText(results.length);
  box.status.classList.toggle('unseen', results !== null && results.length > 0);
  box.panel.hidden = false;
  box.input.setAttribute('aria-expanded', String(box.list.childElementCount > 0));
  choose(box, 0);
}

function countText(count: number): string {
  if (count === 0) return 'No results.';
  return count === 1 ? '1 result' : `${count} results`;
}

const inMarks = (parts: readonly Part[]): readonly (Node | string)[] =>
  parts.map(({ text, isFound }) => (isFound ? element('mark', {}, [text]) : text));

function optionOf({ path, document: title, heading, text, words }: FoundSection, at: number): HTMLElement {
  return element('a', { role: 'option', id: `found-${at}`, href: path, tabindex: '-1', 'aria-selected': 'false' }, [
    element('b', {}, inMarks(marked(heading, words))),
    ...(title === heading ? [] : [element('small', {}, [title])]),
    element('span', {}, inMarks(contextOf(text, words))),
  ]);
}

const chosenIn = ({ list }: Box): HTMLElement | null => list.querySelector<HTMLElement>('[aria-selected="true"]');

/** Highlights the option at a position, which wraps around at both ends. */
function choose(box: Box, at: number): void {
  const options = [...box.list.children];
  chosenIn(box)?.setAttribute('aria-selected', 'false');
  const option = options[(at + options.length) % options.length];
  if (!option) {
    box.input.removeAttribute('aria-activedescendant');
    return;
  }
  option.setAttribute('aria-selected', 'true');
  option.scrollIntoView({ block: 'nearest' });
  box.input.setAttribute('aria-activedescendant', option.id);
}

function close({ input, panel }: Box): void {
  panel.hidden = true;
  input.setAttribute('aria-expanded', 'false');
  input.removeAttribute('aria-activedescendant');
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function onKey(box: Box, event: KeyboardEvent): void {
  const chosen = box.panel.hidden ? null : chosenIn(box);
  const step = STEPS[event.key];
  if (chosen && step) choose(box, placeOf(chosen) + step);
  else if (chosen && event.key === 'Enter') chosen.click();
  else if (!box.panel.hidden && event.key === 'Escape') close(box);
  else if (event.key === 'ArrowDown') void show(box);
  else return;
  event.preventDefault();
}

const placeOf = (option: Element): number => [...(option.parentElement?.children ?? [])].indexOf(option);
