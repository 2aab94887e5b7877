import { element } from './element.ts';

const COPIED_FOR_MS = 2_000;

/** Visible code blocks. Collapsed ones, such as error examples, don't count. */
const SHOWN = '.block:not(details *)';

/** Adds a copy button to each code block, named after the heading above the block. */
export function addCopyButtons(blocks: Iterable<HTMLElement> = document.querySelectorAll<HTMLElement>(SHOWN)): void {
  for (const block of blocks) {
    const code = block.querySelector('code');
    if (code) block.append(copyButton(code, `Copy code under “${headingOf(block)}”`));
  }
}

/** The block's operation, or the last heading before it. */
function headingOf(block: HTMLElement): string {
  const operation = block.closest('article')?.querySelector('h3');
  if (operation) return operation.textContent;
  const headings = [...document.querySelectorAll('main :is(h1, h2, h3, h4)')];
  const above = headings.filter((heading) => heading.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING);
  return above.at(-1)?.textContent ?? '';
}

function copyButton(code: HTMLElement, name: string): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'copy', 'aria-label': name }, ['Copy']);
  const show = (text: string, label: string) => {
    button.textContent = text;
    button.setAttribute('aria-label', label);
  };
  let timer = 0;
  button.addEventListener('click', async () => {
    const isCopied = await copy(code);
    show(isCopied ? 'Copied' : 'Not copied', isCopied ? 'Copied' : 'Not copied because the browser blocked it');
    status.textContent = button.textContent;
    clearTimeout(timer);
    timer = window.setTimeout(() => show('Copy', name), COPIED_FOR_MS);
  });
  return button;
}

/** Announces to screen readers; the focus stays on the button. */
const status = element('p', { role: 'status', class: 'unseen' });
document.querySelector('main')?.append(status);

async function copy(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    // Without HTTPS, only the selection can be copied.
    getSelection()?.selectAllChildren(code);
    return document.execCommand('copy');
  }
}
