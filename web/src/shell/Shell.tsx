import { Outlet } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { Brand, Nav } from './Nav.tsx';
import { SignedIn } from './SignedIn.tsx';

/** What stands around every page of somebody who is signed in. */
export function Shell() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  return (
    <div className="shell">
      <a className="button button--primary skip-link" href="#main">
        Skip to content
      </a>
      <header className="shell__bar">
        <Brand />
        <Button kind="plain" isIcon aria-label="Menu" aria-expanded={isMenuOpen} onClick={() => setIsMenuOpen(true)}>
          <Menu size={20} aria-hidden />
        </Button>
      </header>
      {isMenuOpen && (
        <Dialog title="Menu" onClose={() => setIsMenuOpen(false)}>
          <Nav onGo={() => setIsMenuOpen(false)} />
          <SignedIn />
        </Dialog>
      )}
      <aside className="shell__side">
        <Brand />
        <Nav />
        <SignedIn />
      </aside>
      <main className="shell__main" id="main">
        <Outlet />
      </main>
      <Toasts />
    </div>
  );
}
