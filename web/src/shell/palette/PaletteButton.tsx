import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../ui/Button.tsx';

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the palette on Ctrl-K, or Cmd-K on a Mac, unless a dialog is open. */
export function usePaletteKey(onOpen: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isMeant = event.key.toLowerCase() === 'k' && (isMac() ? event.metaKey : event.ctrlKey);
      if (!isMeant || event.altKey || event.shiftKey || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      onOpen();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onOpen]);
}

export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button size="small" aria-keyshortcuts="Control+K Meta+K" onClick={onOpen}>
      <Search size={15} aria-hidden />
      Go to
      <kbd className="palette-button__keys" aria-hidden>
        {isMac() ? '⌘ K' : 'Ctrl K'}
      </kbd>
    </Button>
  );
}
