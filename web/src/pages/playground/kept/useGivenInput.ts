import type { RJSFSchema } from '@rjsf/utils';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { type JsonObject, toInput } from '../json.ts';
import { inputOfLink } from './link.ts';
import { repeated } from './repeat.ts';
import { withoutSecrets } from './secrets.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Whether to repeat a call on record. Its input is in this tab's session storage, which signing out clears. */
    isRepeat?: boolean;
  }
}

/** The arguments with which the page was opened, by a link or from a call on record; null for none. */
export function useGivenInput(schema: RJSFSchema): { readonly input: JsonObject | null; readonly isOfLink: boolean } {
  const { hash, state } = useLocation();
  const [given] = useState(() => {
    if (state.isRepeat) return { input: withoutSecrets(toInput(repeated()), schema), isOfLink: false };
    const input = inputOfLink(hash);
    return { input, isOfLink: input !== null };
  });
  return given;
}
