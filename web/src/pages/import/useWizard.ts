import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { addressIn, type Draft, draftFor, EMPTY_DRAFT, type SourceKind, withoutSecrets } from './draft.ts';
import type { ImportSearch } from './kinds.ts';
import { proposedOf } from './operationChoice.ts';
import type { Listed, Preview } from './useImport.ts';

/** The listed operations and the selected ones. */
type OperationsChoice = { readonly listed: Listed; readonly picked: ReadonlySet<string> };

/**
 * State that the wizard's steps share. The step is in the URL, so that Back, Forward and reload work. A reload loses
 * the preview.
 */
export function useWizard() {
  const { kind = 'openapi', url = '', step, saved = null } = useSearch({ from: '/inside/import' });
  const navigate = useNavigate();
  const { history } = useRouter();
  const [draft, setDraft] = useState<Draft>(() => draftFor(kind, url));
  const [shown, setShown] = useState<Preview | null>(null);
  const [choice, setChoice] = useState<OperationsChoice | null>(null);
  const go = (search: ImportSearch, replace: boolean) =>
    navigate({ to: '/import', search, replace, resetScroll: false });
  const isLost = (step === 'preview' && shown === null) || (step === 'choose' && choice === null);
  useEffect(() => {
    if (saved !== null) {
      setShown(null);
      setChoice(null);
    } else if (isLost) navigate({ to: '/import', search: { kind, ...(url && { url }) }, replace: true });
  }, [saved, isLost, kind, url, navigate]);
  const source = { kind, ...addressIn(kind, draft) };
  return {
    kind,
    draft,
    saved,
    shown: step === 'preview' ? shown : null,
    change: (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next })),
    choose: (next: SourceKind) => go({ kind: next }, true),
    /** Stores the source step in the history so that Back returns to it. */
    mark: () => go(source, true),
    show: (read: Preview) => {
      setShown(read);
      if (step !== 'preview') go({ ...source, step: 'preview' }, false);
    },
    choice: step === 'choose' ? choice : null,
    list: (listed: Listed) => {
      setChoice({ listed, picked: proposedOf(listed.list.operations) });
      go({ ...source, step: 'choose' }, false);
    },
    pick: (picked: ReadonlySet<string>) => setChoice((now) => now && { ...now, picked }),
    back: () => history.back(),
    finish: (serverId: string) => {
      setDraft(withoutSecrets);
      go({ kind, saved: serverId }, true);
    },
    restart: () => {
      setDraft(EMPTY_DRAFT);
      go({ kind }, false);
    },
  };
}
