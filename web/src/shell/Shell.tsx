import { useMutation } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { LogOut, Menu } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useApiQuery } from '../api/hooks.ts';
import { sendOperation } from '../api/operation.ts';
import { signOut } from '../api/signedOut.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { useFollowedInbox } from './inbox/useInbox.ts';
import { Brand, InboxButton, Nav } from './Nav.tsx';
import { SHELL_ME, SHELL_SIGN_OUT } from './operations.ts';
import { PaletteButton, usePaletteKey } from './palette/PaletteButton.tsx';
import { nameOfRole } from './roleWords.ts';

const Palette = lazy(() => import('./palette/Palette.tsx').then((module) => ({ default: module.Palette })));

/** The layout of all signed-in pages. */
export function Shell() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isGoing, setIsGoing] = useState(false);
  const go = useCallback(() => setIsGoing(true), []);
  usePaletteKey(go);
  useFollowedInbox();
  return (
    <div className="shell">
      <a className="button button--primary skip-link" href="#main">
        Skip to content
      </a>
      <header className="shell__bar">
        <Brand />
        <div className="row">
          <PaletteButton onOpen={go} />
          <InboxButton />
          <Button kind="plain" isIcon aria-label="Menu" aria-expanded={isMenuOpen} onClick={() => setIsMenuOpen(true)}>
            <Menu size={20} aria-hidden />
          </Button>
        </div>
      </header>
      {isMenuOpen && (
        <Dialog title="Menu" onClose={() => setIsMenuOpen(false)}>
          <Nav onGo={() => setIsMenuOpen(false)} />
          <SignedIn />
        </Dialog>
      )}
      {isGoing && (
        <Suspense fallback={null}>
          <Palette onClose={() => setIsGoing(false)} />
        </Suspense>
      )}
      <aside className="shell__side">
        <Brand />
        <PaletteButton onOpen={go} />
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

function SignedIn() {
  const { data } = useApiQuery(SHELL_ME, {});
  // No refetch, because the page closes.
  const end = useMutation({ mutationFn: () => signOut(() => sendOperation(SHELL_SIGN_OUT, {})) });
  if (!data?.me) return null;
  return (
    <div className="signed-in">
      <span className="small" title={data.me.email}>
        {data.me.email}
        {data.viewer?.role && <span className="soft signed-in__role">{nameOfRole(data.viewer.role)}</span>}
      </span>
      <Button
        kind="plain"
        size="small"
        isIcon
        aria-label="Sign out"
        title="Sign out"
        isBusy={end.isPending}
        onClick={() => end.mutate()}
      >
        <LogOut size={16} aria-hidden />
      </Button>
    </div>
  );
}
