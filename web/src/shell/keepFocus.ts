const HEADINGS = 'h1, h2, h3, th[scope="row"]';

const pathOf = (element: Element | null): Element[] => (element ? [element, ...pathOf(element.parentElement)] : []);

const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

/**
 * When the focused element disappears or is disabled, focuses the nearest remaining heading. Otherwise keyboard
 * users would start over at the top.
 */
export function keepFocus(): void {
  // Remember the ancestors, because a removed element no longer has any.
  let path: readonly Element[] = [];
  document.addEventListener('focusin', ({ target }) => {
    path = target instanceof Element ? pathOf(target) : [];
  });
  const onChange = () => {
    const [last] = path;
    const { activeElement } = document;
    if (!last || !isLost(last) || (activeElement !== last && activeElement !== document.body)) return;
    focusOn(path.find((each) => each.isConnected && each.querySelector(HEADINGS))?.querySelector(HEADINGS) ?? null);
  };
  const observer = new MutationObserver(onChange);
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
