/** Where the examples of a page leave a stack open, in the documents and in the reference. */
const OPEN = /stack_…|\{stack_id\}/g;

const KEY = 'toolyard-example-stack';

/** The stack that was chosen in this tab; null for none. It is an id, which opens nothing by itself. */
export const chosenStack = (): string | null => sessionStorage.getItem(KEY);

type Place = { readonly node: Text; readonly text: string };

/** The texts in code that leave a stack open, as they are written. */
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

/** Fills in a stack everywhere, and keeps it for the next page; null leaves all open again. */
export function fillIn(places: readonly Place[], id: string | null): void {
  if (id === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, id);
  for (const { node, text } of places) node.data = id === null ? text : text.replace(OPEN, () => id);
  for (const input of document.querySelectorAll<HTMLInputElement>('.try input[name="stack_id"]'))
    input.value = id ?? '';
}
