import type { RJSFSchema } from '@rjsf/utils';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { type JsonObject, toInput } from '../json.ts';
import { inputOfLink } from './link.ts';
import { withoutSecrets } from './secrets.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** What a call on record was made with; it stays in this tab. */
    toolInput?: unknown;
  }
}

/** The arguments that the way here brought: of a link, or of a call on record. Null where it brought none. */
export function useGivenInput(schema: RJSFSchema): JsonObject | null {
  const { hash, state } = useLocation();
  const [given] = useState(() => {
    if (state.toolInput !== undefined) return withoutSecrets(toInput(state.toolInput), schema);
    return inputOfLink(hash);
  });
  return given;
}
