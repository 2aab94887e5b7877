import type { RJSFSchema } from '@rjsf/utils';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { type JsonObject, toInput } from '../json.ts';
import { inputOfLink } from './link.ts';
import { repeated } from './repeat.ts';
import { withoutSecrets } from './secrets.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Whether a call on record is to be made again: its input is in what the tab keeps, which signing out clears. */
    isRepeat?: boolean;
  }
}

/** The arguments that the way here brought: of a link, or of a call on record. Null where it brought none. */
export function useGivenInput(schema: RJSFSchema): { readonly input: JsonObject | null; readonly isOfLink: boolean } {
  const { hash, state } = useLocation();
  const [given] = useState(() => {
    if (state.isRepeat) return { input: withoutSecrets(toInput(repeated()), schema), isOfLink: false };
    const input = inputOfLink(hash);
    return { input, isOfLink: input !== null };
  });
  return given;
}
