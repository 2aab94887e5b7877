import type { RJSFSchema } from '@rjsf/utils';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { type JsonObject, toInput } from '../json.ts';
import { inputOfLink } from './link.ts';
import { repeated } from './repeat.ts';
import { withoutSecrets } from './secrets.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Set when repeating a recorded call. Its input is in this tab's session storage, which sign-out clears. */
    isRepeat?: boolean;
  }
}

/** The arguments from a link or a call record; null if none. */
export function useGivenInput(schema: RJSFSchema): { readonly input: JsonObject | null; readonly isOfLink: boolean } {
  const { hash, state } = useLocation();
  const [initial] = useState(() => {
    if (state.isRepeat) return { input: withoutSecrets(toInput(repeated()), schema), isOfLink: false };
    const input = inputOfLink(hash);
    return { input, isOfLink: input !== null };
  });
  return initial;
}
