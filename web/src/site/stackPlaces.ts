/** Stack placeholders in the examples. */
const OPEN = /stack_…|\{stack_id\}/g;

const KEY = 'toolyard-example-stack';

/** The stack ID chosen in this tab; null if none. An ID alone gives no access. */
export const chosenStack = (): string | null => sessionStorage.getItem(KEY);

type Place = { readonly node: Text; readonly text: string };

/** Code texts with a stack placeholder. */
export function openPlaces(): readonly Place[] {
  return [...document.querySelectorAll('.block code')].flatMap((code) => {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    const places: Place[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node instanceof Text && node.data.search(OPEN) >= 0) places.push({ node, text: node.data });
    }
    return places;
  });
}

/** Inserts a stack everywhere and remembers it for the next page; null restores the placeholders. */
export function fillIn(places: readonly Place[], id: string | null): void {
  if (id === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, id);
  for (const { node, text } of places) node.data = id === null ? text : text.replace(OPEN, () => id);
  for (const input of document.querySelectorAll<HTMLInputElement>('.try input[name="stack_id"]'))
    input.value = id ?? '';
}
