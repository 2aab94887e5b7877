let page = 'Toolyard';
let waitingCount = 0;

function show(): void {
  document.title = waitingCount > 0 ? `(${waitingCount}) ${page}` : page;
}

/** The title of the browser tab: the page, after the number of items in the inbox. */
export function setPageTitle(title: string): void {
  page = `${title} · Toolyard`;
  show();
}

export function setTitleCount(count: number): void {
  waitingCount = count;
  show();
}
