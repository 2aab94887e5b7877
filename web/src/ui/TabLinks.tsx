import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

type TabLinksProps = { readonly label: string; readonly children: ReactNode };

/** Links to the parts of a page, each with its own address. */
export function TabLinks({ label, children }: TabLinksProps) {
  const ref = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // On narrow screens the tabs scroll; keep the open one visible.
  useEffect(() => {
    const tab = ref.current?.querySelector(`[href="${CSS.escape(path)}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  return (
    <nav ref={ref} className="tabs" aria-label={label}>
      {children}
    </nav>
  );
}
