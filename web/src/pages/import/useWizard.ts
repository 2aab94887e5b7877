import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Draft, EMPTY_DRAFT, type SourceKind, toSourceInput, withoutSecrets } from './draft.ts';
import { type Preview, usePreview, useSave } from './useImport.ts';

/** What the steps of the wizard share: what was entered, what was read, and what was saved. */
export function useWizard() {
  const { kind = 'openapi' } = useSearch({ from: '/inside/import' });
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [shown, setShown] = useState<Preview | null>(null);
  const preview = usePreview();
  const save = useSave();
  const read = (named?: { readonly id: string; readonly name: string }) => {
    const { credentials } = draft;
    const input = { source: toSourceInput(kind, draft), ...named };
    save.reset();
    preview.mutate({ ...input, ...(Object.keys(credentials).length > 0 && { credentials }) }, { onSuccess: setShown });
  };
  const restart = (next: Draft) => {
    setDraft(next);
    setShown(null);
    preview.reset();
    save.reset();
  };
  const choose = (next: SourceKind) => {
    preview.cancel();
    navigate({ to: '/import', search: { kind: next }, replace: true, resetScroll: false });
  };
  return {
    kind,
    draft,
    shown,
    preview,
    save,
    read,
    restart,
    choose,
    change: (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next })),
    keep: (what: Preview) => save.mutate(what, { onSuccess: () => setDraft(withoutSecrets) }),
  };
}
